import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { HeldClock } from './pausable-timer'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('a clock that is held lets no time pass, and then goes on with what was left', () => {
  const clock = new HeldClock(() => performance.now())
  const rung: string[] = []
  clock.start(20, () => rung.push('first'))
  vi.advanceTimersByTime(15)
  const [one, other] = [clock.hold(), clock.hold()]
  clock.start(1, () => rung.push('later'))
  vi.advanceTimersByTime(60)
  one()
  one()
  vi.advanceTimersByTime(60)
  expect(rung).toEqual([])
  other()
  vi.advanceTimersByTime(4)
  expect(rung).toEqual(['later'])
  vi.advanceTimersByTime(1)
  expect(rung).toEqual(['later', 'first'])
})

it('what was taken back does not ring', () => {
  const clock = new HeldClock(() => performance.now())
  const ring = vi.fn<() => void>()
  const stop = clock.start(1, ring)
  const go = clock.hold()
  stop()
  go()
  vi.advanceTimersByTime(20)
  expect(ring).not.toHaveBeenCalled()
})
