import { constants, getPriority, setPriority } from 'node:os'

const { PRIORITY_BELOW_NORMAL } = constants.priority

/** The nice values of work that leaves the processor to the host's thread, the milder one first. */
export const PRIORITY = { longWork: 5, experiment: PRIORITY_BELOW_NORMAL } as const

/**
 * Lowers the priority of a process that has just started, or on Linux of the calling thread (`pid` 0). The processes
 * that it starts inherit the priority. A system that refuses this changes nothing.
 */
export function lowerPriority(pid: number, priority: number): void {
  try {
    if (getPriority(pid) < priority) setPriority(pid, priority)
  } catch {
    // The process has ended, or the system has no priorities.
  }
}
