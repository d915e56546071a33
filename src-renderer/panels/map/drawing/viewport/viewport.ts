import type { Viewport } from '@xyflow/react'
import type { Box } from '@shared/map/drawing/geometry'

/** Screen margin around the whole drawing, for labels on corners and below boxes. */
const MARGIN = 28
/** Least distance of a visible location from the panel's edges, so that its labels are visible too. */
const EDGE = { x: 6, y: 14 }

export interface PanelSize {
  readonly width: number
  readonly height: number
}

/** The whole drawing, centered, at most at 100 %. */
export function wholeView(bounds: Box, panel: PanelSize): Viewport {
  const [width, height] = [Math.max(1, panel.width - 2 * MARGIN), Math.max(1, panel.height - 2 * MARGIN)]
  const zoom = Math.min(1, width / bounds.width, height / bounds.height)
  return centered(bounds, zoom, panel)
}

/** Centers a part of the drawing. */
export const centered = (box: Box, zoom: number, { width, height }: PanelSize): Viewport => ({
  x: width / 2 - (box.x + box.width / 2) * zoom,
  y: height / 2 - (box.y + box.height / 2) * zoom,
  zoom,
})

/** The agent's location with the nearest neighbors that fit at this zoom. */
export function aroundAgent(agent: Box, neighbors: readonly Box[], zoom: number, panel: PanelSize): Box {
  const distance = ({ x, y }: Box) => Math.hypot(x - agent.x, y - agent.y)
  return neighbors
    .toSorted((a, b) => distance(a) - distance(b))
    .reduce((seen, neighbor) => {
      const more = boxAround(seen, neighbor)
      const fits = more.width * zoom + 2 * EDGE.x <= panel.width && more.height * zoom + 2 * EDGE.y <= panel.height
      return fits ? more : seen
    }, agent)
}

function boxAround(a: Box, b: Box): Box {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)]
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  }
}

export function isInSight(box: Box, { x, y, zoom }: Viewport, panel: PanelSize): boolean {
  const [left, top] = [box.x * zoom + x, box.y * zoom + y]
  /** Tolerance for rounding errors. */
  const epsilon = 0.01
  return (
    left >= EDGE.x - epsilon &&
    top >= EDGE.y - epsilon &&
    left + box.width * zoom <= panel.width - EDGE.x + epsilon &&
    top + box.height * zoom <= panel.height - EDGE.y + epsilon
  )
}

/**
 * Level of detail at a zoom, since text is never smaller than 11 px: everything, names only, shortened names, names
 * above the current locations, or no text at all.
 */
export type Detail = 'all' | 'names' | 'short' | 'plan' | 'plan-far'
export function detailAt(zoom: number): Detail {
  if (zoom >= 0.9) return 'all'
  if (zoom >= 0.55) return 'names'
  if (zoom >= 0.4) return 'short'
  return zoom >= 0.3 ? 'plan' : 'plan-far'
}
