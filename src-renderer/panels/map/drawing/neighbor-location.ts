import { type Cell, type Positions, subtractCells } from '@shared/map/cell'

export const ARROWS: Readonly<Record<string, Cell>> = {
  ArrowUp: { x: 0, y: -1, level: 0 },
  ArrowDown: { x: 0, y: 1, level: 0 },
  ArrowLeft: { x: -1, y: 0, level: 0 },
  ArrowRight: { x: 1, y: 0, level: 0 },
}

/** The nearest location within 45° of an arrow's direction; null if there is none. Sideways distance counts double. */
export function neighborLocation(
  from: number,
  arrow: Cell,
  locations: readonly number[],
  positions: Positions,
): number | null {
  const start = positions[from]
  if (!start) return null
  const ahead = locations.flatMap((id) => {
    const cell = positions[id]
    if (!cell || id === from) return []
    const { x, y } = subtractCells(cell, start)
    const forward = x * arrow.x + y * arrow.y
    const aside = Math.abs(x * arrow.y) + Math.abs(y * arrow.x)
    return forward > 0 && aside <= forward ? [{ id, distance: forward + 2 * aside }] : []
  })
  return ahead.length === 0 ? null : ahead.reduce((a, b) => (b.distance < a.distance ? b : a)).id
}
