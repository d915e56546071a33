import type { EpisodeState, Turn } from './episode'
import { markerKindsOf } from './markers'

/** What stops an agent, or a playback, after a turn. Each by itself, whatever the others say. */
export interface PauseRules {
  readonly scoreChange: boolean
  readonly newRoom: boolean
  readonly death: boolean
  readonly loop: boolean
  readonly noScore: boolean
  readonly noScoreTurns: number
  readonly toolError: boolean
  readonly cost: boolean
  readonly costUsd: number
}

export const DEFAULT_PAUSE_RULES: PauseRules = {
  scoreChange: false,
  newRoom: false,
  death: false,
  loop: false,
  noScore: false,
  noScoreTurns: 25,
  toolError: true,
  cost: true,
  costUsd: 5,
}

/**
 * Why a rule stops after the last complete turn of `state`, in words for the window; null if none does. From recorded
 * facts alone, so an agent that plays and a reader who plays it back stop at the same turns.
 */
export function whyPause(rules: PauseRules, state: EpisodeState): string | null {
  const turn = state.turns.at(-1)
  if (!turn) return null
  const kinds = markerKindsOf(state, turn)
  if (rules.death && kinds.includes('death')) return 'Paused: the player died'
  if (rules.scoreChange && (kinds.includes('score_gain') || kinds.includes('score_loss')))
    return 'Paused: score changed'
  if (rules.newRoom && kinds.includes('new_location')) return 'Paused: new room'
  if (rules.loop && kinds.includes('loop')) return 'Paused: same room and action 3 times'
  if (rules.toolError && toolFailed(turn)) return 'Paused: a tool failed'
  if (rules.noScore && turnsWithoutScore(state) === rules.noScoreTurns)
    return `Paused: ${rules.noScoreTurns} turns without score`
  if (rules.cost && passedCost(rules.costUsd, state, turn)) return `Paused: cost over $${rules.costUsd}`
  return null
}

const toolFailed = ({ iterations }: Turn) =>
  iterations.some(({ toolCalls }) => toolCalls.some(({ status }) => status === 'failed' || status === 'timeout'))

function turnsWithoutScore({ turns, opening }: EpisodeState): number {
  const scores = [opening?.score ?? null, ...turns.map(({ observation }) => observation?.score ?? null)]
  const last = scores.at(-1)
  const changedIn = scores.findLastIndex((score) => score !== last) + 1
  return turns.length - changedIn
}

/** True of the one turn that took the cost over the limit: who resumes after it has agreed to more. */
function passedCost(limitUsd: number, { totals }: EpisodeState, { iterations }: Turn): boolean {
  const total = totals.costUsd ?? 0
  const ofTurn = iterations.reduce((sum, { response }) => sum + (response?.cost_usd ?? 0), 0)
  return total > limitUsd && total - ofTurn <= limitUsd
}
