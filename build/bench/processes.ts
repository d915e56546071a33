import { readdirSync, readFileSync } from 'node:fs'

/** Figures from Linux about processes (proc(5)); null, empty or NaN if a process has ended, and on other systems. */
export interface Holding {
  /** Private memory in megabytes: pages shared with others, such as those of the program, do not count. */
  readonly memoryMb: number
  /** Open files, pipes and sockets. */
  readonly handles: number
}

export function holdingOf(pid: number): Holding | null {
  const pages = read(pid, 'smaps_rollup')
  if (pages === '') return null
  const privateKb = [...pages.matchAll(/^Private_\w+:\s+(\d+) kB/gm)].map(([, kb]) => Number(kb))
  return { memoryMb: privateKb.reduce((sum, kb) => sum + kb, 0) / 1000, handles: readdirSync(`/proc/${pid}/fd`).length }
}

/** The command line of a process, beginning with the program. */
export const commandOf = (pid: number): string => read(pid, 'cmdline').replaceAll('\0', ' ').trim()

/** All processes that it started, directly or indirectly. */
export function descendantsOf(pid: number): readonly number[] {
  const children = readdirSync('/proc')
    .map(Number)
    .filter((other) => other > 0 && statOf(other)[PARENT] === pid)
  return children.flatMap((child) => [child, ...descendantsOf(child)])
}

/** The peak memory of a process, in megabytes. */
export const peakMb = (pid: number): number => Number(/^VmHWM:\s+(\d+) kB/m.exec(read(pid, 'status'))?.[1]) / 1000

export function processorMs(pid: number): number {
  const fields = statOf(pid)
  return MS_PER_TICK * ((fields[UTIME] ?? NaN) + (fields[UTIME + 1] ?? NaN))
}

/** The processor time of all ended children of this process, in milliseconds. */
export function childrenMs(): number {
  const fields = statOf('self')
  return MS_PER_TICK * ((fields[UTIME + 2] ?? NaN) + (fields[UTIME + 3] ?? NaN))
}

const MS_PER_TICK = 10
/** Positions of fields in `stat` after the name, which is in parentheses and may contain anything. */
const [PARENT, UTIME] = [1, 11]
const statOf = (pid: number | 'self'): readonly number[] =>
  read(pid, 'stat')
    .replace(/^.*\) /s, '')
    .split(' ')
    .map(Number)

function read(pid: number | 'self', file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
