import { createHash } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** Identifies a process even if its number is reused: by machine, number and start. */
export interface ProcessIdentity {
  readonly machine: string
  readonly pid: number
  /** In clock ticks since boot, as in proc(5); null on systems other than Linux. */
  readonly began: string | null
}

/** A hash of the machine, its boot and its PID namespace; a container has its own namespace. */
function describeMachine(): string {
  const facts = [hostname(), read(() => readFileSync(BOOT, 'utf8')), read(() => readlinkSync('/proc/self/ns/pid'))]
  return createHash('sha256').update(facts.join('\n')).digest('hex').slice(0, 16)
}

const BOOT = '/proc/sys/kernel/random/boot_id'

export const thisProcess: ProcessIdentity = {
  machine: describeMachine(),
  pid: process.pid,
  began: statOf(process.pid)?.began ?? null,
}

/** Whether the process is running; null if unknown, as for another machine. */
export function isRunning({ machine, pid, began }: ProcessIdentity): boolean | null {
  if (machine !== thisProcess.machine) return null
  if (!exists(pid)) return false
  const stat = statOf(pid)
  if (stat === null || began === null) return null
  return stat.began === began && !stat.hasEnded
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

interface ProcessStat {
  readonly began: string
  /** A zombie without threads. While a thread is left, it may still write. */
  readonly hasEnded: boolean
}

/**
 * Fields of proc(5): 3 is the state, 20 the number of threads, 22 the start. The second, a name, may contain anything.
 */
function statOf(pid: number): ProcessStat | null {
  const fields = read(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
    .replace(/^.*\) /s, '')
    .split(' ')
  const [state = '', threads, began] = [fields[0], fields[17], fields[19]]
  return began === undefined ? null : { began, hasEnded: 'ZX'.includes(state) && Number(threads) <= 1 }
}

/** Empty if the file does not exist, as on systems other than Linux. */
function read(look: () => string): string {
  try {
    return look()
  } catch {
    return ''
  }
}
