import type { Viewport } from '@xyflow/react'
import type { Box } from '@shared/map/drawing/geometry'

/** Below this zoom the words of the drawing are smaller than 11 px: what is read is never drawn smaller. */
const READABLE = 1
/** A level without the agent on it is looked over rather than read. */
const SMALLEST_OVERVIEW = 0.4
/** Emptiness around the whole drawing. */
const MARGIN = 28
/**
 * A location in sight keeps so far from the edges of the panel: what stands on its corners and below it is seen too.
 */
const EDGE = { x: 6, y: 14 }

export interface PanelSize {
  readonly width: number
  readonly height: number
}

/**
 * Where the drawing is looked at to see all of it, or, where that would be too small to read, the agent's location and
 * as many of its neighbors as the panel holds, the nearest first.
 */
export function viewOn(bounds: Box, agent: Box | null, neighbors: readonly Box[], panel: PanelSize): Viewport {
  const fitting = Math.min(1, panel.width / (bounds.width + 2 * MARGIN), panel.height / (bounds.height + 2 * MARGIN))
  const zoom = Math.max(fitting, agent ? READABLE : SMALLEST_OVERVIEW)
  const focus = agent ? aroundAgent(agent, neighbors, panel) : bounds
  return {
    x: offsetOf([focus.x, focus.width], [bounds.x, bounds.width], panel.width, zoom, EDGE.x),
    y: offsetOf([focus.y, focus.height], [bounds.y, bounds.height], panel.height, zoom, EDGE.y),
    zoom,
  }
}

/** The agent's location together with the neighbors that can be read beside it in a panel of this size. */
export function aroundAgent(agent: Box, neighbors: readonly Box[], panel: PanelSize): Box {
  const distance = ({ x, y }: Box) => Math.hypot(x - agent.x, y - agent.y)
  return neighbors
    .toSorted((a, b) => distance(a) - distance(b))
    .reduce((seen, neighbor) => {
      const more = boxAround(seen, neighbor)
      const fits = more.width + 2 * EDGE.x <= panel.width && more.height + 2 * EDGE.y <= panel.height
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

type Span = readonly [start: number, length: number]

/**
 * Along one axis: brings the middle of `focus` to the middle of the panel, but shows no more emptiness beyond the ends
 * of the drawing than it must, and none of the focus beyond the edge where there is room for it.
 */
function offsetOf(focus: Span, drawing: Span, available: number, zoom: number, edge: number): number {
  const [start, length] = drawing
  const middle = available / 2 - (focus[0] + focus[1] / 2) * zoom
  const emptyBefore = MARGIN - start * zoom
  const emptyAfter = available - MARGIN - (start + length) * zoom
  if (emptyAfter >= emptyBefore) return (emptyBefore + emptyAfter) / 2
  const offset = Math.min(emptyBefore, Math.max(emptyAfter, middle))
  const [first, last] = [edge - focus[0] * zoom, available - edge - (focus[0] + focus[1]) * zoom]
  return first > last ? middle : Math.min(last, Math.max(first, offset))
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
