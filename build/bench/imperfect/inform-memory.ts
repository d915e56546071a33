import { directionOf } from '@shared/map/direction'
import { recordAttempt } from '../../../src-main/explorer/memory/attempts'
import { type Memory, newPlace, type Place, placeOf } from '../../../src-main/explorer/memory/memory'
import { hash32 } from '../../../src-main/explorer/memory/seeded-noise'
import type { ReadTail, UntriedWay } from './read-tail'

/** The memory with what the tail tells: forgotten failures, ways that were walked, ways that were not. */
export function inform(memory: Memory, tail: ReadTail): Memory {
  const here = placeOf(memory)
  if (here === null) return memory
  const places = new Map(memory.places)
  let attempts = here.attempts
  for (const command of tail.failed) {
    const label = directionOf(command) ?? command
    if (!here.edges.has(label) && !attempts.has(label)) attempts = recordAttempt(memory, attempts, label, 'refused')
  }
  const edges = new Map(here.edges)
  for (const [way, name] of tail.walked) {
    if (edges.has(way)) continue
    const to = placeNamed(places, name)
    places.set(to.id, to)
    edges.set(way, to.id)
  }
  places.set(here.id, { ...here, attempts, edges })
  for (const way of tail.untried) open(places, here.id, way)
  for (const note of tail.notes) remind(places, note)
  return { ...memory, places }
}

/** An untried way elsewhere is worth a walk, and its first step is told. */
function open(places: Map<number, Place>, here: number, { way, from, first }: UntriedWay): void {
  const at = from === null || first === null ? places.get(here) : placeNamed(places, from)
  const direction = directionOf(way)
  if (!at || direction === null || at.edges.has(direction)) return
  places.set(at.id, { ...at, ways: new Set([...at.ways, direction]) })
  const start = places.get(here)
  if (at.id === here || first === null || !start) return
  const step = directionOf(first) ?? first
  const next = places.get(start.edges.get(step) ?? at.id) ?? at
  if (next.id === at.id) places.set(here, { ...start, edges: new Map([...start.edges, [step, at.id]]) })
  else if (!next.edges.has(ONWARD)) places.set(next.id, { ...next, edges: new Map([...next.edges, [ONWARD, at.id]]) })
}

/** The rest of a way of which only the first step is known. */
const ONWARD = 'onward'

/** "brass lamp is at Attic": a thing that was seen and forgotten may be gone for. */
function remind(places: Map<number, Place>, note: string): void {
  const [, thing, name] = /\b([a-z][a-z' -]*) is at ([A-Z][^#.,;("]*)/.exec(note) ?? []
  if (thing === undefined || name === undefined) return
  const place = placeNamed(places, name.trim())
  if (place.presented.includes(thing) || place.things.length > 0) return
  places.set(place.id, { ...place, presented: [...place.presented, thing] })
}

function placeNamed(places: ReadonlyMap<number, Place>, name: string): Place {
  const wanted = name.toLowerCase()
  const known = [...places.values()].find((place) => place.name.toLowerCase() === wanted)
  return known ?? newPlace(hash32(wanted), name)
}

/** The place that its own objective names as where things are worth points. */
export function recall(memory: Memory, objectives: readonly string[]): Memory {
  const said = objectives
    .map((text) => /valuable things (?:into the (.+) at|to) ([A-Z][^.;]*)/.exec(text))
    .find(Boolean)
  if (memory.depot || !said?.[2]) return memory
  const place = placeNamed(memory.places, said[2])
  return { ...memory, depot: { place: place.id, container: said[1] ?? null } }
}
