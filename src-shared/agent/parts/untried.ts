import type { StateBlock } from '../../episode/state/state-block'
import { DIRECTIONS } from '../../map/direction'
import { frontierOf } from './frontier'
import { placesOf } from './places'
import { commandOf } from './visible-state-key'

const VERBS = ['examine', 'take', 'open']
/**
 * Maximum length of a name in a suggested command, in characters. Names come from the story, which may be untrusted.
 */
const LONGEST_NAME = 60

/** Untried commands in this place: the exits that its text names, then commands for the visible objects. */
export function untriedHere(blocks: readonly StateBlock[]): readonly string[] {
  const now = blocks.at(-1)
  const here = placesOf(blocks).get(now?.location?.id ?? NaN)
  if (here === undefined) return []
  const things = (now?.visible ?? [])
    .map(({ name }) => commandOf(name))
    .filter((name) => name !== '' && name.length <= LONGEST_NAME)
  return [
    ...DIRECTIONS.filter((direction) => here.named.has(direction)),
    ...things.flatMap((name) => VERBS.map((verb) => `${verb} ${name}`)),
  ].filter((command) => !here.attempts.has(command))
}

const MAX_CHOICES = 12

/**
 * Commands to choose from for a player that repeats itself: untried ones here, and the first steps to exits that a text
 * names. If there are none, untried directions.
 */
export function choicesOf(blocks: readonly StateBlock[]): readonly string[] {
  const exits = frontierOf(blocks)
  const stepsOf = (some: typeof exits) => some.map(({ direction, way }) => way[0] ?? direction)
  const known = [...untriedHere(blocks), ...stepsOf(exits.filter(({ isNamed }) => isNamed))]
  return [...new Set(known.length > 0 ? known : stepsOf(exits))].slice(0, MAX_CHOICES)
}
