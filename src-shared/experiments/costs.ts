import type { Price } from './experiment-table'

export interface ModelUsage {
  readonly tokensIn: number
  readonly tokensOut: number
  /** The cost that the endpoint reported; null if it reports none. */
  readonly costUsd: number | null
}

/** Cost in US dollars, as reported or else computed from the price; null if neither is known. */
export function costOf({ tokensIn, tokensOut, costUsd }: ModelUsage, price: Price | undefined): number | null {
  if (costUsd !== null || price === undefined) return costUsd
  return (tokensIn * price.input + tokensOut * price.output) / 1e6
}
