import type { McpHealth } from '@shared/contract/mcp'

/** The calls of one server since the host started, by episodes and by users. */
export interface CallCounts {
  readonly calls: number
  readonly failures: number
  /** Durations of the latest successful calls, in ms. */
  readonly answeredMs: readonly number[]
}

const MAX_DURATIONS = 200
export const NO_CALLS: CallCounts = { calls: 0, failures: 0, answeredMs: [] }

/** Counts a call. `error` is null if the tool gave a result, even one that reports an error of the tool. */
export const countCall = (
  { calls, failures, answeredMs }: CallCounts,
  { error, ms }: { readonly error: string | null; readonly ms: number },
): CallCounts => ({
  calls: calls + 1,
  failures: failures + (error === null ? 0 : 1),
  answeredMs: error === null ? [...answeredMs, ms].slice(-MAX_DURATIONS) : answeredMs,
})

/** Null before the first call. The median is null without a successful call. */
export function healthOf({ calls, failures, answeredMs }: CallCounts): McpHealth | null {
  if (calls === 0) return null
  const sorted = answeredMs.toSorted((a, b) => a - b)
  return { calls, failures, medianMs: sorted[Math.floor((sorted.length - 1) / 2)] ?? null }
}
