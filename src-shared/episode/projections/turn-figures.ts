import type { EpisodeState, Turn } from '../state/episode'
import { changesOfTurn } from '../state/turn-changes'
import { countServers, type ServerCounts } from './server-health'

/** Counts over the complete turns, for a summary. */
export interface TurnFigures {
  readonly deaths: number
  /** Number of calls by tool name; null if no turn had a session with servers. */
  readonly toolUse: ReadonlyMap<string, number> | null
  /** One for each turn; null if the turn has no duration. */
  readonly durationsMs: readonly (number | null)[]
  /** One for each turn that had a session. */
  readonly mcpWaitsMs: readonly number[]
  /** Without turns that a fork copied. */
  readonly servers: ServerCounts
}

interface Fold {
  deaths: number
  hasSession: boolean
  readonly tools: Map<string, number>
  readonly durationsMs: (number | null)[]
  readonly mcpWaitsMs: number[]
  readonly servers: ServerCounts
}

/**
 * Each fold is cached under its last turn. Complete turns never change, so the summaries of a running episode read each
 * turn once, instead of up to ten thousand turns after each turn.
 */
const folds = new WeakMap<Turn, Fold>()

export function turnFiguresOf(state: Pick<EpisodeState, 'turns' | 'opening' | 'forkedFrom'>): TurnFigures {
  const { turns } = state
  const known = turns.findLastIndex((turn) => folds.has(turn))
  const lastKnown = turns[known]
  const fold = (lastKnown && folds.get(lastKnown)) ?? newFold()
  if (lastKnown) folds.delete(lastKnown)
  for (const turn of turns.slice(known + 1)) addTurn(fold, state, turn)
  const last = turns.at(-1)
  if (last) folds.set(last, fold)
  return { ...fold, toolUse: fold.hasSession ? fold.tools : null }
}

const newFold = (): Fold => ({
  deaths: 0,
  hasSession: false,
  tools: new Map(),
  durationsMs: [],
  mcpWaitsMs: [],
  servers: new Map(),
})

function addTurn(fold: Fold, state: Pick<EpisodeState, 'turns' | 'opening' | 'forkedFrom'>, turn: Turn): void {
  const { session, iterations, completed } = turn
  if (changesOfTurn(state, turn).died) fold.deaths++
  for (const { toolCalls } of iterations)
    for (const { toolName } of toolCalls) fold.tools.set(toolName, (fold.tools.get(toolName) ?? 0) + 1)
  if (turn.number > (state.forkedFrom?.turn ?? 0)) countServers(fold.servers, turn)
  fold.durationsMs.push(completed?.durationMs ?? null)
  if (session === null) return
  fold.hasSession = true
  fold.mcpWaitsMs.push(session.mcp_wait_ms)
}
