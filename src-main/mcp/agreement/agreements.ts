import { createHash } from 'node:crypto'
import { access, readdir, rm } from 'node:fs/promises'
import { isAbsolute, join, resolve } from 'node:path'
import type { McpServer, RemoteServer, StdioServer } from '@shared/mcp/mcp-entry'
import { makeFolder } from '../../base/files/make-folder'
import { notWritten } from '../../base/files/not-written'
import { pathIn } from '../../base/files/plain-file'
import { replacePlain } from '../../base/files/replace-file'
import { type EnvFile, readEnvFile } from '../launch/env-file'
import { baseFolderOf } from '../launch/resolve-launch'

/**
 * Says what may be started on this machine. A config is code: whoever can write the file could otherwise run programs
 * as its reader.
 */
export interface Agreements {
  /**
   * The fingerprint to agree to before this server is started or reached; null if it may be. A server over the network
   * is asked about where its entry sends it something of this machine: a key, a secret, a variable. Our own program is
   * no more of a stranger than the app. `envFile` is what was read of the server's before, for a start that uses it.
   */
  unagreedOf(server: McpServer, envFile?: EnvFile | null): Promise<string | null>
  /** The fingerprint that somebody agreed to, and may withdraw; null where nobody was asked. */
  agreedOf(server: McpServer, envFile?: EnvFile | null): Promise<string | null>
  /** Throws `cannot_write`. */
  add(fingerprints: readonly string[]): Promise<void>
  /** These are asked about again. Throws `cannot_write`. */
  withdraw(fingerprints: readonly string[]): Promise<void>
  /**
   * Another one once something was agreed to or withdrawn, by whichever host: what may be started is another thing now.
   */
  version(): Promise<string>
}

export interface AgreementPlace {
  /**
   * An empty file for each fingerprint, outside of what may travel to another machine: hosts that agree in one instant
   * write different files. A folder that cannot be read holds none: what is asked once more does no harm.
   */
  readonly folder: string
  readonly configFile: string
  readonly appRoot: string
}

export function openAgreements({ folder, configFile, appRoot }: AgreementPlace): Agreements {
  const fileOf = (fingerprint: string): string => join(folder, fingerprint)

  const change = async (act: () => Promise<unknown>): Promise<void> => {
    await act().catch((error: unknown) => {
      throw notWritten('What you agreed to could not be changed', folder, error)
    })
  }

  /** Null if nobody is to be asked. Looked up each time: another host of this machine may have asked meanwhile. */
  async function consentTo(
    server: McpServer,
    readBefore: EnvFile | null | undefined,
  ): Promise<{ readonly fingerprint: string; readonly isGiven: boolean } | null> {
    const fingerprint = await fingerprintFor(server, readBefore)
    return fingerprint === null
      ? null
      : {
          fingerprint,
          isGiven: await access(fileOf(fingerprint)).then(
            () => true,
            () => false,
          ),
        }
  }

  async function fingerprintFor(server: McpServer, readBefore: EnvFile | null | undefined): Promise<string | null> {
    if (server.transport !== 'stdio') return server.written && fingerprintOfAddress(server.written)
    if (isOurs(server, appRoot)) return null
    const envFile = readBefore === undefined ? await readEnvFile(server, configFile) : readBefore
    return fingerprintOf(server, envFile, baseFolderOf(server, configFile))
  }

  return {
    async unagreedOf(server, envFile) {
      const consent = await consentTo(server, envFile)
      return consent?.isGiven === false ? consent.fingerprint : null
    },
    async agreedOf(server, envFile) {
      const consent = await consentTo(server, envFile)
      return consent?.isGiven ? consent.fingerprint : null
    },
    add: (fingerprints) =>
      change(async () => {
        await makeFolder(folder)
        await Promise.all(fingerprints.map((fingerprint) => replacePlain(pathIn(folder, fingerprint), '')))
      }),
    withdraw: (fingerprints) =>
      change(() => Promise.all(fingerprints.map((fingerprint) => rm(fileOf(fingerprint), { force: true })))),
    version: async () => (await readdir(folder).catch(() => [])).join(),
  }
}

/**
 * All that the file says of what is executed: program and arguments; the variables with their values, for NODE_OPTIONS
 * or LD_PRELOAD load code as well; the file of variables with all that it holds, for the same reason; the folder that
 * relative paths count from, so that `./run` of one place is not `./run` of another. Words are taken as written: a
 * secret or a variable of the host may get another value without a question, and none is hashed. What programs and
 * scripts hold is left out: they may be updated, and whoever can write there needs no config.
 */
function fingerprintOf(
  { written: { words, env }, cwd }: StdioServer,
  envFile: EnvFile | null,
  baseFolder: string,
): string {
  return hashOf([words, inOrder(env), envFile && [envFile.path, envFile.sha256], resolve(baseFolder, cwd ?? '.')])
}

/** Where something of this machine is sent, and what, as written. */
const fingerprintOfAddress = ({ url, headers }: NonNullable<RemoteServer['written']>): string =>
  hashOf(['address', url, inOrder(headers)])

const inOrder = (table: Readonly<Record<string, string>>) =>
  Object.entries(table).toSorted(([a], [b]) => (a < b ? -1 : 1))
const hashOf = (what: readonly unknown[]): string => createHash('sha256').update(JSON.stringify(what)).digest('hex')

/** The server that the shipped config starts, with nothing beside it that could load other code. */
function isOurs({ command, args, env, envFile }: StdioServer, appRoot: string): boolean {
  const [script = ''] = args
  const isScript =
    args.length === 1 && isAbsolute(script) && resolve(script) === join(appRoot, 'out', 'servers', 'thoughtbox.js')
  return (
    command === 'node' &&
    isScript &&
    envFile === null &&
    Object.keys(env).every((name) => name === 'DISABLE_THOUGHT_LOGGING')
  )
}
