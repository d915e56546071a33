import { describe, expect, it } from 'vitest'
import { createCircuitBreaker } from './circuit-breaker'

const settings = {
  circuit_breaker_enabled: true,
  circuit_breaker_failure_threshold: 3,
  circuit_breaker_recovery_timeout: 10,
  circuit_breaker_success_threshold: 2,
}

describe('the circuit breaker', () => {
  it('opens at the threshold of failures in a row, for the recovery time', () => {
    let now = 0
    const breaker = createCircuitBreaker(settings, () => now)
    for (let failure = 0; failure < 2; failure++) breaker.failed()
    breaker.succeeded()
    for (let failure = 0; failure < 2; failure++) breaker.failed()
    expect(breaker.blockedForMs()).toBe(0)
    breaker.failed()
    expect(breaker.blockedForMs()).toBe(10_000)
    now = 10_000
    expect(breaker.blockedForMs()).toBe(0)
  })

  it('opens again at the first failure after an outage, until successes in a row have closed it', () => {
    let now = 0
    const breaker = createCircuitBreaker(settings, () => now)
    for (let failure = 0; failure < 3; failure++) breaker.failed()
    now = 10_000
    breaker.succeeded()
    breaker.failed()
    expect(breaker.blockedForMs()).toBe(10_000)
    now = 20_000
    breaker.succeeded()
    breaker.succeeded()
    breaker.failed()
    expect(breaker.blockedForMs()).toBe(0)
  })

  it('never opens when it is switched off', () => {
    const breaker = createCircuitBreaker({ ...settings, circuit_breaker_enabled: false }, () => 0)
    for (let failure = 0; failure < 99; failure++) breaker.failed()
    expect(breaker.blockedForMs()).toBe(0)
  })
})
