import { StreamError } from '../failure/attempt-errors'

/**
 * The package's own timer stops at the response headers, so a stalled stream would hang forever. This one watches every
 * chunk and the total time.
 */
export function startWatchdog(
  signal: AbortSignal,
  wholeSeconds: number,
): { readonly signal: AbortSignal; expectWithin(seconds: number, code: 'timeout' | 'stalled'): void; stop(): void } {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const whole = setTimeout(
    () =>
      controller.abort(
        new StreamError(
          'too_slow',
          `the reply was not complete after ${wholeSeconds} s (setting limits.reply_seconds)`,
        ),
      ),
    wholeSeconds * 1000,
  )
  return {
    signal: AbortSignal.any([signal, controller.signal]),
    expectWithin(seconds, code) {
      clearTimeout(timer)
      timer = setTimeout(() => controller.abort(new StreamError(code, `nothing came for ${seconds} s`)), seconds * 1000)
    },
    stop() {
      clearTimeout(timer)
      clearTimeout(whole)
    },
  }
}
