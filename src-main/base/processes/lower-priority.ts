import { constants, getPriority, setPriority } from 'node:os'

const { PRIORITY_BELOW_NORMAL } = constants.priority

/**
 * Nice values of work that must not take the processor from the host's thread. An experiment has the lower priority.
 */
export const PRIORITY = { longWork: 5, experiment: PRIORITY_BELOW_NORMAL } as const

/**
 * Lowers the priority of a process that has just started, or on Linux of the calling thread (`pid` 0). The processes
 * that it starts inherit the priority. Does nothing if the system refuses.
 */
export function lowerPriority(pid: number, priority: number): void {
  try {
    if (getPriority(pid) < priority) setPriority(pid, priority)
  } catch {
    // The process has ended, or the system has no priorities.
  }
}
