import { createHash } from 'node:crypto'
import { mkdir, readFile, rename } from 'node:fs/promises'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { z } from 'zod'
import type { McpServer, StdioServer } from '@shared/config/mcp-entry'
import { notWritten } from '../files/not-written'
import { replaceFile } from '../files/replace-file'
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
  /** Changes with each `add` and `withdraw`: what may be started is another thing now. */
  readonly revision: number
}

export interface AgreementPlace {
  /** Keeps the fingerprints, outside of what may travel to another machine. A file that cannot be read holds none: what is asked once more does no harm. */
  readonly file: string
  readonly configFile: string
  readonly appRoot: string
}

const kept = z.strictObject({ version: z.literal(1), programs: z.array(z.string()) })

export function openAgreements({ file, configFile, appRoot }: AgreementPlace): Agreements {
  let revision = 0
  let last: Promise<void> = Promise.resolve()

  /** Read each time: another host of this machine may have asked meanwhile. Null if there is a file, but none of ours. */
  async function read(): Promise<readonly string[] | null> {
    try {
      return kept.parse(JSON.parse(await readFile(file, 'utf8'))).programs
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'ENOENT' ? [] : null
    }
  }

  async function write(change: (before: readonly string[]) => readonly string[]): Promise<void> {
    try {
      const before = await read()
      // What cannot be read is moved aside and never lost.
      if (before === null) await rename(file, `${file}.unreadable`)
      await mkdir(dirname(file), { recursive: true })
      await replaceFile(file, `${JSON.stringify({ version: 1, programs: change(before ?? []) }, null, 2)}\n`, 0o600)
      revision++
    } catch (error) {
      throw notWritten('What you agreed to could not be changed', file, error)
    }
  }

  /** One after the other: each begins with what the one before left. */
  function change(programs: (before: readonly string[]) => readonly string[]): Promise<void> {
    const changed = last.then(() => write(programs))
    last = changed.catch(() => {})
    return changed
  }

  /** Null if nobody is to be asked. */
  async function consentTo(server: McpServer): Promise<{ readonly fingerprint: string; readonly isGiven: boolean } | null> {
    if (server.transport !== 'stdio' || isOurs(server, appRoot)) return null
    const fingerprint = fingerprintOf(server, configFolder(configFile))
    return { fingerprint, isGiven: (await read())?.includes(fingerprint) ?? false }
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
    add: (fingerprints) => change((before) => [...new Set([...before, ...fingerprints])]),
    withdraw: (fingerprints) => change((before) => before.filter((each) => !fingerprints.includes(each))),
    get revision() {
      return revision
    },
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
