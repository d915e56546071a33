import type { PauseRules } from '../log/pause-rules-schema'
import { type EpisodeState, isUnanswered, type Turn } from '../state/episode'
import { observationBefore } from '../state/turn-changes'
import { markerKindsOf } from './markers'

export type { PauseRules } from '../log/pause-rules-schema'

/** All rules off; for rules with a number, 0 means off. */
export const NO_PAUSE_RULES: PauseRules = {
  tool_error: false,
  score_change: false,
  new_location: false,
  died: false,
  repeated_action: false,
  turns_without_score: 0,
  cost_usd: 0,
}

export const DEFAULT_PAUSE_RULES: PauseRules = { ...NO_PAUSE_RULES, tool_error: true, cost_usd: 5 }

export const PAUSE_RULES = Object.keys(NO_PAUSE_RULES) as readonly (keyof PauseRules)[]

export const samePauseRules = (one: PauseRules, other: PauseRules): boolean =>
  formatPauseRules(one) === formatPauseRules(other)

/** The rules that are on, in the syntax of the option `--pause-on`. */
export const formatPauseRules = (rules: PauseRules): string =>
  PAUSE_RULES.filter((rule) => rules[rule])
    .map((rule) => (rules[rule] === true ? rule : `${rule}=${rules[rule]}`))
    .join(',')

/**
 * The reason why a rule pauses after the last turn; null if none does. Uses recorded facts only, so that run and replay
 * agree.
 */
export function whyPause(rules: PauseRules, state: EpisodeState): string | null {
  const turn = state.turns.at(-1)
  if (!turn) return null
  const kinds = markerKindsOf(state, turn)
  if (rules.died && kinds.includes('death')) return 'Paused: the player died'
  if (rules.score_change && (kinds.includes('score_gain') || kinds.includes('score_loss')))
    return scoreChanged(state, turn)
  if (rules.new_location && kinds.includes('new_location')) return 'Paused: new room'
  if (rules.repeated_action && kinds.includes('loop')) return 'Paused: same room and action 3 times'
  const failed = rules.tool_error && failedCall(turn)
  if (failed) return `Paused: ${failed.toolName} ${isUnanswered(failed) ? 'gave no answer' : 'failed'}`
  if (rules.turns_without_score > 0 && turnsWithoutScore(state) === rules.turns_without_score)
    return `Paused: ${rules.turns_without_score} turns without score`
  if (rules.cost_usd > 0 && passedCost(rules.cost_usd, state)) return `Paused: cost over $${rules.cost_usd}`
  return null
}

function scoreChanged(state: EpisodeState, { number, observation }: Turn): string {
  const before = observationBefore(state, number)?.score
  return `Paused: score ${before ?? '?'} → ${observation?.score ?? '?'}`
}

const failedCall = ({ iterations }: Turn) =>
  iterations.flatMap(({ toolCalls }) => toolCalls).find(({ status }) => status === 'failed' || status === 'timeout')

function turnsWithoutScore({ turns, opening }: EpisodeState): number {
  const scores = [opening?.score ?? null, ...turns.map(({ observation }) => observation?.score ?? null)]
  const last = scores.at(-1)
  const changedIn = scores.findLastIndex((score) => score !== last) + 1
  return turns.length - changedIn
}

/**
 * True only in the turn in which the cost exceeded the limit: resuming after it is consent to spend more. Calls of
 * servers and of attempts at the turn that were dropped count too.
 */
function passedCost(limitUsd: number, { turns, totals, forkedFrom }: EpisodeState): boolean {
  const before = turns.at(-2)
  const isOfParent = before !== undefined && before.number <= (forkedFrom?.turn ?? 0)
  const costBefore = isOfParent ? 0 : (before?.completed?.costUsd ?? 0)
  return (totals.costUsd ?? 0) > limitUsd && costBefore <= limitUsd
}
