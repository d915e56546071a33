import type { StateBlock } from '../../episode/state/state-block'
import { DIRECTIONS, type Direction } from '../../map/direction'
import { findRoute } from '../../map/route'
import type { MindView } from '../view'
import { type PlaceRecord, placesOf } from './places'

export interface UntriedExit {
  readonly direction: Direction
  readonly place: Pick<PlaceRecord, 'id' | 'name'>
  /** Whether the description of the place names that direction. */
  readonly isNamed: boolean
  /** The exits that lead to that place through known passages; empty if the player is there. */
  readonly way: readonly string[]
}

const MAX_EXITS = 5

/**
 * The untried exits that a text names and to which a known route leads, nearest first. If there are none, the other
 * untried directions from here, most of which lead nowhere. At most five.
 */
export function frontierOf(blocks: readonly StateBlock[]): readonly UntriedExit[] {
  const here = blocks.at(-1)?.location?.id
  const places = placesOf(blocks)
  if (here === undefined) return []
  const ways = { locations: Object.fromEntries([...places].map(([id, { led }]) => [id, { exits: exitsOf(led) }])) }
  const open: UntriedExit[] = []
  for (const place of places.values()) {
    const untried = DIRECTIONS.filter((direction) => !place.attempts.has(direction))
    if (untried.length === 0) continue
    const route = place.id === here ? { steps: [] } : findRoute(ways, here, place.id)
    if (route === null) continue
    const way = route.steps.map(({ exit }) => exit)
    for (const direction of untried) open.push({ direction, place, isNamed: place.named.has(direction), way })
  }
  const named = open.filter(({ isNamed }) => isNamed)
  const guessed = open.filter(({ way, direction }) => way.length === 0 && direction !== 'in' && direction !== 'out')
  return (named.length > 0 ? named.toSorted((one, other) => one.way.length - other.way.length) : guessed).slice(
    0,
    MAX_EXITS,
  )
}

/** The last destination of each command that led somewhere. */
const exitsOf = (led: PlaceRecord['led']) =>
  Object.fromEntries([...led].map(([command, to]) => [command, { to: [...to.keys()].at(-1) ?? null }]))

/** Sections "Untried ways here" and "Untried ways elsewhere"; null if there are none. */
export function frontierSection({ blocks }: MindView): string | null {
  const open = frontierOf(blocks)
  const here = open.filter(({ way }) => way.length === 0)
  const said = here.some(({ isNamed }) => isNamed) ? ', named in the text' : ''
  const elsewhere = open.filter(({ way }) => way.length > 0).map(formatExit)
  const lines = [
    // Only the directions are listed, because a small model took "up here" for a command.
    ...(here.length > 0 ? [`Untried ways here${said}: ${here.map(({ direction }) => direction).join(', ')}.`] : []),
    ...(elsewhere.length > 0 ? [`Untried ways elsewhere: ${elsewhere.join('; ')}.`] : []),
  ]
  return lines.length === 0 ? null : lines.join(' ')
}

/** An untried exit of another place, with the way to it. */
export const formatExit = ({ direction, place, way }: UntriedExit): string =>
  `${direction} from ${place.name}#${place.id}, go ${way.join(', ')}`
