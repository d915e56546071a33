import { createHash } from 'node:crypto'
import { access, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { isAbsolute, join, resolve } from 'node:path'
import type { McpServer, StdioServer } from '@shared/config/mcp-entry'
import { notWritten } from '../files/not-written'
import { configFolder } from './launch'

/** Says what may be started on this machine. A config is code: whoever can write the file could otherwise run programs as its reader. */
export interface Agreements {
  /**
   * The fingerprint to agree to before this server is started; null if it may be started. A server over the network runs nothing here, and
   * our own program is no more of a stranger than the app.
   */
  unagreedOf(server: McpServer): Promise<string | null>
  /** The fingerprint that somebody agreed to, and may withdraw; null where nobody was asked. */
  agreedOf(server: McpServer): Promise<string | null>
  /** Throws a contract error `cannot_write`. */
  add(fingerprints: readonly string[]): Promise<void>
  /** These are asked about again. Throws a contract error `cannot_write`. */
  withdraw(fingerprints: readonly string[]): Promise<void>
  /** Another one once something was agreed to or withdrawn, by whichever host: what may be started is another thing now. */
  version(): Promise<string>
}

export interface AgreementPlace {
  /**
   * An empty file for each fingerprint, outside of what may travel to another machine: hosts that agree in one instant write different files.
   * A folder that cannot be read holds none: what is asked once more does no harm.
   */
  readonly folder: string
  readonly configFile: string
  readonly appRoot: string
}

export function openAgreements({ folder, configFile, appRoot }: AgreementPlace): Agreements {
  const fileOf = (fingerprint: string): string => join(folder, fingerprint)

  const change = async (act: () => Promise<unknown>): Promise<void> => {
    await act().catch((error: unknown) => { throw notWritten('What you agreed to could not be changed', folder, error) })
  }

  /** Null if nobody is to be asked. Looked up each time: another host of this machine may have asked meanwhile. */
  async function consentTo(server: McpServer): Promise<{ readonly fingerprint: string; readonly isGiven: boolean } | null> {
    if (server.transport !== 'stdio' || isOurs(server, appRoot)) return null
    const fingerprint = fingerprintOf(server, configFolder(configFile))
    return { fingerprint, isGiven: await access(fileOf(fingerprint)).then(() => true, () => false) }
  }

  return {
    async unagreedOf(server) {
      const consent = await consentTo(server)
      return consent?.isGiven === false ? consent.fingerprint : null
    },
    async agreedOf(server) {
      const consent = await consentTo(server)
      return consent?.isGiven ? consent.fingerprint : null
    },
    add: (fingerprints) => change(async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await Promise.all(fingerprints.map((fingerprint) => writeFile(fileOf(fingerprint), '', { mode: 0o600 })))
    }),
    withdraw: (fingerprints) => change(() => Promise.all(fingerprints.map((fingerprint) => rm(fileOf(fingerprint), { force: true })))),
    version: async () => (await readdir(folder).catch(() => [])).join(),
  }
}

/**
 * All that the file says of what is executed: program and arguments; the variables with their values, for NODE_OPTIONS or LD_PRELOAD load code
 * as well; the file of variables; the folder that relative paths count from, so that `./run` of one place is not `./run` of another. Words are
 * taken as written: a secret or a variable of the host may get another value without a question, and none is hashed. What the named files
 * hold is left out: a program may be updated, and whoever can write there needs no config.
 */
function fingerprintOf({ written: { words, env }, envFile, cwd }: StdioServer, baseFolder: string): string {
  const variables = Object.entries(env).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const program = [words, variables, envFile && resolve(baseFolder, envFile), resolve(baseFolder, cwd ?? '.')]
  return createHash('sha256').update(JSON.stringify(program)).digest('hex')
}

/** The server that the shipped config starts, with nothing beside it that could load other code. */
function isOurs({ command, args, env, envFile }: StdioServer, appRoot: string): boolean {
  const [script = ''] = args
  const isScript = args.length === 1 && isAbsolute(script) && resolve(script) === join(appRoot, 'out', 'servers', 'thoughtbox.js')
  return command === 'node' && isScript && envFile === null && Object.keys(env).every((name) => name === 'DISABLE_THOUGHT_LOGGING')
}
