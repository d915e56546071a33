import { FaultScope } from '../host/episode/fault-scope'

export interface Survival {
  /** Told of a fault that no episode answers for. */
  readonly onFault: (error: Error) => void
  /** More of them within a minute end the program: one that fails again and again is not sound. */
  readonly mostAMinute: number
  /** Ends the program in order. */
  readonly end: () => void
}

const MINUTE_MS = 60_000

/** For a program that others still use. */
export const MOST_FAULTS_A_MINUTE = 20

/**
 * The last resort, for an error that nobody caught: it ends the episode whose work it was, with the reason in its log,
 * and never the others. What an episode is lies in its log and its state, which only change together (`Recorder`), so
 * that what failed elsewhere leaves them whole.
 */
export function outliveFaults({ onFault, mostAMinute, end }: Survival): void {
  let faultTimes: readonly number[] = []
  let isEnding = false
  const survive = (thrown: unknown) => {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown))
    if (FaultScope.fail(error) || isEnding) return
    onFault(error)
    const now = performance.now()
    faultTimes = [...faultTimes.filter((at) => now - at < MINUTE_MS), now]
    if (faultTimes.length <= mostAMinute) return
    isEnding = true
    end()
  }
  process.on('uncaughtException', survive)
  process.on('unhandledRejection', survive)
}
