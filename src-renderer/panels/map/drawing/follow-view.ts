import type { Viewport } from '@xyflow/react'
import type { Box } from '@shared/map/drawing/geometry'

/** Emptiness around the whole drawing, on the screen: for what stands on corners and below boxes. */
const MARGIN = 28
/**
 * A location in sight keeps so far from the edges of the panel: what stands on its corners and below it is seen too.
 */
const EDGE = { x: 6, y: 14 }

export interface PanelSize {
  readonly width: number
  readonly height: number
}

/** All of the drawing in the middle of the panel, and nothing enlarged. */
export function wholeView(bounds: Box, panel: PanelSize): Viewport {
  const [width, height] = [Math.max(1, panel.width - 2 * MARGIN), Math.max(1, panel.height - 2 * MARGIN)]
  const zoom = Math.min(1, width / bounds.width, height / bounds.height)
  return centered(bounds, zoom, panel)
}

/** A part of the drawing in the middle of the panel. */
export const centered = (box: Box, zoom: number, { width, height }: PanelSize): Viewport => ({
  x: width / 2 - (box.x + box.width / 2) * zoom,
  y: height / 2 - (box.y + box.height / 2) * zoom,
  zoom,
})

/** The agent's location together with the neighbors that can be seen beside it at this zoom, the nearest first. */
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
  /** Sums of fractions. */
  const little = 0.01
  return (
    left >= EDGE.x - little &&
    top >= EDGE.y - little &&
    left + box.width * zoom <= panel.width - EDGE.x + little &&
    top + box.height * zoom <= panel.height - EDGE.y + little
  )
}

/**
 * How much can be read at a zoom, for words are never drawn smaller than 11 px: everything, the names of locations
 * alone, the beginnings of names, of the locations that matter now the name above them, or not even these, for there
 * the gaps are lower than a word.
 */
export type Detail = 'all' | 'names' | 'short' | 'plan' | 'plan-far'
export function detailAt(zoom: number): Detail {
  if (zoom >= 0.9) return 'all'
  if (zoom >= 0.55) return 'names'
  if (zoom >= 0.4) return 'short'
  return zoom >= 0.3 ? 'plan' : 'plan-far'
}
