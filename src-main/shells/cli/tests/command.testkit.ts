import { resolve } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { openTerminal } from '../../../base/terminal/terminal'
import type { CommandContext } from '../command/command-context'
import { run } from '../main'

export const appRoot = resolve(import.meta.dirname, '../../../..')

export interface Ended {
  readonly status: number
  readonly stdout: string
  readonly stderr: string
  /** The bytes of standard output. */
  readonly output: Buffer
}

interface Surroundings {
  readonly cwd?: string
  readonly env?: NodeJS.ProcessEnv
  /** The text on standard input, which is never a terminal. */
  readonly input?: string
  /** The width of the terminal; undefined for none. */
  readonly columns?: number
  /** Calls `stop` when the test interrupts the command. */
  readonly onInterrupt?: CommandContext['onInterrupt']
}

/** The context of a command that runs in this process, and what it printed. */
export function testContext({ cwd, env = {}, input = '', columns, onInterrupt = () => () => {} }: Surroundings = {}) {
  const [out, err] = [collect(columns), collect(columns)]
  const context: CommandContext = {
    ...openTerminal(out.stream, err.stream),
    appRoot,
    cwd,
    env: { ...process.env, ...env },
    input: Readable.from(input === '' ? [] : [input]),
    out: out.stream,
    err: err.stream,
    onInterrupt,
    // The test runner reports uncaught errors.
    handleUncaughtErrors: () => {},
    limitMemory: () => {},
  }
  return { context, out, err }
}

/** Runs a command as `zorkgpt` does, in this process. */
export async function runCommand(args: readonly string[], surroundings?: Surroundings): Promise<Ended> {
  const { context, out, err } = testContext(surroundings)
  const status = await run(args, context)
  return { status, stdout: out.text(), stderr: err.text(), output: out.bytes() }
}

function collect(columns: number | undefined) {
  const chunks: Buffer[] = []
  const bytes = () => Buffer.concat(chunks)
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      done()
    },
  })
  return { stream: Object.assign(stream, { columns }), bytes, text: () => bytes().toString() }
}
