import { readdirSync, readFileSync } from 'node:fs'

/** What a process holds, as Linux tells it. */
export interface Holding {
  /** What is its alone, in megabytes: pages that it shares with others, such as those of its program, left out. */
  readonly memoryMb: number
  /** Open files, pipes and sockets. */
  readonly handles: number
}

/** Null of a process that has ended. */
export function holdingOf(pid: number): Holding | null {
  try {
    const pages = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    const privateKb = [...pages.matchAll(/^Private_\w+:\s+(\d+) kB/gm)].map(([, kb]) => Number(kb))
    return {
      memoryMb: privateKb.reduce((sum, kb) => sum + kb, 0) / 1000,
      handles: readdirSync(`/proc/${pid}/fd`).length,
    }
  } catch {
    return null
  }
}

/** What it was started with, its own name first; empty once it has ended. */
export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
  } catch {
    return ''
  }
}

/** All that it started and that these started. */
export function descendantsOf(pid: number): readonly number[] {
  const children = readdirSync('/proc')
    .map(Number)
    .filter((other) => other > 0 && parentOf(other) === pid)
  return children.flatMap((child) => [child, ...descendantsOf(child)])
}

function parentOf(pid: number): number | null {
  try {
    // After the name, which may hold anything, in parentheses.
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1])
  } catch {
    return null
  }
}

/**
 * The processor time, in milliseconds, of all processes that this one started and that have ended; NaN where the system
 * does not tell. proc(5): 16th and 17th field, in hundredths of a second.
 */
export function childrenMs(): number {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return 10 * (Number(fields[13]) + Number(fields[14]))
  } catch {
    return NaN
  }
}
