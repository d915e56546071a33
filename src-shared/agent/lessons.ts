import { deathsOf } from '../episode/projections/deaths'
import { judgementsOf } from '../episode/projections/judgement'
import { buildStateBlocks } from '../episode/state/build-state-block'
import type { EpisodeState } from '../episode/state/episode'
import type { StateBlock } from '../episode/state/state-block'
import { changesOfTurn, observationBefore } from '../episode/state/turn-changes'
import { DIRECTIONS, directionOf } from '../map/direction'
import { placesOf } from './parts/places'
import { progressOf } from './parts/progress'

/** An event that cost an episode turns or points, or something that the player missed. */
export type Lesson =
  /** `lost`: points that the death cost. */
  | { readonly kind: 'death'; readonly turn: number; readonly place: string | null; readonly lost: number }
  /** Turns without a higher score, a new location, a new object or an opened thing. */
  | { readonly kind: 'stall'; readonly turn: number; readonly to: number }
  /** A command that the game repeatedly refused or answered as before, in one place. */
  | { readonly kind: 'command'; readonly turn: number; readonly action: string; readonly times: number }
  /** Exits that a description named and the player never tried. `turn` is the last turn there, 0 for the opening. */
  | { readonly kind: 'exits'; readonly turn: number; readonly place: string; readonly directions: readonly string[] }

/** Shorter stalls are normal. */
const SHORTEST_STALL = 15
const FEWEST_REPEATS = 4

/**
 * Lessons of an episode, from its log alone: the costliest deaths, the longest stalls, the most repeated commands, and
 * the places with the most untried exits.
 */
export function lessonsOf(state: EpisodeState): readonly Lesson[] {
  const blocks = buildStateBlocks(state, 'L2')
  return [
    ...deaths(state).slice(0, 3),
    ...stalls(state, blocks).slice(0, 2),
    ...commands(state).slice(0, 2),
    ...(state.ended?.ended === 'won' ? [] : exits(blocks).slice(0, 3)),
  ]
}

function deaths(state: EpisodeState): readonly Lesson[] {
  return deathsOf(state)
    .map(({ turn, location }): Lesson & { readonly lost: number } => {
      const played = state.turns[turn - 1]
      const lost = played ? Math.max(0, -changesOfTurn(state, played).scoreDelta) : 0
      const place = location === null ? null : (state.map.locations[location]?.name ?? null)
      return { kind: 'death', turn, place, lost }
    })
    .toSorted((one, other) => other.lost - one.lost)
}

function stalls({ turns }: EpisodeState, blocks: readonly StateBlock[]): readonly Lesson[] {
  const news = [0, ...progressOf(blocks).turns, turns.length + 1]
  return news
    .slice(1)
    .map((next, index) => ({ kind: 'stall' as const, turn: (news[index] ?? 0) + 1, to: next - 1 }))
    .filter(({ turn, to }) => to - turn + 1 >= SHORTEST_STALL)
    .toSorted((one, other) => other.to - other.turn - (one.to - one.turn))
}

function commands(state: EpisodeState): readonly Lesson[] {
  const judged = judgementsOf(state)
  const byCommand = new Map<string, { readonly turn: number; readonly action: string; times: number }>()
  for (const { number, action } of state.turns) {
    const judgement = judged[number - 1]
    if (action === null || (judgement !== 'repeated' && judgement !== 'wasted')) continue
    const place = observationBefore(state, number)?.location?.id
    const command = action.action.trim().toLowerCase()
    const key = `${place} ${directionOf(command) ?? command}`
    const known = byCommand.get(key)
    if (known) known.times++
    else byCommand.set(key, { turn: number, action: action.action.trim(), times: 1 })
  }
  return [...byCommand.values()]
    .filter(({ times }) => times >= FEWEST_REPEATS)
    .toSorted((one, other) => other.times - one.times)
    .map((command) => ({ kind: 'command', ...command }))
}

function exits(blocks: readonly StateBlock[]): readonly Lesson[] {
  const lastTurns = new Map(blocks.map(({ location }, turn) => [location?.id, turn]))
  return [...placesOf(blocks).values()]
    .map(({ id, name, named, attempts }) => ({
      kind: 'exits' as const,
      turn: lastTurns.get(id) ?? 0,
      place: name,
      directions: DIRECTIONS.filter((direction) => named.has(direction) && !attempts.has(direction)),
    }))
    .filter(({ directions }) => directions.length > 0)
    .toSorted((one, other) => other.directions.length - one.directions.length)
}
