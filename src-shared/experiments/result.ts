import { z } from 'zod'
import type { EpisodeState } from '../episode/state/episode'
import { endKind } from '../episode/log/event'
import { summarizeEpisode } from '../episode/projections/summary'
import type { Measure } from './experiment-table'
import { unitKey } from './plan'
import { wastedIn } from './wasted'

const count = z.number().int().nonnegative()
/** Of a figure that changes from turn to turn: the turns after which it is another one, and what it is then. */
const steps = z.array(z.tuple([count, z.number()]))

/** What one unit came to, folded from the log of its episode. */
export const unitResult = z.strictObject({
  format: z.literal(1),
  key: unitKey,
  episode: z.string(),
  ended: endKind.nullable(),
  reason: z.string().nullable(),
  turns: count,
  turn_limit: count,
  score: z.number().nullable(),
  max_score: z.number().nullable(),
  locations: count,
  deaths: count,
  llm_calls: count,
  tool_calls: count,
  /** Calls of tools by their names; null where none were offered. */
  tool_use: z.record(z.string(), count).nullable(),
  /** Replies that could not be used, tools that failed. */
  problems: count,
  /** See `Wasted`. */
  refused: count,
  repeats: count,
  tokens: z.object({ in: z.number(), out: z.number() }),
  cost_usd: z.number().nullable(),
  played_ms: z.number(),
  score_steps: steps,
  location_steps: steps,
})
export type UnitResult = Readonly<z.infer<typeof unitResult>>

/** So many changes of a figure are kept: of more, those at the end are left out. */
const MOST_STEPS = 5000

/** Whether there is nothing more to be played: what was stopped, or failed, goes on. */
export function isOver({ ended, turns }: Pick<EpisodeState, 'ended' | 'turns'>, turnLimit: number): boolean {
  if (ended === null || ended.ended === 'error' || ended.ended === 'stopped') return false
  return ended.ended !== 'turn_limit' || turns.length >= turnLimit
}

/** Throws for a log without a beginning. */
export function resultOf(key: string, state: EpisodeState, turnLimit: number): UnitResult {
  const summary = summarizeEpisode(state)
  if (summary === null) throw new Error('There is no beginning in the log.')
  const { id, ended, reason, turns, score, maxScore, locations, deaths, llmCalls, toolCalls } = summary
  return {
    format: 1,
    key,
    episode: id,
    ended,
    reason,
    turns,
    turn_limit: turnLimit,
    score,
    max_score: maxScore,
    locations,
    deaths,
    llm_calls: llmCalls,
    tool_calls: toolCalls,
    tool_use: summary.toolUse,
    problems: summary.problems,
    ...wastedIn(state),
    tokens: summary.tokens,
    cost_usd: summary.costUsd,
    played_ms: summary.playedMs,
    score_steps: stepsOf(state, ({ score: points }) => points),
    location_steps: locationSteps(state),
  }
}

type Observation = NonNullable<EpisodeState['opening']>

function stepsOf(state: EpisodeState, of: (observation: Observation) => number | null): UnitResult['score_steps'] {
  const made: [number, number][] = []
  const all = [state.opening, ...state.turns.map(({ observation }) => observation)]
  for (const [turn, observation] of all.entries()) {
    const value = observation === null ? null : of(observation)
    if (value !== null && value !== made.at(-1)?.[1] && made.length < MOST_STEPS) made.push([turn, value])
  }
  return made
}

function locationSteps(state: EpisodeState): UnitResult['location_steps'] {
  const seen = new Set<number>()
  return stepsOf(state, ({ location }) => (location === null ? null : seen.add(location.id).size))
}

/** The figure after a turn; what is beyond the end of an episode stays as it was there. Null before the first. */
export const valueAfter = (made: UnitResult['score_steps'], turn: number): number | null =>
  made.findLast(([at]) => at <= turn)?.[1] ?? null

/** What a unit counts for; null where its story does not tell what that takes. */
export function valueOf(result: UnitResult, measure: Measure): number | null {
  const { score, max_score: most, locations, ended } = result
  switch (measure) {
    case 'score':
      return score
    case 'score_share':
      return score === null || most === null || most <= 0 ? null : score / most
    case 'score_auc':
      return most === null || most <= 0 ? null : areaUnder(result, most)
    case 'locations':
      return locations
    case 'won':
      return ended === 'won' ? 1 : 0
    case 'refused':
    case 'repeats':
      return result.turns === 0 ? null : result[measure] / result.turns
    case 'tokens':
      return result.tokens.in + result.tokens.out
    case 'cost_usd':
      return result.cost_usd
  }
}

/** The mean share of the score over all turns up to the limit: who scores early has more. */
function areaUnder({ score_steps: made, turn_limit: limit }: UnitResult, most: number): number | null {
  if (made.length === 0 || limit === 0) return null
  const sum = made.reduce((total, [turn, value], index) => {
    const [from, to] = [Math.max(1, turn), Math.min(limit + 1, made[index + 1]?.[0] ?? limit + 1)]
    return total + Math.max(0, to - from) * value
  }, 0)
  return sum / limit / most
}
