import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Positions } from '@shared/map/cell'
import { boundsOf, type Box, boxOf } from '@shared/map/drawing/geometry'
import { leastZoomOf } from '@shared/map/drawing/names'
import { growingMap } from '@shared/map/growing-map.testkit'
import { placeLocations } from '@shared/map/layout'
import { readWorldMap } from '@shared/map/story-map.testkit'
import { emptyMap, type WorldMap } from '@shared/map/world-map'
import { isWholeOnScreen, keyLabels, keyRooms } from './key-names'
import type { LocationSide } from './map-view'
import { fittedView, wholeView } from './viewport/use-viewport'

const NAMES = ['Cellar', 'North-South Passage', 'Maintenance Room', 'Up a Tree', 'Strange Passage', 'Entrance to Hades']
const named = (map: WorldMap): WorldMap => ({
  ...map,
  locations: Object.fromEntries(
    Object.values(map.locations).map((room) => [room.id, { ...room, name: NAMES[room.id % NAMES.length] ?? '' }]),
  ),
})

interface Look {
  readonly map: WorldMap
  readonly positions: Positions
  readonly selected: number | null
  readonly panel: { readonly width: number; readonly height: number }
  /** True for the whole view, where names are too small. */
  readonly isZoomedOut: boolean
}

/** Each key room that has no whole name on the level shown, and each label that covers another or is cut. */
function faultsOf({ map, positions, selected, panel, isZoomedOut }: Look): readonly string[] {
  const level = positions[selected ?? map.here ?? -1]?.level ?? 0
  const known = Object.values(map.locations).filter(({ id }) => positions[id]?.level === level)
  const cells = known.flatMap(({ id }) => positions[id] ?? [])
  const followed = [positions[selected ?? map.here ?? -1] ?? []].flat()
  const readable = Math.max(...known.map(({ name }) => leastZoomOf(name)))
  const view = isZoomedOut
    ? wholeView(boundsOf(cells), panel)
    : fittedView({ cells, corners: [], followed, neighbors: [], readable, scale: 1 }, { x: 0, y: 0, zoom: 1 }, panel)
  const screen = { view, panel, scale: 1 }
  const shown = { map, mazeSizes: new Map(), selected, lit: null, tabStop: null, way: null, sides: new Map() }
  const labels = keyLabels(shown, positions, level, screen, [])
  const whole = known.filter(({ id, name }) => isWholeOnScreen(name, boxOf(positions[id] as Positions[number]), screen))
  const boxes = whole.map(({ id }): Box => {
    const { x, y, width, height } = boxOf(positions[id] as Positions[number])
    return {
      x: x * view.zoom + view.x,
      y: y * view.zoom + view.y,
      width: width * view.zoom,
      height: height * view.zoom,
    }
  })
  const faults: string[] = []
  for (const id of keyRooms(shown)) {
    const isNeighborHere = positions[id]?.level === level
    if (isNeighborHere && !whole.some((room) => room.id === id) && !labels.some((label) => label.id === id))
      faults.push(`${map.locations[id]?.name} of ${id} is nowhere`)
  }
  for (const [index, label] of labels.entries()) {
    if (label.x < 0 || label.y < 0 || label.x + label.width > panel.width || label.y + label.height > panel.height)
      faults.push(`${label.lines.join(' ')} is cut`)
    if ([...boxes, ...labels.slice(index + 1)].some((other) => isOver(label, other)))
      faults.push(`${label.lines.join(' ')} covers another name`)
  }
  return faults
}

const isOver = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

const panels = fc.record({ width: fc.integer({ min: 320, max: 900 }), height: fc.integer({ min: 200, max: 700 }) })

describe('the names of the agent’s room, the selected room and their neighbors', () => {
  it('are completely visible and cover no other name, on any map', () => {
    fc.assert(
      fc.property(growingMap, panels, fc.boolean(), fc.nat(), (maps, panel, isZoomedOut, pick) => {
        const map = named(maps.at(-1) ?? emptyMap)
        const rooms = Object.keys(map.locations).map(Number)
        const selected = pick % 3 === 0 ? null : (rooms[pick % rooms.length] ?? null)
        const positions = placeLocations(map, {}, 'flat')
        expect(faultsOf({ map, positions, selected, panel, isZoomedOut })).toEqual([])
      }),
      { numRuns: 150 },
    )
  })

  it('are completely visible from every room of Zork I, even in a narrow panel', () => {
    const panels = [
      { width: 320, height: 240 },
      { width: 452, height: 266 },
    ] as const
    const map = readWorldMap(readFileSync(resolve(import.meta.dirname, '../../../../build/story/zork/zork1.z3')))
    for (const planes of ['flat', 'levels'] as const) {
      const positions = placeLocations(map, {}, planes)
      for (const [index, here] of Object.keys(map.locations).map(Number).entries())
        for (const isZoomedOut of [true, false]) {
          const panel = panels[index % 2]!
          expect(faultsOf({ map: { ...map, here }, positions, selected: null, panel, isZoomedOut })).toEqual([])
        }
    }
  })

  it('are those of both players on the map of a comparison', () => {
    const map = readWorldMap(readFileSync(resolve(import.meta.dirname, '../../../../build/story/zork/zork1.z3')))
    const [first = 0, , , last = 0] = Object.keys(map.locations).map(Number)
    const side = (here: LocationSide['here']): LocationSide => ({ of: null, words: '', here })
    const sides = new Map([
      [first, side(['a'])],
      [last, side(['b'])],
    ])
    const shown = {
      map: { ...map, here: null },
      mazeSizes: new Map(),
      selected: null,
      lit: null,
      tabStop: null,
      way: null,
    }
    const neighbors = [first, last].flatMap((id) => Object.values(map.locations[id]?.exits ?? {}).map(({ to }) => to))
    expect(keyRooms({ ...shown, sides })).toEqual([...new Set([first, last, ...neighbors])])
  })
})
