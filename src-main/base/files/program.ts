import { createHash } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** A process as it can be told from the next that is given its number: by where the number holds, and when it began. */
export interface Program {
  readonly machine: string
  readonly pid: number
  /** In the system's own terms; null where it does not tell. */
  readonly began: string | null
}

/**
 * This machine since it was started, and of it the numbers that this process sees: a container counts its own. Nobody
 * learns the name of the machine from it.
 */
function describeMachine(): string {
  const facts = [hostname(), read(() => readFileSync(BOOT, 'utf8')), read(() => readlinkSync('/proc/self/ns/pid'))]
  return createHash('sha256').update(facts.join('\n')).digest('hex').slice(0, 16)
}

const BOOT = '/proc/sys/kernel/random/boot_id'

export const thisProgram: Program = {
  machine: describeMachine(),
  pid: process.pid,
  began: statOf(process.pid)?.began ?? null,
}

/** Whether it still runs; null where that cannot be told from here. */
export function isRunning({ machine, pid, began }: Program): boolean | null {
  if (machine !== thisProgram.machine) return null
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
  /** Nobody has collected it yet, but the last of its threads is gone: until then one of them may still write. */
  readonly hasEnded: boolean
}

/** proc(5): after the name, which may hold any sign, come the state, as 20th field the threads, as 22nd the start. */
function statOf(pid: number): ProcessStat | null {
  const fields = read(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
    .replace(/^.*\) /s, '')
    .split(' ')
  const [state = '', threads, began] = [fields[0], fields[17], fields[19]]
  return began === undefined ? null : { began, hasEnded: 'ZX'.includes(state) && Number(threads) <= 1 }
}

/** Empty where there is no such thing, as on every system but Linux. */
function read(look: () => string): string {
  try {
    return look()
  } catch {
    return ''
  }
}
