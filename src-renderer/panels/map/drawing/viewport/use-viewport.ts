import { type OnMoveEnd, type OnMoveStart, useReactFlow, useStore, type Viewport } from '@xyflow/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Cell } from '@shared/map/cell'
import { boundsOf, boxOf, type Box } from '@shared/map/drawing/geometry'

/**
 * `whole` keeps the whole level in view; `agent` follows the agent at the user's zoom; `own` is the user's own view.
 */
export type ViewMode = 'whole' | 'agent' | 'own'

const READABLE = 1

interface Shown {
  readonly cells: readonly Cell[]
  readonly here: Cell | null
  readonly neighbors: readonly Cell[]
  /** The location with an open card, which is scrolled into view. */
  readonly opened: Cell | null
}

/** The viewport of the drawing: the whole level until the user zooms or pans. */
export function useViewport({ cells, here, neighbors, opened }: Shown) {
  const { getViewport, setViewport } = useReactFlow()
  const width = useStore((state) => state.width)
  const height = useStore((state) => state.height)
  const [mode, setViewMode] = useState<ViewMode>('whole')

  useEffect(() => {
    if (mode !== 'whole' || width === 0 || cells.length === 0) return
    void setViewport(wholeView(boundsOf(cells), { width, height }))
  }, [mode, cells, width, height, setViewport])

  useEffect(() => {
    if (mode !== 'agent' || opened !== null || here === null || width === 0) return
    const view = getViewport()
    const panel = { width, height }
    const box = aroundAgent(boxOf(here), neighbors.map(boxOf), view.zoom, panel)
    if (!isInSight(box, view, panel)) void setViewport(centered(box, view.zoom, panel))
  }, [mode, here, neighbors, opened, width, height, getViewport, setViewport])

  /** Centers a location unless it is visible. True if the view moved. */
  const bring = useCallback(
    (cell: Cell): boolean => {
      const [view, panel] = [getViewport(), { width, height }]
      if (isInSight(boxOf(cell), view, panel)) return false
      void setViewport(centered(boxOf(cell), view.zoom, panel))
      return true
    },
    [width, height, getViewport, setViewport],
  )
  useEffect(() => {
    if (opened !== null && width > 0 && mode !== 'whole') bring(opened)
  }, [opened, width, mode, bring])

  /** A zoom with the agent in view follows the agent; otherwise the view is the user's own. */
  const afterZoom = useCallback(() => {
    const isSeen = here !== null && isInSight(boxOf(here), getViewport(), { width, height })
    setViewMode(isSeen ? 'agent' : 'own')
  }, [here, width, height, getViewport])
  const zoomBefore = useRef(1)
  const leave = useCallback(() => setViewMode('own'), [])
  /** Programmatic moves have no event. */
  const onMoveStart: OnMoveStart = useCallback(
    (event, { zoom }) => {
      if (event === null) return
      zoomBefore.current = zoom
      leave()
    },
    [leave],
  )
  const onMoveEnd: OnMoveEnd = useCallback(
    (event, { zoom }) => {
      if (event !== null && zoom !== zoomBefore.current) afterZoom()
    },
    [afterZoom],
  )
  const followAgent = () => {
    if (here && width > 0) {
      const [zoom, panel] = [Math.max(READABLE, getViewport().zoom), { width, height }]
      void setViewport(centered(aroundAgent(boxOf(here), neighbors.map(boxOf), zoom, panel), zoom, panel))
    }
    setViewMode('agent')
  }
  return {
    mode,
    reveal: (cell: Cell) => bring(cell) && leave(),
    showWhole: () => setViewMode('whole'),
    followAgent,
    leave,
    afterZoom,
    onMoveStart,
    onMoveEnd,
  }
}

/** Screen margin around the whole drawing, for labels on corners and below boxes. */
const MARGIN = 28
/** Least distance of a visible location from the panel's edges, so that its labels are visible too. */
const EDGE = { x: 6, y: 14 }

interface PanelSize {
  readonly width: number
  readonly height: number
}

/** The whole drawing, centered, at most at 100 %. */
export function wholeView(bounds: Box, panel: PanelSize): Viewport {
  const [width, height] = [Math.max(1, panel.width - 2 * MARGIN), Math.max(1, panel.height - 2 * MARGIN)]
  const zoom = Math.min(1, width / bounds.width, height / bounds.height)
  return centered(bounds, zoom, panel)
}

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
type Detail = 'all' | 'names' | 'short' | 'plan' | 'plan-far'
export function detailAt(zoom: number): Detail {
  if (zoom >= 0.9) return 'all'
  if (zoom >= 0.55) return 'names'
  if (zoom >= 0.4) return 'short'
  return zoom >= 0.3 ? 'plan' : 'plan-far'
}
