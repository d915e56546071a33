import type { WorldMap } from './world-map'

/** A way through exits that were walked before. */
export interface Route {
  readonly steps: readonly { readonly exit: string; readonly to: number }[]
}

/**
 * The shortest known way between two locations, or null if none is known. Equal ways: the one whose exits were found
 * first.
 */
export function findRoute(map: WorldMap, from: number, to: number): Route | null {
  const reached = new Map<number, { readonly from: number; readonly exit: string } | null>([[from, null]])
  // A Map is walked in order of insertion, also what is inserted on the way: breadth first.
  for (const id of reached.keys()) {
    if (id === to) return { steps: stepsBack(reached, to) }
    for (const [exit, { to: next }] of Object.entries(map.locations[id]?.exits ?? {}))
      if (next !== null && !reached.has(next)) reached.set(next, { from: id, exit })
  }
  return null
}

function stepsBack(
  reached: ReadonlyMap<number, { readonly from: number; readonly exit: string } | null>,
  to: number,
): Route['steps'] {
  const steps: { exit: string; to: number }[] = []
  for (let at = to, step = reached.get(at); step; at = step.from, step = reached.get(at))
    steps.unshift({ exit: step.exit, to: at })
  return steps
}
