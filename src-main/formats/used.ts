import type { Usage } from '@shared/episode/log/chat'
import type { HelperCall, Iteration, Turn } from '@shared/episode/state/episode'

/** Usage of model calls; null if no endpoint reported it. */
interface Used {
  readonly tokensIn: number | null
  readonly tokensOut: number | null
  readonly tokensCached: number | null
  readonly tokensReasoning: number | null
  readonly costUsd: number | null
}

const nothingUsed: Used = {
  tokensIn: null,
  tokensOut: null,
  tokensCached: null,
  tokensReasoning: null,
  costUsd: null,
}

/** Includes the calls of helpers. */
export const callsOf = ({ iterations, helperCalls = [] }: Turn): readonly (Iteration | HelperCall)[] => [
  ...iterations,
  ...helperCalls,
]

export const usedIn = (turn: Turn): Used =>
  callsOf(turn).reduce(
    (sum, { response }) => (response ? add(sum, response.usage, response.cost_usd) : sum),
    nothingUsed,
  )

const add = (sum: Used, usage: Usage, costUsd: number | null): Used => ({
  tokensIn: plus(sum.tokensIn, usage.input),
  tokensOut: plus(sum.tokensOut, usage.output),
  tokensCached: plus(sum.tokensCached, usage.cached),
  tokensReasoning: plus(sum.tokensReasoning, usage.reasoning),
  costUsd: plus(sum.costUsd, costUsd),
})

const plus = (sum: number | null, more: number | null): number | null =>
  sum === null && more === null ? null : (sum ?? 0) + (more ?? 0)
