import type { EpisodeState, Observation, Turn } from '../state/episode'
import type { Pair } from './pair'

type Played = Pick<EpisodeState, 'opening' | 'turns'>

export interface TurnsCompared {
  /** The first turn whose action or observation differs, 0 for the opening; null if there is none. */
  readonly divergesAt: number | null
  /**
   * The turn `divergesAt`, and later turns whose action, text or location differs. If one episode is longer, only its
   * first additional turn is listed.
   */
  readonly differing: readonly number[]
}

/** Compares each turn of one episode with the turn of the same number of the other. */
export function compareTurns(played: Pair<Played>): TurnsCompared {
  const { a, b } = played
  const last = Math.max(a.turns.length, b.turns.length)
  for (let turn = 0; turn <= last; turn++) {
    if (!isSame(played, turn)) return { divergesAt: turn, differing: [turn, ...differingAfter(played, turn)] }
  }
  return { divergesAt: null, differing: [] }
}

/** Number of turns that both have. */
const shorter = ({ a, b }: Pair<Played>): number => Math.min(a.turns.length, b.turns.length)

function differingAfter(played: Pair<Played>, parting: number): readonly number[] {
  const both = shorter(played)
  const differing: number[] = []
  for (let turn = parting + 1; turn <= both; turn++) if (!readsSame(played, turn)) differing.push(turn)
  const isLonger = played.a.turns.length !== played.b.turns.length
  return isLonger && both + 1 > parting ? [...differing, both + 1] : differing
}

function isSame({ a, b }: Pair<Played>, turn: number): boolean {
  if (turn === 0) return isSameObservation(a.opening, b.opening)
  const [one, other] = [a.turns[turn - 1], b.turns[turn - 1]]
  return (
    one !== undefined &&
    other !== undefined &&
    actionOf(one) === actionOf(other) &&
    isSameObservation(one.observation, other.observation)
  )
}

function readsSame({ a, b }: Pair<Played>, turn: number): boolean {
  const [one, other] = [a.turns[turn - 1], b.turns[turn - 1]]
  return (
    actionOf(one) === actionOf(other) &&
    one?.observation?.text === other?.observation?.text &&
    one?.observation?.location?.id === other?.observation?.location?.id
  )
}

const actionOf = (turn: Turn | undefined): string | null => turn?.action?.action ?? null

/** Compares the game's text and facts, without the additions of a handicap. */
function isSameObservation(a: Observation | null, b: Observation | null): boolean {
  if (a === null || b === null) return a === b
  return a.text === b.text && factsOf(a) === factsOf(b)
}

const factsOf = (observation: Observation): string => {
  const { prompt, input, score, max_score, moves, victory, game_over, notices, fault, rule_applied } = observation
  const { location, inventory, visible } = observation
  const things = [location && [location], inventory, visible].map(
    (some) => some?.map(({ id, name }) => [id, name]) ?? null,
  )
  return JSON.stringify([
    prompt,
    input,
    score,
    max_score,
    moves,
    victory,
    game_over,
    notices,
    fault,
    rule_applied ?? null,
    things,
  ])
}
