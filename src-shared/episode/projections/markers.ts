import type { MindState } from '../log/mind-state'
import type { EpisodeState, Turn } from '../state/episode'
import { changesOfTurn } from '../state/turn-changes'
import { falseBeliefsActedOn } from './beliefs'
import { isHelped } from './help'

/**
 * Kinds of turns that are worth finding, most severe first. Where several markers share a place, the first is drawn.
 */
export const MARKER_KINDS = [
  'death',
  'error',
  'stuck',
  'loop',
  'score_loss',
  'rejected',
  'false_belief',
  'won',
  'score_gain',
  'help',
  'note_contradicted',
  'new_location',
] as const
export type MarkerKind = (typeof MARKER_KINDS)[number]

/** Kinds at which "next problem" stops. */
export const PROBLEM_KINDS: ReadonlySet<MarkerKind> = new Set([
  'death',
  'error',
  'stuck',
  'loop',
  'score_loss',
  'rejected',
  'false_belief',
])

export interface Marker {
  readonly turn: number
  readonly kind: MarkerKind
}

/** A loop is the same action at the same location, 3 times within 12 turns without a change of score. */
const LOOP_REPEATS = 3
const LOOP_TURNS = 12

type History = Pick<EpisodeState, 'turns' | 'opening' | 'map' | 'manifest' | 'hints' | 'mind' | 'objectives'>

/** In order of turns, then of severity. Derived from the log alone, so that live view, replay and export agree. */
export function markersOf(state: History): readonly Marker[] {
  return state.turns.flatMap((turn) => markerKindsOf(state, turn).map((kind) => ({ turn: turn.number, kind })))
}

/** The markers of one turn, most severe first. */
export function markerKindsOf(state: History, turn: Turn): readonly MarkerKind[] {
  const known = cache.get(turn)
  if (known) return known
  const { died, won, scoreDelta, rejected, movedTo } = changesOfTurn(state, turn)
  const is: Record<MarkerKind, boolean> = {
    death: died,
    error: turn.problems.length > 0 || turn.observation?.fault === true,
    stuck: marked(state.mind).stuck.has(turn.number),
    loop: isLoop(state, turn),
    score_loss: scoreDelta < 0,
    rejected,
    false_belief: falseBeliefsActedOn(state, turn).length > 0,
    won,
    score_gain: scoreDelta > 0,
    help: isHelped(state, turn),
    note_contradicted: marked(state.mind).contradicted.has(turn.number),
    new_location: movedTo !== null && state.map.locations[movedTo.id]?.firstTurn === turn.number,
  }
  const kinds = MARKER_KINDS.filter((kind) => is[kind])
  // A window may draw with an older map that lacks the new location. Its result is not cached.
  const mapIsBehind = movedTo !== null && state.map.locations[movedTo.id] === undefined
  if (turn.completed && !mapIsBehind) cache.set(turn, kinds)
  return kinds
}

/** Complete turns never change, so each is judged once. */
const cache = new WeakMap<Turn, readonly MarkerKind[]>()

interface Marked {
  readonly stuck: ReadonlySet<number>
  readonly contradicted: ReadonlySet<number>
}

/** Cached by the mind's state, which is a new object after each change. */
const minds = new WeakMap<MindState, Marked>()

/** Turns in which the stuck level rose, and turns that contradicted a note. */
function marked(mind: MindState): Marked {
  const known = minds.get(mind)
  if (known) return known
  const worse = mind.stuck.filter(({ level }, index) => level > (mind.stuck[index - 1]?.level ?? 0))
  const found: Marked = {
    stuck: new Set(worse.map(({ turn }) => turn)),
    contradicted: new Set(mind.notes.flatMap(({ closed }) => (closed?.why === 'contradicted' ? [closed.turn] : []))),
  }
  minds.set(mind, found)
  return found
}

function isLoop({ turns }: History, turn: Turn): boolean {
  const recent = turns.slice(Math.max(0, turn.number - LOOP_TURNS), turn.number)
  const same = recent.filter(
    ({ action, observation }) =>
      action?.action === turn.action?.action &&
      observation?.location?.id === turn.observation?.location?.id &&
      observation?.score === turn.observation?.score,
  )
  return turn.action !== null && same.length >= LOOP_REPEATS
}
