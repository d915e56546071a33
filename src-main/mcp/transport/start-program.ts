import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import crossSpawn from 'cross-spawn'

/** A program to start exactly as given, without a search or an expansion. */
export interface Launch {
  readonly file: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
}

export interface ProgramExit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** A running program. It leads its own process group, except on Windows. */
export interface Program {
  readonly pid: number
  readonly stdin: Writable
  readonly stdout: Readable
  readonly stderr: Readable
  readonly exit: Promise<ProgramExit>
  /** Allows this process to end while the program runs. */
  unref(): void
}

/** Resolves when the program runs. Rejects if it cannot be started (`ENOENT`, `EACCES`, ...). */
export type StartProgram = (launch: Launch) => Promise<Program>

/** Starts a program in this thread, which blocks until the system has loaded the program. */
export const startHere: StartProgram = async ({ file, args, env, cwd }) => {
  const options: SpawnOptions = {
    cwd,
    env,
    stdio: 'pipe',
    shell: false,
    windowsHide: true,
    // A separate process group, so that signals reach the whole tree. On Windows it would open a console instead.
    detached: process.platform !== 'win32',
  }
  // cross-spawn is for Windows, where a .cmd file needs the command interpreter and its quoting.
  const child = (process.platform === 'win32' ? crossSpawn : spawn)(file, [...args], options)
  const exit = new Promise<ProgramExit>((resolve) => child.once('exit', (code, signal) => resolve({ code, signal })))
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', reject)
  })
  return { ...partsOf(child), exit }
}

function partsOf(child: ChildProcess): Omit<Program, 'exit'> {
  const { pid, stdin, stdout, stderr } = child
  if (pid === undefined || stdin === null || stdout === null || stderr === null)
    throw new Error('The program was started without a pid or without all three pipes.')
  const unref = () => {
    child.unref()
    for (const pipe of [stdin, stdout, stderr]) if ('unref' in pipe && typeof pipe.unref === 'function') pipe.unref()
  }
  return { pid, stdin, stdout, stderr, unref }
}
