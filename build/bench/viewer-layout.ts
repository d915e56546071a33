import { existsSync, readFileSync } from 'node:fs'
import { type Cell, cellKey, pointsAlong, stepOf, subtractCells } from '@shared/map/cell'
import { placeLocations } from '@shared/map/layout'
import { isReciprocal, linksOf } from '@shared/map/links'
import { readWorldMap } from '@shared/map/story-map.testkit'
import { tidyPositions } from '@shared/map/tidy'
import { median, ms, report } from './figures'

const STORY = '../shared/games/zork1.z3'
const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8]

/** A real map of 110 locations: where a new location goes, and how straight and how fast a tidied drawing is. */
export function benchLayout(): void {
  if (!existsSync(STORY))
    return report('layout of the Zork I map', 'not measured: ../shared/games/zork1.z3 is not there')
  const map = readWorldMap(readFileSync(STORY))
  const passages = linksOf(map).filter((link) => isReciprocal(link) && stepOf(link.exit, 'levels'))
  const positions = placeLocations(map, {}, 'levels')
  const tidied = SEEDS.map((seed) => {
    const started = performance.now()
    const cells = tidyPositions({ map, positions, planes: 'levels', seed, locked: [] })
    const tookMs = performance.now() - started
    const aligned = passages.filter(({ from, to, exit }) =>
      pointsAlong(subtractCells(cells[to] as Cell, cells[from] as Cell), stepOf(exit, 'levels') as Cell),
    ).length
    return { tookMs, aligned, collisions: Object.keys(cells).length - new Set(Object.values(cells).map(cellKey)).size }
  })
  const last = Object.keys(positions).at(-1) as string
  const { [Number(last)]: _placed, ...others } = positions
  const adds = Array.from({ length: 50 }, () => {
    const started = performance.now()
    placeLocations(map, others, 'levels')
    return performance.now() - started
  })
  report(`map of ${Object.keys(map.locations).length} rooms: add a room`, `median ${ms(median(adds))} (Must 16 ms)`)
  report('  tidy, 8 seeds', `median ${ms(median(tidied.map(({ tookMs }) => tookMs)))} (Must 2,000 ms)`)
  report('  collisions, all seeds', `${tidied.reduce((sum, { collisions }) => sum + collisions, 0)} (Must 0)`)
  report(
    `  reciprocal links aligned, of ${passages.length}`,
    `${Math.min(...tidied.map(({ aligned }) => aligned))} to ${Math.max(...tidied.map(({ aligned }) => aligned))} (goal 82)`,
  )
}
