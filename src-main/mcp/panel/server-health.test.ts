import { expect, it } from 'vitest'
import { type CallCounts, countCall, healthOf, NO_CALLS } from './server-health'

const after = (calls: readonly (readonly [ms: number, error: string | null])[]): CallCounts =>
  calls.reduce((counts, [ms, error]) => countCall(counts, { ms, error }), NO_CALLS)

it('the health of a server counts its calls and failures, and has the median time of its answers', () => {
  expect(healthOf(NO_CALLS)).toBeNull()
  expect(healthOf(after([[30_000, 'No answer within 30 s']]))).toEqual({ calls: 1, failures: 1, medianMs: null })
  const mixed = after([...[90, 10, 20].map((ms) => [ms, null] as const), [30_000, 'late']])
  expect(healthOf(mixed)).toEqual({ calls: 4, failures: 1, medianMs: 20 })
})

it('the median is that of the latest 200 answers', () => {
  const slowed = after(Array.from({ length: 400 }, (_, at) => [at < 200 ? 1 : 50, null] as const))
  expect(healthOf(slowed)).toEqual({ calls: 400, failures: 0, medianMs: 50 })
  expect(slowed.answeredMs).toHaveLength(200)
})
