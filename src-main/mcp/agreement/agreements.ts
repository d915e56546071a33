import { createHash } from 'node:crypto'
import { access, readdir, rm } from 'node:fs/promises'
import { isAbsolute, join, resolve } from 'node:path'
import type { McpServer, RemoteServer, StdioServer } from '@shared/mcp/mcp-entry'
import { SHIPPED_SERVERS } from '@shared/mcp/shipped-servers'
import { makeFolder, pathIn } from '../../base/files/plain-file'
import { replacePlain } from '../../base/files/replace-file'
import { writeError } from '../../base/files/write-error'
import { type EnvFile, readEnvFile } from '../launch/env-file'
import { baseFolderOf } from '../launch/resolve-launch'

/**
 * Decides what may be started on this machine. Without consent, anyone who can write a config could run programs as its
 * user.
 */
export interface Agreements {
  /**
   * The fingerprint that the user must agree to before this server is started or reached; null if no consent is needed
   * or it is given. A server over the network needs consent if its entry sends data of this machine: a key, a secret, a
   * variable. `envFile` is the server's file if it was already read.
   */
  unagreedOf(server: McpServer, envFile?: EnvFile | null): Promise<string | null>
  /** The fingerprint that the user agreed to and may withdraw; null without consent, or if none is needed. */
  agreedOf(server: McpServer, envFile?: EnvFile | null): Promise<string | null>
  /** Throws `cannot_write`. */
  add(fingerprints: readonly string[]): Promise<void>
  /** Requires consent to these again. Throws `cannot_write`. */
  withdraw(fingerprints: readonly string[]): Promise<void>
  /** Changes whenever a host of this machine adds or withdraws an agreement. */
  version(): Promise<string>
}

interface AgreementPlace {
  /**
   * Contains an empty file for each fingerprint, so that hosts that agree at the same time write different files. It is
   * outside of folders that may be synced to another machine. If it cannot be read, the user is asked once more.
   */
  readonly folder: string
  readonly configFile: string
  readonly appRoot: string
}

export function openAgreements({ folder, configFile, appRoot }: AgreementPlace): Agreements {
  const fileOf = (fingerprint: string): string => join(folder, fingerprint)

  const change = async (act: () => Promise<unknown>): Promise<void> => {
    await act().catch((error: unknown) => {
      throw writeError('The agreement could not be changed', folder, error)
    })
  }

  /**
   * Null if no consent is needed. The folder is read each time, because another host may have received consent since.
   */
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
 * Covers everything in the entry that decides what is executed: program and arguments; the variables with their values,
 * because NODE_OPTIONS or LD_PRELOAD load code; the file of variables, for the same reason; and the base folder of
 * relative paths, because `./run` differs between folders. Words are hashed as written. The values of secrets and
 * variables of the host are not hashed, so they may change without a new question. The contents of programs and scripts
 * are not hashed either, because they may be updated, and a process that can write them needs no config.
 */
function fingerprintOf(
  { written: { words, env }, cwd }: StdioServer,
  envFile: EnvFile | null,
  baseFolder: string,
): string {
  return hashOf([words, inOrder(env), envFile && [envFile.path, envFile.sha256], resolve(baseFolder, cwd ?? '.')])
}

/** The address that receives data of this machine, and the values that are sent, as written. */
const fingerprintOfAddress = ({ url, headers, oauth }: NonNullable<RemoteServer['written']>): string =>
  hashOf(['address', url, inOrder(headers), ...(oauth === null ? [] : [inOrder(oauth)])])

const inOrder = (table: Readonly<Record<string, string>>) =>
  Object.entries(table).toSorted(([a], [b]) => (a < b ? -1 : 1))
const hashOf = (what: readonly unknown[]): string => createHash('sha256').update(JSON.stringify(what)).digest('hex')

/** Whether the entry starts a trusted server that ships with the app, and sets nothing that could load other code. */
function isOurs({ command, args, env, envFile }: StdioServer, appRoot: string): boolean {
  const [script = ''] = args
  if (command !== 'node' || args.length !== 1 || !isAbsolute(script) || envFile !== null) return false
  return Object.entries(SHIPPED_SERVERS).some(
    ([name, server]) =>
      server.startsWithoutConsent &&
      resolve(script) === join(appRoot, 'out', 'servers', `${name}.js`) &&
      Object.keys(env).every((variable) => server.allowedVariables.includes(variable)),
  )
}
