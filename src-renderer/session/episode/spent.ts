import type { SpentByTurn } from '@shared/contract/contract'
import type { EpisodeState, Totals, Turn } from '@shared/episode/episode'

/** What an outline cost, as the host counted it: what it left out cannot be added up here. */
export interface Spent {
  readonly byTurn: SpentByTurn
  /** What had been added up all the same when the outline was whole; what is more came later and live. */
  readonly counted: Totals
}

/** The state with its true totals; inside of a turn they are those of the turn before. */
export function withSpent(state: EpisodeState, { byTurn, counted }: Spent): EpisodeState {
  const turn = state.turns.length
  const last = byTurn.llmCalls.length - 1
  const totals = turn > last ? plus(at(byTurn, last), minus(state.totals, counted)) : at(byTurn, turn)
  return { ...state, totals: { ...state.totals, ...totals } }
}

/** Tokens of one turn; null if the outline does not reach that far. */
function tokensSpent({ tokensIn, tokensOut }: SpentByTurn, turn: number): number | null {
  const total = (index: number) => (tokensIn[index] ?? NaN) + (tokensOut[index] ?? NaN)
  const tokens = total(turn) - total(turn - 1)
  return Number.isNaN(tokens) ? null : Math.max(0, tokens)
}

type Figures = Pick<Totals, 'llmCalls' | 'tokensIn' | 'tokensOut' | 'costUsd'>

const at = (byTurn: SpentByTurn, turn: number): Figures => ({
  llmCalls: byTurn.llmCalls[turn] ?? 0,
  tokensIn: byTurn.tokensIn[turn] ?? 0,
  tokensOut: byTurn.tokensOut[turn] ?? 0,
  costUsd: byTurn.costUsd[turn] ?? null,
})
const minus = (a: Figures, b: Figures): Figures => ({
  llmCalls: a.llmCalls - b.llmCalls,
  tokensIn: a.tokensIn - b.tokensIn,
  tokensOut: a.tokensOut - b.tokensOut,
  costUsd: a.costUsd === null ? null : a.costUsd - (b.costUsd ?? 0),
})
const plus = (a: Figures, b: Figures): Figures => ({
  llmCalls: a.llmCalls + b.llmCalls,
  tokensIn: a.tokensIn + b.tokensIn,
  tokensOut: a.tokensOut + b.tokensOut,
  costUsd: a.costUsd === null && b.costUsd === null ? null : (a.costUsd ?? 0) + (b.costUsd ?? 0),
})

/** Of all calls of the turn; null if it made none. `spent` tells of a turn whose calls are not known. */
export function tokensOf({ number, iterations }: Turn, spent: Spent | null): number | null {
  if (spent !== null && iterations.length === 0) return tokensSpent(spent.byTurn, number)
  let tokens: number | null = null
  for (const { response } of iterations)
    if (response) tokens = (tokens ?? 0) + (response.usage.input ?? 0) + (response.usage.output ?? 0)
  return tokens
}
