import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PausableTimer } from './pausable-timer'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('a paused clock stops, then continues with the remaining time', () => {
  const clock = new PausableTimer(() => performance.now())
  const rung: string[] = []
  clock.start(20, () => rung.push('first'))
  vi.advanceTimersByTime(15)
  const [one, other] = [clock.pause(), clock.pause()]
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

it('a cancelled timer does not fire', () => {
  const clock = new PausableTimer(() => performance.now())
  const ring = vi.fn<() => void>()
  const stop = clock.start(1, ring)
  const go = clock.pause()
  stop()
  go()
  vi.advanceTimersByTime(20)
  expect(ring).not.toHaveBeenCalled()
})
