import type { Viewport } from '@xyflow/react'
import type { Cell, Positions } from '@shared/map/cell'
import { type Box, boxOf } from '@shared/map/drawing/geometry'
import { type KeyLabel, type NameToPlace, placeKeyLabels } from '@shared/map/drawing/key-labels'
import { leastZoomOf } from '@shared/map/drawing/names'
import type { WorldMap } from '@shared/map/world-map'
import { mapStrings } from '../strings'
import { locationName, type MapView } from './map-view'
import type { MapWord } from './words/words'

type Shown = Pick<MapView, 'map' | 'mazeSizes' | 'selected' | 'lit' | 'tabStop' | 'way' | 'sides'>

/** The room of the player; on the map of a comparison, the rooms of both players. */
const playerRooms = ({ map, sides }: Pick<Shown, 'map' | 'sides'>): readonly number[] =>
  [map.here ?? [], ...[...sides].map(([id, { here }]) => (here.length > 0 ? id : []))].flat()

/** The rooms whose names are always shown, most important first. */
export function keyRooms(shown: Shown): readonly number[] {
  const { map, selected, lit, tabStop, way } = shown
  const players = playerRooms(shown)
  const neighbors = [...players, selected].flatMap((id) =>
    Object.values(map.locations[id ?? -1]?.exits ?? {}).map(({ to }) => to),
  )
  const rooms = [...players, selected, lit, way?.from ?? null, way?.to ?? null, tabStop, ...neighbors]
  return [...new Set(rooms)].flatMap((id) => (id !== null && map.locations[id] ? id : []))
}

export interface Screen {
  readonly view: Viewport
  readonly panel: { readonly width: number; readonly height: number }
  /** Text size, 1 for 100 %. */
  readonly scale: number
}

/** Tolerance for rounding errors of a computed zoom. */
const EPSILON = 0.001
/** Whether a name is completely visible in its box: it fits, and no edge of the panel crosses the box. */
export const isWholeOnScreen = (name: string, corner: Pick<Box, 'x' | 'y'>, screen: Screen): boolean =>
  screen.view.zoom / screen.scale >= leastZoomOf(name) - EPSILON &&
  (screen.panel.width === 0 || isWithin(onScreen({ ...boxOf(ORIGIN), ...corner }, screen), screen))

const ORIGIN: Cell = { x: 0, y: 0, level: 0 }

/**
 * Labels of the key rooms whose names are neither completely visible in their boxes nor among the words beside the
 * boxes.
 */
export function keyLabels(
  shown: Shown,
  positions: Positions,
  level: number,
  screen: Screen,
  words: readonly MapWord[],
): readonly KeyLabel[] {
  const { map, selected } = shown
  const nameOf = (id: number) => locationName(shown, id, mapStrings.maze) ?? ''
  const boxAt = (cell: Cell) => onScreen(boxOf(cell), screen)
  const isWhole = (id: number, cell: Cell) => isWholeOnScreen(nameOf(id), boxOf(cell), screen)
  const named = Object.values(map.locations).flatMap(({ id }) => {
    const cell = positions[id]
    return cell?.level === level && (isWhole(id, cell) || id === map.here) ? [boxAt(cell)] : []
  })
  const names = keyRooms(shown).flatMap((id): readonly NameToPlace[] => {
    const cell = positions[id]
    if (!cell) return []
    if (cell.level === level) {
      if (isWhole(id, cell)) return []
      const box = boxAt(cell)
      const arrow = isOutside(box, screen) ? `${arrowTo(box, screen)} ` : ''
      return [{ id, name: arrow + nameOf(id), box }]
    }
    // The label is beside the room that leads to it.
    const from = [selected, map.here].find((hub) => hub !== null && leads(map, hub, id))
    const start = from == null ? undefined : positions[from]
    if (start?.level !== level || isReferredTo(id)) return []
    return [{ id, name: `${cell.level > level ? '↑' : '↓'} ${nameOf(id)}`, box: boxAt(start) }]
  })
  const texts = words.map((word) => onScreen(word, screen))
  return placeKeyLabels(names, { ...screen.panel, named, words: texts, scale: screen.scale })

  function isReferredTo(id: number): boolean {
    return words.some((word) => word.leads?.to === id && isWithin(onScreen(word, screen), screen))
  }
}

const leads = (map: WorldMap, from: number, to: number): boolean =>
  Object.values(map.locations[from]?.exits ?? {}).some((exit) => exit.to === to)

export function onScreen({ x, y, width, height }: Box, { view: { x: left, y: top, zoom } }: Screen): Box {
  return { x: x * zoom + left, y: y * zoom + top, width: width * zoom, height: height * zoom }
}

const isWithin = ({ x, y, width, height }: Box, { panel }: Screen): boolean =>
  x >= 0 && y >= 0 && x + width <= panel.width && y + height <= panel.height

const isOutside = ({ x, y, width, height }: Box, { panel }: Screen): boolean =>
  x + width < 0 || y + height < 0 || x > panel.width || y > panel.height

const ARROWS = ['→', '↘', '↓', '↙', '←', '↖', '↑', '↗'] as const

/** An arrow from the middle of the panel towards a box outside it. */
function arrowTo({ x, y, width, height }: Box, { panel }: Screen): string {
  const angle = Math.atan2(y + height / 2 - panel.height / 2, x + width / 2 - panel.width / 2)
  return ARROWS[(Math.round((angle / Math.PI) * 4) + 8) % 8] as string
}
