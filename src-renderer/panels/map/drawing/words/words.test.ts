import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DIRECTIONS } from '@shared/map/direction'
import { boxOf, crosses, overlap } from '@shared/map/drawing/geometry'
import { layLines } from '@shared/map/drawing/lines'
import { nameIn } from '@shared/map/drawing/word-places'
import { growingMap, mapAfter } from '@shared/map/growing-map.testkit'
import { placeLocations } from '@shared/map/layout'
import { linksOf } from '@shared/map/links'
import type { DoorState } from '@shared/map/location-survey'
import { findMazes, foldMazes } from '@shared/map/maze'
import { readWorldMap } from '@shared/map/story-map.testkit'
import { emptyMap, type WorldMap } from '@shared/map/world-map'
import { knownPart, shapeOf } from '../links/link-shape'
import { createMapView, type MapView } from '../map-view'
import { isLifted, wordsOf } from './words'

const viewOf = (map: WorldMap, more: Partial<MapView> = {}): MapView => ({
  ...createMapView().getState(),
  map,
  ...more,
})

function wordsAndFaults(view: MapView, planes: 'flat' | 'levels') {
  const positions = placeLocations(view.map, {}, planes)
  const links = linksOf(view.map)
  const levels = [...new Set(Object.values(positions).map(({ level }) => level))]
  const words = levels.flatMap((level) => {
    const lines = layLines({ links, positions, level })
    return [{ level, words: wordsOf(view, { links, lines, positions, level }) }]
  })
  const faults = words.flatMap(({ level, words: ofLevel }) => {
    const rooms = Object.values(view.map.locations).filter(({ id }) => positions[id]?.level === level)
    return ofLevel.flatMap((word, index) => {
      const others = ofLevel.slice(index + 1).filter((other) => overlap(word, other))
      const named = rooms.filter(({ id, name }) =>
        overlap(word, nameIn(boxOf(positions[id] as never), name, isLifted(view, id))),
      )
      const covered = rooms.filter(({ id }) => id !== word.at && overlap(word, boxOf(positions[id] as never)))
      return [
        ...others.map((other) => `${word.key} lies on ${other.key}`),
        ...named.map(({ name }) => `${word.key} lies on the name ${name}`),
        ...covered.map(({ id }) => `${word.key} lies on room ${id}`),
      ]
    })
  })
  const ends = levels.flatMap((level) => {
    const lines = layLines({ links, positions, level })
    const isHere = (id: number) => positions[id]?.level === level
    return links
      .filter(({ from, to }) => isHere(from) || isHere(to))
      .flatMap((link) => shapeOf(link, lines, positions)?.ends.filter(({ at }) => isHere(at)) ?? [])
  })
  return { words: words.flatMap((each) => each.words), faults, ends: ends.length }
}

const ZORK = '../../../../../build/story/zork'

/** A room may have any number of objects, unknown exits and deaths, and may be where a route ends. */
const busy = fc.record({
  things: fc.array(fc.tuple(fc.nat(24), fc.array(fc.string({ maxLength: 24 }), { minLength: 1, maxLength: 4 }))),
  passages: fc.array(
    fc.tuple(fc.nat(24), fc.constantFrom(...DIRECTIONS), fc.constantFrom<DoorState | null>(null, 'open', 'locked')),
    { maxLength: 60 },
  ),
  deaths: fc.array(fc.nat(24), { maxLength: 5 }),
  sides: fc.array(fc.tuple(fc.nat(24), fc.constantFrom<'a' | 'b'>('a', 'b')), { maxLength: 10 }),
  chosen: fc.tuple(fc.nat(24), fc.nat(24)),
})

function busyView(
  map: WorldMap,
  { things, passages, deaths, sides, chosen }: typeof busy extends fc.Arbitrary<infer B> ? B : never,
): MapView {
  const known: Record<number, Record<string, MapView['surveyed']['passages'][number][string]>> = {}
  for (const [id, direction, state] of passages)
    (known[id] ??= {})[direction] = {
      to: null,
      isThere: true,
      isConditional: false,
      door: state && { id: 99, name: 'door', state },
    }
  return viewOf(map, {
    surveyed: { lights: {}, passages: known },
    things: new Map(things),
    diedIn: new Set(deaths),
    sides: new Map(sides.map(([id, of]) => [id, { of, words: `only ${of.toUpperCase()} · here A B`, here: [] }])),
    selected: chosen[0],
    hovered: chosen[1],
  })
}

describe('the words beside boxes and lines', () => {
  it('cover no other word, no name and no other room, on any map', () => {
    fc.assert(
      fc.property(growingMap, busy, fc.constantFrom('flat', 'levels'), (maps, more, planes) => {
        expect(wordsAndFaults(busyView(maps.at(-1) ?? emptyMap, more), planes).faults).toEqual([])
      }),
      { numRuns: 60 },
    )
  })

  it.each([
    [1, 'West of House'],
    [2, 'Inside the Barrow'],
    [3, 'Endless Stair'],
  ])('have no fault on the whole map of Zork %i, where at most one exit in twenty has no word', (part, start) => {
    const story = readFileSync(resolve(import.meta.dirname, ZORK, `zork${part}.z3`))
    const whole = readWorldMap(story, start)
    const map = foldMazes(whole, findMazes(whole))
    for (const planes of ['flat', 'levels'] as const) {
      const { words, faults, ends } = wordsAndFaults(viewOf(map), planes)
      expect(faults).toEqual([])
      const named = words.filter(({ kind }) => kind === 'exit' || kind === 'reference').length
      expect(named / ends).toBeGreaterThan(0.95)
    }
  })

  it('for objects and untried exits cover no line, and are omitted if there is no other place', () => {
    const map = readWorldMap(readFileSync(resolve(import.meta.dirname, ZORK, 'zork1.z3')), 'West of House')
    const rooms = Object.values(map.locations)
    const unknown = { to: null, isThere: true, isConditional: false, door: null }
    const passages = Object.fromEntries(rooms.map(({ id }) => [id, { north: unknown, west: unknown }]))
    const view = viewOf(map, {
      things: new Map(rooms.map(({ id }) => [id, ['small mailbox', 'mat']])),
      surveyed: { lights: {}, passages },
    })
    const positions = placeLocations(map, {}, 'flat')
    const links = linksOf(map)
    const drawing = { links, lines: layLines({ links, positions, level: 0 }), positions, level: 0 }
    const lines = links.flatMap((link) => {
      const known = knownPart(link, map)
      const corners = known && shapeOf(known, drawing.lines, positions)?.corners
      return corners ? corners.slice(1).map((to, index) => [corners[index]!, to] as const) : []
    })
    const words = wordsOf(view, drawing)
    const optional = words.filter(({ kind, lines: [text] }) => kind === 'things' || text === '?')
    expect(optional.filter((word) => lines.some(([from, to]) => crosses(from, to, word)))).toEqual([])
    const shareOf = (wanted: string) => words.filter(({ kind }) => kind === wanted).length / rooms.length
    expect(shareOf('things')).toBeGreaterThan(0.5)
    expect(shareOf('untried')).toBeGreaterThan(0.4)
  })

  it('of the room under the pointer replace others, which do not move', () => {
    fc.assert(
      fc.property(growingMap, busy, (maps, more) => {
        const view = busyView(maps.at(-1) ?? emptyMap, more)
        const usual = wordsAndFaults({ ...view, hovered: null }, 'flat').words
        const { words } = wordsAndFaults(view, 'flat')
        expect(usual.map((word) => JSON.stringify(word))).toEqual(
          expect.arrayContaining(words.filter(({ at }) => at !== view.hovered).map((word) => JSON.stringify(word))),
        )
        const shown = new Set(words.map(({ key }) => key))
        expect(usual.filter(({ at, key }) => at === view.hovered && !shown.has(key))).toEqual([])
      }),
      { numRuns: 30 },
    )
  })

  it('for objects are in the box of their room or below it, as `isInside` states', () => {
    const map = mapAfter(['', 1])
    const insideOf = (...things: readonly string[]) =>
      wordsAndFaults(viewOf(map, { things: new Map([[1, things]]) }), 'flat').words.flatMap(({ kind, isInside }) =>
        kind === 'things' ? [isInside] : [],
      )
    expect([insideOf('lamp'), insideOf('a very small mailbox', 'mat')]).toEqual([[true], [false]])
  })

  it('leave space above and below the name and the objects in a box', () => {
    const map = mapAfter(['', 1])
    const things = new Map([[1, ['lamp']]])
    const positions = placeLocations(map, {}, 'flat')
    const box = boxOf(positions[1] as never)
    const { words } = wordsAndFaults(viewOf(map, { things }), 'flat')
    const word = words.find(({ kind }) => kind === 'things')!
    const name = nameIn(box, map.locations[1]?.name ?? '', true)
    expect(word.y).toBeGreaterThanOrEqual(name.y + name.height)
    expect(box.y + box.height - word.y - word.height).toBeGreaterThanOrEqual(8)
    expect(name.y - box.y).toBeGreaterThanOrEqual(8)
  })

  it('for the players are beside their discs', () => {
    const map = { ...mapAfter(['', 1]), here: null }
    const { x, y } = boxOf(placeLocations(map, {}, 'flat')[1] as never)
    for (const here of [['a'], ['a', 'b']] as const) {
      const side = { of: null, words: 'A B here', here }
      const { words } = wordsAndFaults(viewOf(map, { sides: new Map([[1, side]]) }), 'flat')
      const discs = { x: x - 9, y: y - 9, width: 18 * here.length, height: 18 }
      expect(words.filter(({ kind }) => kind === 'side').map((word) => overlap(word, discs))).toEqual([false])
    }
  })

  it('name an exit at its line', () => {
    const map = mapAfter(['', 1], ['climb tree', 2], ['down', 1])
    const { words } = wordsAndFaults(viewOf(map), 'flat')
    expect(words.map(({ lines, at }) => [lines.join(' '), at])).toEqual(
      expect.arrayContaining([
        ['climb tree', 1],
        ['down', 2],
      ]),
    )
  })
})
