import { expect, it } from 'vitest'
import type { LibraryEntry } from '@shared/contract/library'
import { failsOften, latestHealth } from './episode-health'

const health = (calls: number, failures: number, failedStarts = 0) => ({
  calls,
  failures,
  failedStarts,
  answerMs: { p50: 5, p95: 9 },
  failedTurns: [],
})
const entry = (id: string, servers: object): LibraryEntry =>
  ({ id, summary: { startedAt: id, servers } }) as LibraryEntry

it('lists the ten latest episodes that used the server, newest first', () => {
  const days = Array.from({ length: 12 }, (_, day) => entry(`2026-01-${10 + day}`, { lamp: health(day, 0) }))
  const found = latestHealth([...days, entry('2026-02-01', { constructor: health(1, 1) })], 'lamp')
  expect(found.map((each) => each.entry.id)).toEqual(
    days
      .toReversed()
      .slice(0, 10)
      .map(({ id }) => id),
  )
  expect(latestHealth(days, 'constructor')).toEqual([])
})

it('a server fails often from the third failure on, if a tenth of its calls failed', () => {
  expect(failsOften([health(20, 2)])).toBe(false)
  expect(failsOften([health(20, 2), health(10, 1)])).toBe(true)
  expect(failsOften([health(300, 3)])).toBe(false)
  expect(failsOften([health(0, 0, 3)])).toBe(true)
})
