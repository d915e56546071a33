import type { Price } from './experiment-table'

export interface ModelUsage {
  readonly tokensIn: number
  readonly tokensOut: number
  /** As the endpoint told it; null where it tells none. */
  readonly costUsd: number | null
}

/** US dollars: what the endpoint told, or what its tokens cost by the price; null where neither is known. */
export function costOf({ tokensIn, tokensOut, costUsd }: ModelUsage, price: Price | undefined): number | null {
  if (costUsd !== null || price === undefined) return costUsd
  return (tokensIn * price.input + tokensOut * price.output) / 1e6
}
