import type { EpisodeState } from '@shared/episode/state/episode'
import { directionOf } from '@shared/map/direction'
import type { Link } from '@shared/map/links'

const TRAIL_LENGTH = 20

export const passageKey = (from: number, exit: string, to: number): string => `${from} ${exit} ${to}`

/**
 * The exits walked in the last 20 moves, with the number of moves since; 0 is the last move. `fold` maps locations to
 * representatives.
 */
export function trailOf(
  { opening, turns, openTurn }: EpisodeState,
  fold: (id: number) => number,
): ReadonlyMap<string, number> {
  const trail = new Map<string, number>()
  let moves = 0
  for (let index = turns.length; index >= 0 && moves < TRAIL_LENGTH; index--) {
    const turn = index === turns.length ? openTurn : turns[index]
    const before = index === 0 ? opening : turns[index - 1]?.observation
    const [from, to] = [before?.location?.id, turn?.observation?.location?.id]
    if (from === undefined || to === undefined || from === to) continue
    const action = turn?.action?.action ?? ''
    const key = passageKey(fold(from), directionOf(action) ?? action.trim().toLowerCase(), fold(to))
    if (!trail.has(key)) trail.set(key, moves)
    moves++
  }
  return trail
}

/** Whether a route uses a link in either direction. */
export const isOnWay = (passages: ReadonlySet<string> | undefined, { from, to, exit, back }: Link): boolean =>
  passages !== undefined &&
  (passages.has(passageKey(from, exit, to)) || (back !== null && passages.has(passageKey(to, back, from))))

export const trailStrength = (age: number): number => 1 - (age / TRAIL_LENGTH) * 0.85

/** Number of moves since a link was last walked in either direction; null if it is not in the trail. */
export function trailAge(trail: ReadonlyMap<string, number>, { from, to, exit, back }: Link): number | null {
  const ages = [
    trail.get(passageKey(from, exit, to)),
    back === null ? undefined : trail.get(passageKey(to, back, from)),
  ].filter((age) => age !== undefined)
  return ages.length === 0 ? null : Math.min(...ages)
}
