import { z } from 'zod'
import { endKind } from '../episode/log/event'
import { summarizeEpisode } from '../episode/projections/summary'
import { episodeHelp } from '../episode/projections/summary-schema'
import type { EpisodeState, Observation } from '../episode/state/episode'
import { FAILURES } from '../episode/state/failures'
import { classifyOutcome } from '../episode/state/outcome'
import type { Measure } from './experiment-table'
import { unitKey } from './plan'

const count = z.number().int().nonnegative()
/** A figure over time: the turns after which it changed, each with the new value. */
const steps = z.array(z.tuple([count, z.number()]))

/** The result of a unit, folded from the log of its episode. */
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
  /** Number of calls by tool name; null if no tools were offered. */
  tool_use: z.record(z.string(), count).nullable(),
  /** Number of invalid replies and failed tool calls. */
  problems: count,
  /** See `Wasted`. */
  refused: count,
  repeats: count,
  /** Null if it was not checked. Results of earlier versions lack it. */
  foreknowledge: z.object({ turns: count, checked: count }).nullable().default(null),
  /** A person's help, with which the result has no value. Results of earlier versions lack it. */
  help: episodeHelp.nullable().default(null),
  tokens: z.object({ in: z.number(), out: z.number() }),
  cost_usd: z.number().nullable(),
  played_ms: z.number(),
  score_steps: steps,
  location_steps: steps,
})
export type UnitResult = Readonly<z.infer<typeof unitResult>>

/** A unit that could not be played to its end. It is missing from the figures and does not count as 0. */
export const unitFailure = z.strictObject({
  key: unitKey,
  attempts: z.number().int().nonnegative(),
  /** A sentence about the last attempt. */
  reason: z.string().max(2000),
  /** True if only `--retry-failed` tries it again. */
  isFinal: z.boolean(),
})
export type UnitFailure = Readonly<z.infer<typeof unitFailure>>

/** Maximum number of recorded changes per figure; later ones are dropped. */
const MAX_STEPS = 5000

/** Whether the episode has ended for good. One that was stopped or failed can be resumed. */
export function isOver({ ended, turns }: Pick<EpisodeState, 'ended' | 'turns'>, turnLimit: number): boolean {
  if (ended === null || ended.ended === 'error' || ended.ended === 'stopped') return false
  return ended.ended !== 'turn_limit' || turns.length >= turnLimit
}

/** Throws for a log without a manifest. */
export function resultOf(key: string, state: EpisodeState, turnLimit: number): UnitResult {
  const summary = summarizeEpisode(state)
  if (summary === null) throw new Error('The log has no manifest.')
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
    foreknowledge: summary.foreknowledge,
    help: summary.help,
    tokens: summary.tokens,
    cost_usd: summary.costUsd,
    played_ms: summary.playedMs,
    score_steps: stepsOf(state, ({ score: points }) => points),
    location_steps: locationSteps(state),
  }
}

export interface Wasted {
  /** Number of actions that the parser or the story refused. */
  readonly refused: number
  /** Number of actions that were repeated in a place where they had failed before. */
  readonly repeats: number
}

/** Counts refused and repeated actions, by the texts and locations of the turns. */
export function wastedIn({ opening, turns }: Pick<EpisodeState, 'opening' | 'turns'>): Wasted {
  const failed = new Set<string>()
  let before: Observation | null = opening
  let refused = 0
  let repeats = 0
  for (const { action, observation } of turns) {
    if (before === null || observation === null || action === null) continue
    const said = action.action.trim().toLowerCase()
    const at = `${before.location?.id}|${said}`
    if (failed.has(at)) repeats++
    if (FAILURES.has(classifyOutcome(said, before, observation))) {
      refused++
      failed.add(at)
    } else failed.delete(at)
    before = observation
  }
  return { refused, repeats }
}

function stepsOf(state: EpisodeState, of: (observation: Observation) => number | null): UnitResult['score_steps'] {
  const made: [number, number][] = []
  const all = [state.opening, ...state.turns.map(({ observation }) => observation)]
  for (const [turn, observation] of all.entries()) {
    const value = observation === null ? null : of(observation)
    if (value !== null && value !== made.at(-1)?.[1] && made.length < MAX_STEPS) made.push([turn, value])
  }
  return made
}

function locationSteps(state: EpisodeState): UnitResult['location_steps'] {
  const seen = new Set<number>()
  return stepsOf(state, ({ location }) => (location === null ? null : seen.add(location.id).size))
}

/** The figure after a turn, or its last value after the end of the episode. Null before the first value. */
export const valueAfter = (made: UnitResult['score_steps'], turn: number): number | null =>
  made.findLast(([at]) => at <= turn)?.[1] ?? null

/** The value of a unit by a measure; null if the story does not provide the data, or if a person helped. */
export function valueOf(result: UnitResult, measure: Measure): number | null {
  const { score, max_score: most, locations, ended } = result
  if (result.help !== null) return null
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

/** The mean share of the maximum score over all turns up to the limit, so that early points count more. */
function areaUnder({ score_steps: made, turn_limit: limit }: UnitResult, most: number): number | null {
  if (made.length === 0 || limit === 0) return null
  const sum = made.reduce((total, [turn, value], index) => {
    const [from, to] = [Math.max(1, turn), Math.min(limit + 1, made[index + 1]?.[0] ?? limit + 1)]
    return total + Math.max(0, to - from) * value
  }, 0)
  return sum / limit / most
}
