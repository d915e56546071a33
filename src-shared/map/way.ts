import { findShortestRoute } from './route'
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
  const isKnown = (id: number) => map.locations[id] !== undefined
  const found = findShortestRoute(map, from.filter(isKnown), to.filter(isKnown))
  if (found === null) return null
  const steps: WayStep[] = []
  for (const { exit, to: next } of found.route.steps) {
    const at = steps.at(-1)?.to ?? found.start
    steps.push({
      from: at,
      exit,
      to: next,
      isOneWay: Object.values(map.locations[next]?.exits ?? {}).every((back) => back.to !== at),
      refused: map.locations[at]?.exits[exit]?.refused ?? 0,
    })
  }
  return steps
}

/** One command line: stories take several commands with full stops between them. */
export const commandsOf = (steps: readonly WayStep[]): string => steps.map(({ exit }) => exit).join('. ')
