import type { Price } from './experiment-table'
import type { ExperimentPlan, PlannedArm } from './plan'

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

/** The price of the arm's model; undefined if the plan has none. A model may have any name, such as "constructor". */
export const priceOf = ({ terms: { prices } }: ExperimentPlan, { settings: { llm } }: PlannedArm): Price | undefined =>
  Object.hasOwn(prices, llm.agent_model) ? prices[llm.agent_model] : undefined
