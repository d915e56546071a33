/** Directions of travel, in the order of a compass rose, with the words that a player types. */
export const DIRECTIONS = [
  'north',
  'northeast',
  'east',
  'southeast',
  'south',
  'southwest',
  'west',
  'northwest',
  'up',
  'down',
  'in',
  'out',
] as const
export type Direction = (typeof DIRECTIONS)[number]

const WORDS: Readonly<Record<string, Direction>> = {
  n: 'north',
  ne: 'northeast',
  e: 'east',
  se: 'southeast',
  s: 'south',
  sw: 'southwest',
  w: 'west',
  nw: 'northwest',
  u: 'up',
  d: 'down',
  in: 'in',
  inside: 'in',
  enter: 'in',
  out: 'out',
  outside: 'out',
  exit: 'out',
  leave: 'out',
  ...Object.fromEntries(DIRECTIONS.map((direction) => [direction, direction])),
}
const TRAVEL_VERB = /^(?:go|walk|run|move|head|climb)\s+(?:to\s+the\s+)?/

/** `n`, `go north` and `walk to the north` are all `north`; null for other commands, such as `enter boat`. */
export function directionOf(action: string): Direction | null {
  const words = action.trim().toLowerCase().replace(TRAVEL_VERB, '')
  return Object.hasOwn(WORDS, words) ? (WORDS[words] ?? null) : null
}

const OPPOSITE: Readonly<Record<Direction, Direction>> = {
  north: 'south',
  northeast: 'southwest',
  east: 'west',
  southeast: 'northwest',
  south: 'north',
  southwest: 'northeast',
  west: 'east',
  northwest: 'southeast',
  up: 'down',
  down: 'up',
  in: 'out',
  out: 'in',
}
export const oppositeOf = (direction: Direction): Direction => OPPOSITE[direction]

const DIRECTION_NAMES: ReadonlySet<string> = new Set(DIRECTIONS)
/** Exits are labeled with their direction or, if the action is no direction, with the whole action. */
export const isDirection = (exit: string): exit is Direction => DIRECTION_NAMES.has(exit)
