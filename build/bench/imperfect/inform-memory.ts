import { DIRECTIONS, directionOf } from '@shared/map/direction'
import { recordAttempt, without } from '../../../src-main/explorer/memory/attempts'
import {
  type TriedCommands,
  emptyMemory,
  type Memory,
  newPlace,
  type KnownPlace,
  placeOf,
} from '../../../src-main/explorer/memory/memory'
import { hash32 } from '../../../src-main/explorer/memory/seeded-noise'
import type { NamedPlace, ReadTail, UntriedWay } from './read-tail'

/** Much may have changed since: it is tried again before nothing else is left. */
const LONG_AGO: Memory = { ...emptyMemory, epoch: -1, turn: -1 }

/**
 * The memory with what the tail tells and it has forgotten: what was tried here, ways that were walked, ways that were
 * not.
 */
export function inform(memory: Memory, { tried, walked, untried, notes }: ReadTail): Memory {
  const here = placeOf(memory)
  if (here === null) return memory
  const places = new Map(memory.places)
  let { attempts } = here
  for (const { command, outcome, times } of tried) {
    const label = directionOf(command) ?? command
    if (attempts.has(label)) continue
    for (let time = 0; time < times; time++) attempts = recordAttempt(LONG_AGO, attempts, label, outcome)
  }
  const opened = tried.flatMap(({ command, outcome }) =>
    outcome === 'opened_or_revealed' ? (/^open (.+)$/.exec(command)?.[1] ?? []) : [],
  )
  const edges = new Map(here.edges)
  for (const [way, to] of walked) {
    if (edges.has(way)) continue
    places.set(to.id, placeAs(places, to))
    edges.set(way, to.id)
  }
  places.set(here.id, { ...here, attempts, edges, opened: new Set([...here.opened, ...opened]) })
  for (const way of untried) open(places, here.id, way)
  for (const note of notes) remind(places, note)
  return { ...memory, places }
}

/** A way that the story speaks of, from a place that is forgotten, is worth a walk, of which the first step is told. */
function open(places: Map<number, KnownPlace>, here: number, { way, isNamed, from, first }: UntriedWay): void {
  const at = from === null ? places.get(here) : placeAs(places, from)
  const direction = directionOf(way)
  if (!at || direction === null || !isNamed || at.edges.has(direction)) return
  // What it still knows by itself it has read with more care.
  if (at.description === '')
    places.set(at.id, { ...at, ways: new Set([...at.ways, direction]), attempts: without(at.attempts, direction) })
  const start = places.get(here)
  if (at.id === here || first === null || !start) return
  const step = directionOf(first) ?? first
  const next = places.get(start.edges.get(step) ?? at.id) ?? at
  if (next.id === at.id) places.set(here, { ...start, edges: new Map([...start.edges, [step, at.id]]) })
  else if (!next.edges.has(ONWARD)) places.set(next.id, { ...next, edges: new Map([...next.edges, [ONWARD, at.id]]) })
}

/** The rest of a way of which only the first step is known. */
const ONWARD = 'onward'

const placeAs = (places: ReadonlyMap<number, KnownPlace>, { id, name }: NamedPlace): KnownPlace =>
  places.get(id) ?? forgotten(id, name)

/** It knows only the names of visited locations, so their exits do not count as untried. */
const forgotten = (id: number, name: string): KnownPlace => ({ ...newPlace(id, name), attempts: ALL_TRIED })

const ALL_TRIED = DIRECTIONS.reduce(
  (attempts: TriedCommands, way) =>
    recordAttempt(LONG_AGO, recordAttempt(LONG_AGO, attempts, way, 'other'), way, 'other'),
  new Map(),
)

/** "brass lamp is at Attic": a thing that was seen and forgotten may be gone for. */
function remind(places: Map<number, KnownPlace>, note: string): void {
  const [, thing, name] = /\b([a-z][a-z' -]*) is at ([A-Z][^#.,;("]*)/.exec(note) ?? []
  if (thing === undefined || name === undefined) return
  const place = placeNamed(places, name.trim())
  if (place.presented.includes(thing) || place.things.length > 0) return
  places.set(place.id, { ...place, presented: [...place.presented, thing] })
}

/** The place that its own objective names as where things are worth points. */
export function recall(memory: Memory, objectives: readonly string[]): Memory {
  const said = objectives
    .map((text) => /valuable things (?:into the (.+) at|to) ([A-Z][^.;(]*)/.exec(text))
    .find(Boolean)
  if (memory.depot || !said?.[2]) return memory
  const place = placeNamed(memory.places, said[2].trim())
  return { ...memory, depot: { place: place.id, container: said[1] ?? null } }
}

/** A place of which the words tell the name alone. */
function placeNamed(places: ReadonlyMap<number, KnownPlace>, name: string): KnownPlace {
  const wanted = name.toLowerCase()
  const known = [...places.values()].find((place) => place.name.toLowerCase() === wanted)
  return known ?? forgotten(hash32(wanted), name)
}
