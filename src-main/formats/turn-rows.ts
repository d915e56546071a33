import { type EpisodeState, type Observation, seedInForce } from '@shared/episode/state/episode'
import { modelCallsOf, usageIn } from '@shared/episode/state/model-calls'
import { classifyOutcome } from '@shared/episode/state/outcome'
import type { ReadTurn, TurnsRead } from '../episode/log/read-each-turn'
import type { ExportedEpisode } from './exported-episode'

/** The value of a missing cell is unknown. */
export type TurnRow = { readonly [Name in ColumnName]?: string | number | boolean | null | undefined }

/** The columns of the table of turns in order, with their types; any cell may be empty. */
export const TURN_COLUMNS = [
  ['episode', 'text'],
  ['experiment', 'text'],
  ['arm', 'text'],
  ['repeat', 'number'],
  ['unit', 'text'],
  ['title', 'text'],
  ['story_sha256', 'text'],
  ['handicap', 'text'],
  ['disguise', 'text'],
  ['seed', 'number'],
  ['player', 'text'],
  ['model', 'text'],
  ['turn', 'number'],
  ['started_at', 'text'],
  ['action', 'text'],
  ['source', 'text'],
  ['reasoning', 'text'],
  ['observation', 'text'],
  ['came_to', 'text'],
  ['location_id', 'number'],
  ['location', 'text'],
  ['score', 'number'],
  ['max_score', 'number'],
  ['reward', 'number'],
  ['moves', 'number'],
  ['inventory', 'text'],
  ['victory', 'flag'],
  ['game_over', 'flag'],
  ['rule_applied', 'text'],
  ['calls', 'number'],
  ['tokens_in', 'number'],
  ['tokens_out', 'number'],
  ['tokens_cached', 'number'],
  ['tokens_reasoning', 'number'],
  ['cost_usd', 'number'],
  ['tool_calls', 'number'],
  ['tools', 'text'],
  ['problems', 'number'],
  ['duration_ms', 'number'],
  ['ended', 'text'],
] as const
type ColumnName = (typeof TURN_COLUMNS)[number][0]

/** One row per turn, in parts; with all turns, the opening is turn 0. */
export async function* turnRows(episode: ExportedEpisode): AsyncGenerator<readonly TurnRow[]> {
  let isFirst = episode.hasOpening
  for await (const part of episode.read()) {
    const about = aboutEpisode(episode, part.state)
    const opening = isFirst ? openingOf(part) : null
    if (opening !== null) isFirst = false
    yield [
      ...(opening === null ? [] : [{ ...about, turn: 0, ...factsOf(opening) }]),
      ...part.turns.map((turn) => ({ ...about, ...playOf(turn) })),
    ]
  }
}

/** Points gained in the turn; null if the story has no score. */
export const rewardOf = (before: Observation | null, after: Observation | null): number | null =>
  before?.score == null || after?.score == null ? null : after.score - before.score

export const openingOf = ({ turns, state }: TurnsRead): Observation | null => turns[0]?.before ?? state.opening

function aboutEpisode({ id, unit, outcome }: ExportedEpisode, state: EpisodeState): TurnRow {
  const { manifest } = state
  return {
    episode: id,
    experiment: unit?.experiment,
    arm: unit?.arm,
    repeat: unit?.repeat,
    unit: unit?.key,
    title: manifest?.game.title,
    story_sha256: manifest?.game.sha256,
    handicap: manifest?.handicap,
    disguise: manifest && (manifest.disguise ?? 'none'),
    seed: seedInForce(state),
    player: manifest?.player.kind,
    model: manifest?.player.model,
    ended: outcome.ended,
  }
}

const factsOf = (seen: Observation): TurnRow => ({
  observation: seen.text,
  location_id: seen.location?.id,
  location: seen.location?.name,
  score: seen.score,
  max_score: seen.max_score,
  moves: seen.moves,
  inventory: seen.inventory?.map(({ name }) => name).join('; '),
  victory: seen.victory,
  game_over: seen.game_over,
  rule_applied: seen.rule_applied,
})

function playOf({ turn, before }: ReadTurn): TurnRow {
  const { action, observation: after } = turn
  const used = usageIn(turn)
  const toolCalls = turn.iterations.flatMap((iteration) => iteration.toolCalls)
  return {
    turn: turn.number,
    started_at: turn.startedAt,
    action: action?.action,
    source: action?.source,
    reasoning: action?.reasoning,
    ...(after && factsOf(after)),
    came_to: action && before && after ? classifyOutcome(action.action, before, after) : null,
    reward: rewardOf(before, after),
    calls: modelCallsOf(turn).length,
    tokens_in: used.tokensIn,
    tokens_out: used.tokensOut,
    tokens_cached: used.tokensCached,
    tokens_reasoning: used.tokensReasoning,
    cost_usd: used.costUsd,
    tool_calls: toolCalls.length,
    tools: toolCalls.map(({ toolName }) => toolName).join(' '),
    problems: turn.problems.length,
    duration_ms: turn.completed?.durationMs,
  }
}
