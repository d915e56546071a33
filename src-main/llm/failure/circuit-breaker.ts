import type { Settings } from '@shared/settings/settings'

type BreakerSettings = Pick<
  Settings['retry'],
  | 'circuit_breaker_enabled'
  | 'circuit_breaker_failure_threshold'
  | 'circuit_breaker_recovery_timeout'
  | 'circuit_breaker_success_threshold'
>

/** Stops calling an endpoint that keeps failing. Counts attempts, not calls. */
interface CircuitBreaker {
  /** Time until the next attempt is allowed, ms; 0 if it is allowed now. */
  blockedForMs(): number
  succeeded(): void
  failed(): void
}

/** `clock` is monotonic, in ms: a wall clock that is set back would prolong the block. */
export function createCircuitBreaker(settings: BreakerSettings, clock: () => number): CircuitBreaker {
  let failures = 0
  let openedAt: number | null = null
  let successesWanted = 0
  const recoveryMs = settings.circuit_breaker_recovery_timeout * 1000
  return {
    blockedForMs: () => (openedAt === null ? 0 : Math.max(0, openedAt + recoveryMs - clock())),
    succeeded() {
      if (successesWanted > 0) successesWanted--
      if (successesWanted > 0) return
      failures = 0
      openedAt = null
    },
    failed() {
      failures++
      // After an outage the breaker is half-open: one failure opens it again.
      if (
        !settings.circuit_breaker_enabled ||
        (successesWanted === 0 && failures < settings.circuit_breaker_failure_threshold)
      )
        return
      openedAt = clock()
      successesWanted = settings.circuit_breaker_success_threshold
    },
  }
}
