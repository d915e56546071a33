import type { EpisodeState, Turn } from '../state/episode'
import { FAILURES } from '../state/failures'
import { classifyOutcome } from '../state/outcome'
import { changesOfTurn, observationBefore } from '../state/turn-changes'

/** The judgements of turns, most important first. A turn gets the first that applies, or none. */
export const JUDGEMENTS = ['deadly', 'progress', 'found', 'repeated', 'wasted'] as const
export type Judgement = (typeof JUDGEMENTS)[number]

type History = Pick<EpisodeState, 'turns' | 'opening'>

/**
 * `[n - 1]` is the judgement of turn n. Later turns do not change it, so live view, replay and export agree. It depends
 * on facts and stock replies, not on whether a better action was known:
 * - `deadly`: the player died of it;
 * - `progress`: the score rose, or the story was won;
 * - `found`: a location was entered, or a thing held, for the first time;
 * - `repeated`: the same action in the same location, with the same answer as before;
 * - `wasted`: the game refused it, did not understand it, or nothing happened.
 */
export const judgementsOf = (state: History): readonly (Judgement | null)[] =>
  judgedPast(state).judged.slice(0, state.turns.length)

/** Null if no judgement applies, or the turn is not complete. */
export const judgementOf = (state: History, turn: number): Judgement | null =>
  turn > state.turns.length ? null : (judgedPast(state).judged[turn - 1] ?? null)

/** Data about the judged turns, for judging the next one. */
interface Past {
  readonly turns: Turn[]
  readonly judged: (Judgement | null)[]
  readonly locations: Set<number>
  readonly held: Set<number>
  /** Replies to an action in a location. */
  readonly answers: Map<string, Set<string>>
}

/** Cached by the first turn: when an episode grows, only new turns are judged. */
const pasts = new WeakMap<Turn, Past>()

function judgedPast(state: History): Past {
  const past = pastOf(state)
  for (let index = past.turns.length; index < state.turns.length; index++) {
    const turn = state.turns[index]!
    past.judged.push(judge(state, turn, past))
    past.turns.push(turn)
  }
  return past
}

function pastOf({ turns, opening }: History): Past {
  const [first] = turns
  const known = first && pasts.get(first)
  const common = Math.min(known?.turns.length ?? 0, turns.length) - 1
  if (known && known.turns[common] === turns[common]) return known
  const { location = null, inventory = null } = opening ?? {}
  const past: Past = {
    turns: [],
    judged: [],
    locations: new Set(location ? [location.id] : []),
    held: new Set(inventory?.map(({ id }) => id)),
    answers: new Map(),
  }
  if (first) pasts.set(first, past)
  return past
}

function judge(state: History, turn: Turn, { locations, held, answers }: Past): Judgement | null {
  const { action, observation } = turn
  const before = observationBefore(state, turn.number)
  if (action === null || observation === null) return null
  const { died, won, scoreDelta, movedTo, gained, rejected } = changesOfTurn(state, turn)
  const isNewPlace = movedTo !== null && !locations.has(movedTo.id)
  const isNewThing = gained.some(({ id }) => !held.has(id))
  if (observation.location) locations.add(observation.location.id)
  for (const { id } of gained) held.add(id)

  const said = action.action.trim().toLowerCase()
  const tried = `${before?.location?.id} ${said}`
  const heard = answers.get(tried) ?? new Set<string>()
  answers.set(tried, heard)
  const isSame = heard.has(observation.text)
  heard.add(observation.text)

  if (died) return 'deadly'
  if (scoreDelta > 0 || won) return 'progress'
  if (isNewPlace || isNewThing) return 'found'
  if (isSame) return 'repeated'
  const isInVain = before !== null && FAILURES.has(classifyOutcome(said, before, observation))
  return rejected || isInVain ? 'wasted' : null
}
