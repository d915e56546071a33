import { StreamError } from '../failure/attempt-errors'

interface Watchdog {
  readonly signal: AbortSignal
  expectWithin(seconds: number, code: 'timeout' | 'stalled'): void
  /** Starts the limit on the total time; later calls do nothing. */
  limitWhole(seconds: number): void
  stop(): void
}

/**
 * The package's own timer stops at the response headers, so a stalled stream would hang forever. This watchdog limits
 * the time between chunks and the total time.
 */
export function startWatchdog(signal: AbortSignal): Watchdog {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let whole: NodeJS.Timeout | undefined
  return {
    signal: AbortSignal.any([signal, controller.signal]),
    limitWhole(seconds) {
      const text = `the reply was not complete after ${seconds} s (setting limits.reply_seconds)`
      whole ??= setTimeout(() => controller.abort(new StreamError('too_slow', text)), seconds * 1000)
    },
    expectWithin(seconds, code) {
      clearTimeout(timer)
      timer = setTimeout(() => controller.abort(new StreamError(code, `no data came for ${seconds} s`)), seconds * 1000)
    },
    stop() {
      clearTimeout(timer)
      clearTimeout(whole)
    },
  }
}
