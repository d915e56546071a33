import { readFileSync } from 'node:fs'
import { createRandom } from '@shared/base/random'
import { type Cell, cellKey, pointsAlong, stepOf, subtractCells } from '@shared/map/cell'
import { layLines } from '@shared/map/drawing/lines'
import { placeLocations } from '@shared/map/layout'
import { isReciprocal, linksOf } from '@shared/map/links'
import { readWorldMap } from '@shared/map/story-map.testkit'
import { tidyPositions } from '@shared/map/tidy'
import { emptyMap, recordMove, type WorldMap } from '@shared/map/world-map'
import { medianMs, report, timeOf, timesOf } from '../figures'

const STORY = 'build/story/zork/zork1.z3'
const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8]

/**
 * Measures the layout of a real map of 110 locations: the time to draw its lines, to place a new location and to tidy
 * the map, and how many links are straight after that.
 */
export function benchLayout(): void {
  benchLines()
  const map = readWorldMap(readFileSync(STORY))
  const passages = linksOf(map).filter((link) => isReciprocal(link) && stepOf(link.exit, 'levels'))
  const positions = placeLocations(map, {}, 'levels')
  const tidied = SEEDS.map((seed) => {
    let cells: Readonly<Record<string, Cell>> = {}
    const tookMs = timeOf(() => {
      cells = tidyPositions({ map, positions, planes: 'levels', seed, locked: [] })
    })
    const aligned = passages.filter(({ from, to, exit }) =>
      pointsAlong(subtractCells(cells[to] as Cell, cells[from] as Cell), stepOf(exit, 'levels') as Cell),
    ).length
    return { tookMs, aligned, collisions: Object.keys(cells).length - new Set(Object.values(cells).map(cellKey)).size }
  })
  const last = Object.keys(positions).at(-1) as string
  const { [Number(last)]: _placed, ...others } = positions
  const drawing = { links: linksOf(map), positions: placeLocations(map, {}, 'flat'), level: 0 }
  const { [Number(last)]: _cell, ...cellsBefore } = drawing.positions
  const linesBefore = layLines({ ...drawing, positions: cellsBefore })
  const rooms = `map of ${Object.keys(map.locations).length} rooms`
  const aligned = tidied.map((tidy) => tidy.aligned)
  report(`${rooms} on one level: lay all lines`, medianMs(timesOf(20, () => layLines(drawing))))
  report('  those near one more room', `${medianMs(timesOf(20, () => layLines(drawing, linesBefore)))} (Must 16 ms)`)
  report(`${rooms}: add a room`, `${medianMs(timesOf(50, () => placeLocations(map, others, 'levels')))} (Must 16 ms)`)
  report('  tidy, 8 seeds', `${medianMs(tidied.map(({ tookMs }) => tookMs))} (Must 2,000 ms)`)
  report('  collisions, all seeds', `${tidied.reduce((sum, { collisions }) => sum + collisions, 0)} (Must 0)`)
  report(
    `  reciprocal links aligned, of ${passages.length}`,
    `${Math.min(...aligned)} to ${Math.max(...aligned)} (goal 82)`,
  )
}

const DIRECTIONS = ['north', 'northeast', 'east', 'southeast', 'south', 'southwest', 'west', 'northwest', 'up', 'down']

/** A map with crooked passages like those of mazes: from each new location a second passage leads to an earlier one. */
function crookedMap(locations: number): WorldMap {
  const random = createRandom(1)
  const pick = (count: number) => Math.floor(random() * count)
  let map = emptyMap
  let turn = 0
  const walkTo = (id: number) => {
    const action = turn === 0 ? null : (DIRECTIONS[pick(DIRECTIONS.length)] ?? null)
    map = recordMove(map, { turn: turn++, action, here: { id, name: `Room ${id}` }, walked: true })
  }
  for (let id = 1; id <= locations; id++) {
    walkTo(id)
    if (id > 3) walkTo(id - 1 - pick(3))
    walkTo(id)
  }
  return map
}

/** Measures the lines of a large map: all of them, as when a log is opened, and those near one new location. */
function benchLines(): void {
  for (const count of [110, 300, 2_000]) {
    const map = crookedMap(count)
    const links = linksOf(map)
    const positions = placeLocations(map, {}, 'flat')
    const last = map.locations[count]
    const without = linksOf({ ...map, locations: { ...map.locations, [count]: { ...last, exits: {} } as never } })
    const before = layLines({ links: without, positions, level: 0 })
    const whole = timesOf(5, () => layLines({ links, positions, level: 0 }))
    const more = timesOf(20, () => layLines({ links, positions, level: 0 }, before))
    report(
      `lines of ${count.toLocaleString('en')} rooms, ${links.length.toLocaleString('en')} links`,
      `all ${medianMs(whole)}, with one more room ${medianMs(more)} (as crooked as a maze)`,
    )
  }
}
