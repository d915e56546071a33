import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Cell, Planes, Positions } from '../cell'
import { growingMap } from '../growing-map.testkit'
import { placeLocations } from '../layout'
import { type Link, linksOf } from '../links'
import { readWorldMap } from '../story-map.testkit'
import { tidyPositions } from '../tidy'
import { emptyMap, type WorldMap } from '../world-map'
import { boxesCrossed, nameLink } from './crossings.testkit'
import { fortyRooms } from './forty-rooms.testkit'
import { BOX, PITCH } from './geometry'
import { layLines, type Lines } from './lines'

const planes = fc.constantFrom<Planes>('flat', 'levels')
const levelsOf = (positions: Positions) => [...new Set(Object.values(positions).map(({ level }) => level))]

/** Every link as known at the end, and as known before the way back was used. */
const partsOf = (links: readonly Link[]): readonly Link[] =>
  links.flatMap((link) =>
    link.back === null
      ? [link]
      : [link, { ...link, back: null }, { from: link.to, to: link.from, exit: link.back, back: null }],
  )

function crossings(map: WorldMap, positions: Positions): readonly string[] {
  const links = linksOf(map)
  return levelsOf(positions).flatMap((level) => {
    const lines = layLines({ links, positions, level })
    return partsOf(links).flatMap((link) => {
      const line = lines.of(link)
      return line ? boxesCrossed(line, level, positions).map((id) => `${nameLink(link)} crosses ${id}`) : []
    })
  })
}

const cornersOf = (lines: Lines, links: readonly Link[]) => links.map((link) => lines.of(link)?.corners ?? null)

describe('layLines', () => {
  it('never lays a line through a box, whether or not the way back is known', () => {
    fc.assert(
      fc.property(growingMap, planes, (maps, chosen) => {
        const map = maps.at(-1) ?? emptyMap
        expect(crossings(map, placeLocations(map, {}, chosen))).toEqual([])
      }),
      { numRuns: 40 },
    )
  })

  it('avoids boxes wherever the user has put rooms', () => {
    const anywhere = fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 6 })), {
      minLength: 25,
      maxLength: 25,
      selector: String,
    })
    fc.assert(
      fc.property(growingMap, anywhere, (maps, cells) => {
        const map = maps.at(-1) ?? emptyMap
        const positions = Object.fromEntries(
          Object.keys(map.locations).map((id, index): [string, Cell] => {
            const [x, y] = cells[index] as [number, number]
            return [id, { x, y, level: 0 }]
          }),
        )
        expect(crossings(map, positions)).toEqual([])
      }),
      { numRuns: 20 },
    )
  })

  it('lays the same lines for a map that grew as for one opened whole', () => {
    fc.assert(
      fc.property(growingMap, planes, (maps, chosen) => {
        let positions: Positions = {}
        let grown: Lines | null = null
        for (const map of maps) {
          positions = placeLocations(map, positions, chosen)
          grown = layLines({ links: linksOf(map), positions, level: 0 }, grown)
        }
        const links = linksOf(maps.at(-1) ?? emptyMap)
        const opened = layLines({ links, positions, level: 0 })
        expect(cornersOf(grown as Lines, links)).toEqual(cornersOf(opened, links))
      }),
      { numRuns: 15 },
    )
  })

  it('is deterministic for the earlier state of a map', () => {
    const map = fortyRooms()
    const drawing = { links: linksOf(map), positions: placeLocations(map, {}, 'flat'), level: 0 }
    const parts = partsOf(drawing.links)
    const [forwards, backwards] = [layLines(drawing), layLines(drawing)]
    const asked = cornersOf(forwards, parts)
    expect(cornersOf(backwards, parts.toReversed()).toReversed()).toEqual(asked)
    expect(cornersOf(forwards, parts)).toEqual(asked)
  })
})

describe('a line', () => {
  const at = (x: number, y: number, level = 0): Cell => ({ x, y, level })
  const lay = (positions: Positions, ...links: readonly Partial<Link>[]) => {
    const whole = links.map((link): Link => ({ from: 1, to: 2, exit: 'east', back: 'west', ...link }))
    const lines = layLines({ links: whole, positions, level: 0 })
    return whole.map((link) => lines.of(link))
  }

  it('runs straight between rooms in compass direction, even over free cells', () => {
    const [line] = lay({ 1: at(0, 0), 2: at(2, 0) }, {})
    expect(line?.isStraight).toBe(true)
    expect(line?.corners).toEqual([
      { x: BOX.width, y: BOX.height / 2 },
      { x: 2 * PITCH.x, y: BOX.height / 2 },
    ])
  })

  it('joins diagonal neighbors corner to corner at 45 degrees', () => {
    const [line] = lay({ 1: at(0, 0), 2: at(1, -1) }, { exit: 'northeast', back: 'southwest' })
    expect(line?.corners).toEqual([
      { x: BOX.width, y: 0 },
      { x: PITCH.x, y: BOX.height - PITCH.y },
    ])
  })

  it('goes around a room in between, and leaves and enters as the compass says', () => {
    const [line] = lay({ 1: at(0, 0), 2: at(2, 0), 3: at(1, 0) }, {})
    expect(line?.isStraight).toBe(false)
    const [start, first] = line?.corners ?? []
    expect([start?.x, first?.y]).toEqual([BOX.width, start?.y])
    expect(line?.corners.some(({ y }) => y < 0 || y > BOX.height)).toBe(true)
  })

  it('turns where the exits do not face each other', () => {
    const [line] = lay({ 1: at(0, 0), 2: at(1, 0) }, { exit: 'north', back: 'southwest' })
    expect(line?.corners.at(0)).toEqual({ x: BOX.width / 2, y: 0 })
    expect(line?.corners.at(-1)).toEqual({ x: PITCH.x, y: BOX.height })
  })

  it('shares no part with another between the same two rooms', () => {
    const pair = lay({ 1: at(0, 0), 2: at(1, 0) }, { exit: 'north', back: null }, { exit: 'in', back: null }, {})
    const halves = pair.flatMap((line) => (line?.corners ?? []).slice(1).map((to, i) => [line?.corners[i], to]))
    expect(new Set(halves.map((half) => JSON.stringify(half))).size).toBe(halves.length)
  })

  it('of a one-way link enters at the nearest side, without a back exit', () => {
    const [open] = lay({ 1: at(0, 0), 2: at(1, 0) }, { exit: 'east', back: null })
    expect(open).toMatchObject({ isStraight: true })
    const positions = { 1: at(0, 0), 2: at(2, 1) }
    const whole: Link = { from: 1, to: 2, exit: 'east', back: 'east' }
    const lines = layLines({ links: [whole], positions, level: 0 })
    const alone = layLines({ links: [{ ...whole, back: null }], positions, level: 0 })
    expect(lines.of({ ...whole, back: null })).toEqual(alone.of({ ...whole, back: null }))
    expect(lines.of(whole)?.end.dx).toBe(1)
    expect(lines.of({ ...whole, back: null })?.end.dx).not.toBe(1)
  })

  it('is searched only for the shortest links of a huge map, also when one more link is found', () => {
    const side = 30
    const positions = Object.fromEntries(
      Array.from({ length: side * side }, (_, id) => [id, at(id % side, Math.floor(id / side))]),
    )
    const links = Array.from({ length: side * side - 2 }, (_, id): Link => ({
      from: id,
      to: id + 2,
      exit: 'in',
      back: null,
    }))
    const lines = layLines({ links: links.slice(1), positions, level: 0 })
    const drawn = links.slice(1).filter((link) => lines.of(link))
    expect(drawn.length).toBeLessThanOrEqual(600)
    const more = layLines({ links, positions, level: 0 }, lines)
    expect(cornersOf(more, links)).toEqual(cornersOf(layLines({ links, positions, level: 0 }), links))
  })

  it('is null to a room that is far away, on another level, or not placed', () => {
    expect(lay({ 1: at(0, 0), 2: at(7, 0) }, {})).toEqual([null])
    expect(lay({ 1: at(0, 0), 2: at(0, 0, 1) }, { exit: 'up', back: 'down' })).toEqual([null])
    expect(lay({ 1: at(0, 0) }, {})).toEqual([null])
  })
})

describe('a map of forty irregular rooms', () => {
  const map = fortyRooms()
  it.each(['flat', 'levels'] as const)('has no line through a box, placed and tidied (%s)', (chosen) => {
    const placed = placeLocations(map, {}, chosen)
    const tidied = tidyPositions({ map, positions: placed, planes: chosen, seed: 1, locked: [] })
    for (const positions of [placed, tidied]) expect(crossings(map, positions)).toEqual([])
  })

  it('draws nearly all of its links, and most of them unchanged with one more room', () => {
    const positions = placeLocations(map, {}, 'flat')
    const links = linksOf(map)
    const lines = layLines({ links, positions, level: 0 })
    expect(links.filter((link) => lines.of(link)).length).toBeGreaterThan(links.length * 0.9)
    for (let count = 10; count < 40; count += 5) {
      const [before, after] = [fortyRooms(count), fortyRooms(count + 1)]
      const was = layLines({ links: linksOf(before), positions: placeLocations(before, {}, 'flat'), level: 0 })
      const is = layLines({ links: linksOf(after), positions: placeLocations(after, {}, 'flat'), level: 0 })
      const both = [...was.laid].filter(([key]) => is.laid.has(key))
      const moved = both.filter(([key, { line }]) => JSON.stringify(line) !== JSON.stringify(is.laid.get(key)?.line))
      expect(moved.length, `${count} rooms`).toBeLessThanOrEqual(Math.max(3, both.length * 0.15))
    }
  })
})

const STORY = resolve(import.meta.dirname, '../../../build/story/zork/zork1.z3')

describe('the map of Zork I', () => {
  const whole = readWorldMap(readFileSync(STORY))
  const firstFound = (count: number): WorldMap => ({
    ...whole,
    locations: Object.fromEntries(Object.entries(whole.locations).filter(([, { firstTurn }]) => firstTurn < count)),
  })

  it.each([
    [40, 'flat'],
    [40, 'levels'],
    [110, 'flat'],
    [110, 'levels'],
  ] as const)('of %i rooms has no line through a box (%s)', (count, chosen) => {
    const map = firstFound(count)
    const placed = placeLocations(map, {}, chosen)
    const tidied = tidyPositions({ map, positions: placed, planes: chosen, seed: 1, locked: [] })
    for (const positions of [placed, tidied]) expect(crossings(map, positions)).toEqual([])
  })
})
