import { printError } from '../base/terminal/terminal'
import { FaultScope } from '../host/episode/fault-scope'

export interface FaultPolicy {
  /** Receives each error that belongs to no episode. */
  readonly onFault: (error: Error) => void
  /** More errors within a minute end the process, because its state is no longer reliable. */
  readonly mostAMinute: number
  readonly end: () => void
}

const MINUTE_MS = 60_000

/** The value of `mostAMinute` for a program with clients that can continue. */
export const MAX_FAULTS_A_MINUTE = 20

/**
 * Handles uncaught errors. An error in the work of an episode ends that episode and no other, with the reason in its
 * log. The log and the state of an episode only change together (`Recorder`), so that an error elsewhere leaves them
 * consistent.
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
