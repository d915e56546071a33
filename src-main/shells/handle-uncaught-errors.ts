import { printError } from '../base/terminal/terminal'
import { FaultScope } from '../host/episode/fault-scope'

export interface FaultPolicy {
  /** Receives each error that belongs to no episode. */
  readonly onFault: (error: Error) => void
  /** More errors within a minute end the process: it is no longer sound. */
  readonly mostAMinute: number
  readonly end: () => void
}

const MINUTE_MS = 60_000

/** For a program that other clients still use. */
export const MAX_FAULTS_A_MINUTE = 20

/**
 * Handles errors that no other code caught: ends the episode whose work failed, with the reason in its log, and never
 * another one. The log and the state of an episode only change together (`Recorder`), so an error elsewhere leaves them
 * whole.
 */
export function handleUncaughtErrors({ onFault, mostAMinute, end }: FaultPolicy): void {
  let faultTimes: readonly number[] = []
  let isEnding = false
  const handle = (thrown: unknown) => {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown))
    if (FaultScope.fail(error) || isEnding) return
    onFault(error)
    const now = performance.now()
    faultTimes = [...faultTimes.filter((at) => now - at < MINUTE_MS), now]
    if (faultTimes.length <= mostAMinute) return
    isEnding = true
    end()
  }
  process.on('uncaughtException', handle)
  process.on('unhandledRejection', handle)
}

export const printFault = ({ message }: Error): void => printError(`zorkgpt: ${message}`)
