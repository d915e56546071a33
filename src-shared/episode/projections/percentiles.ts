/** p50 and p95; null without values. */
export interface Percentiles {
  readonly p50: number | null
  readonly p95: number | null
}

/** Computed by the nearest-rank method. */
export function percentilesOf(values: readonly number[]): Percentiles {
  const sorted = Float64Array.from(values).sort()
  const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null
  return { p50: at(0.5), p95: at(0.95) }
}
