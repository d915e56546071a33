import type { Outcome } from '@shared/episode/state/state-block'
import { DIRECTIONS, directionOf } from '@shared/map/direction'
import { readWays } from '../../../src-main/explorer/memory/location-text'
import {
  recordAttempt,
  without,
  type TriedCommands,
  emptyMemory,
  type Memory,
  newPlace,
  type KnownPlace,
  placeOf,
} from '../../../src-main/explorer/memory/memory'
import { hash32 } from '../../../src-main/explorer/memory/seeded-noise'
import type { NamedPlace, ReadTail, UntriedWay } from './read-tail'

/** Turns after which a failed command may be tried again. */
const LONG_AGO: Memory = { ...emptyMemory, epoch: -1, turn: -1 }

/** Adds facts of the tail that the memory lacks: commands tried here, ways taken, ways not taken. */
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

/** An untried way that the story names is worth a walk, even from a forgotten place; the tail gives the first step. */
function open(places: Map<number, KnownPlace>, here: number, { way, isNamed, from, first }: UntriedWay): void {
  const at = from === null ? places.get(here) : placeAs(places, from)
  const direction = directionOf(way)
  if (!at || direction === null || !isNamed || at.edges.has(direction)) return
  // The place that it remembers by itself has more details.
  if (at.description === '')
    places.set(at.id, { ...at, ways: new Set([...at.ways, direction]), attempts: without(at.attempts, direction) })
  const start = places.get(here)
  if (at.id === here || first === null || !start) return
  const step = directionOf(first) ?? first
  const next = places.get(start.edges.get(step) ?? at.id) ?? at
  if (next.id === at.id) places.set(here, { ...start, edges: new Map([...start.edges, [step, at.id]]) })
  else if (!next.edges.has(ONWARD)) places.set(next.id, { ...next, edges: new Map([...next.edges, [ONWARD, at.id]]) })
}

/** The rest of a route of which only the first step is known. */
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

/** "brass lamp is at Attic": it may fetch a thing that it saw and forgot. */
function remind(places: Map<number, KnownPlace>, note: string): void {
  const [, thing, name] = /\b([a-z][a-z' -]*) is at ([A-Z][^#.,;("]*)/.exec(note) ?? []
  if (thing === undefined || name === undefined) return
  const place = placeNamed(places, name.trim())
  if (place.presented.includes(thing) || place.things.length > 0) return
  places.set(place.id, { ...place, presented: [...place.presented, thing] })
}

/** Sets `depot`, the place where things are worth points, if an objective names it. */
export function recall(memory: Memory, objectives: readonly string[]): Memory {
  const said = objectives
    .map((text) => /valuable things (?:into the (.+) at|to) ([A-Z][^.;(]*)/.exec(text))
    .find(Boolean)
  if (memory.depot || !said?.[2]) return memory
  const place = placeNamed(memory.places, said[2].trim())
  return { ...memory, depot: { place: place.id, container: said[1] ?? null } }
}

/** A place that a text names without its number. */
function placeNamed(places: ReadonlyMap<number, KnownPlace>, name: string): KnownPlace {
  const wanted = name.toLowerCase()
  const known = [...places.values()].find((place) => place.name.toLowerCase() === wanted)
  return known ?? forgotten(hash32(wanted), name)
}

const STAY = /^T\d+(?:–\d+)? (.+?)#(\d+)(?: \((.*?)\))?: (.*)$/
const ACT = /^(.+) → (\w+)/

/**
 * The memory from the summary of the story so far, one line per stay: places, ways between them, and commands tried
 * there.
 */
export function readChronicle(text: string): Memory {
  const places = new Map<number, KnownPlace>()
  let left: { readonly from: number; readonly way: string } | null = null
  for (const line of text.split('\n')) {
    const [, name, number, look = '', acts = ''] = STAY.exec(line) ?? []
    if (name === undefined) {
      left = null
      continue
    }
    const id = Number(number)
    let place = places.get(id) ?? newPlace(id, name)
    const from = left && places.get(left.from)
    if (from && left) places.set(from.id, { ...from, edges: new Map([...from.edges, [left.way, id]]) })
    left = null
    for (const said of acts.split('; ')) {
      const [, action, outcome] = ACT.exec(said) ?? []
      if (action === undefined || outcome === undefined) continue
      const label = directionOf(action) ?? action.toLowerCase()
      place = { ...place, attempts: recordAttempt(emptyMemory, place.attempts, label, outcome as Outcome) }
      left = outcome === 'moved' ? { from: id, way: label } : null
    }
    const { open, doubtful, gloomy } = readWays(look)
    places.set(id, {
      ...place,
      visits: place.visits + 1,
      description: place.description || look,
      ways: new Set([...place.ways, ...open]),
      doubtfulWays: new Set([...place.doubtfulWays, ...doubtful]),
      gloomyWays: new Set([...place.gloomyWays, ...gloomy]),
    })
  }
  return { ...emptyMemory, places }
}
