import { resolve } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { processTerminal, type Terminal } from '../../../base/terminal/terminal'
import { type FaultPolicy, handleUncaughtErrors } from '../../handle-uncaught-errors'

type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number }

/**
 * The parts of the process that a command uses. They are parameters, so that a test can run a command in the test's
 * process.
 */
export interface CommandContext extends Terminal {
  readonly appRoot: string
  /** Where relative paths begin; undefined for the working folder of the process, which may have been deleted. */
  readonly cwd?: string
  readonly env: NodeJS.ProcessEnv
  readonly input: Readable & { readonly isTTY?: boolean }
  /** For exported bytes; text goes through `printLine`. */
  readonly out: Output
  readonly err: Output
  /** Calls `stop` once, at the first interruption. The returned function stops listening. */
  onInterrupt(stop: () => void): () => void
  handleUncaughtErrors(policy: FaultPolicy): void
  /** Reduces the memory of a command that streams data and allocates only short-lived objects. */
  limitMemory(): void
}

export const processContext = (appRoot: string): CommandContext => ({
  ...processTerminal,
  appRoot,
  env: process.env,
  // Opened when first used.
  get input() {
    return process.stdin
  },
  out: process.stdout,
  err: process.stderr,
  onInterrupt,
  handleUncaughtErrors,
  // Limits the heap space for new objects.
  limitMemory: () => setFlagsFromString('--semi-space-growth-factor=1'),
})

/** Converts a path as typed to one for the file system. */
export const typedPath = ({ cwd }: CommandContext, path: string): string =>
  cwd === undefined ? path : resolve(cwd, path)

const INTERRUPTIONS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Calls `stop` at the first Ctrl+C or SIGTERM, or when the terminal is closed; a second Ctrl+C or SIGTERM ends the
 * process at once. A closed terminal causes both a signal and a write error.
 */
export function onInterrupt(stop: () => void): () => void {
  let isStopping = false
  const handle = (signal: NodeJS.Signals) => {
    if (isStopping && signal !== 'SIGHUP') process.exit(130)
    if (!isStopping) stop()
    isStopping = true
  }
  for (const signal of INTERRUPTIONS) process.on(signal, handle)
  return () => {
    for (const signal of INTERRUPTIONS) process.off(signal, handle)
    // A closed terminal may cause a second signal, which must not interrupt the orderly end.
    if (isStopping) process.on('SIGHUP', () => {})
  }
}

/** Runs `act` with a signal that the first interruption aborts, with the result of `onStop` as its reason. */
export async function untilInterrupted<Result>(
  context: CommandContext,
  act: (signal: AbortSignal) => Promise<Result>,
  onStop?: () => unknown,
): Promise<Result> {
  const leaving = new AbortController()
  const release = context.onInterrupt(() => leaving.abort(onStop?.()))
  try {
    return await act(leaving.signal)
  } finally {
    release()
  }
}
