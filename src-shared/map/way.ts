import { findRoute } from './route'
import type { WorldMap } from './world-map'

/** One move of a way, and what is known of the passage. */
export interface WayStep {
  readonly from: number
  readonly exit: string
  readonly to: number
  /** Nobody has walked back yet: whether that can be done is not known. */
  readonly isOneWay: boolean
  /** How often it led nowhere. */
  readonly refused: number
}

export interface Way {
  /** By known exits alone; null if none is known. Empty where one is already. */
  readonly steps: readonly WayStep[] | null
  /** True if there is one from the end to the beginning. */
  readonly isKnownBack: boolean
}

/** The shortest way from any of some locations to any of others, over exits that were walked. */
export function findWay(map: WorldMap, from: readonly number[], to: readonly number[]): Way {
  return { steps: shortest(map, from, to), isKnownBack: shortest(map, to, from) !== null }
}

function shortest(map: WorldMap, from: readonly number[], to: readonly number[]): readonly WayStep[] | null {
  const ways = from
    .filter((id) => map.locations[id])
    .flatMap((start) => to.flatMap((end) => (map.locations[end] ? stepsBetween(map, start, end) : [])))
  return ways.reduce<readonly WayStep[] | null>((a, b) => (a === null || b.length < a.length ? b : a), null)
}

/** In a list, which is empty where no way is known. */
function stepsBetween(map: WorldMap, start: number, end: number): readonly (readonly WayStep[])[] {
  const route = findRoute(map, start, end)
  if (!route) return []
  const steps: WayStep[] = []
  for (const { exit, to } of route.steps) {
    const from = steps.at(-1)?.to ?? start
    steps.push({
      from,
      exit,
      to,
      isOneWay: Object.values(map.locations[to]?.exits ?? {}).every((back) => back.to !== from),
      refused: map.locations[from]?.exits[exit]?.refused ?? 0,
    })
  }
  return [steps]
}

/** One command line: stories take several commands with full stops between them. */
export const commandsOf = (steps: readonly WayStep[]): string => steps.map(({ exit }) => exit).join('. ')
