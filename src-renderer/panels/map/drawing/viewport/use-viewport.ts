import { type OnMoveEnd, type OnMoveStart, useReactFlow, useStore, type Viewport } from '@xyflow/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Cell } from '@shared/map/cell'
import { boundsOf, boxOf, type Box, type Point } from '@shared/map/drawing/geometry'
import { LEAST_ZOOM_FOR_WORDS } from '@shared/map/drawing/names'

/**
 * `auto` keeps the whole level visible, or follows the agent if names would be too small. `whole` keeps the level
 * visible at any zoom. `agent` follows the agent at the user's zoom; two agents may need a smaller one. `own` is the
 * view that the user chose.
 */
type ViewMode = 'auto' | 'whole' | 'agent' | 'own'

interface Shown {
  /** Cells of the rooms on this level that are known at the playhead. */
  readonly cells: readonly Cell[]
  /** The followed rooms and their neighbors: the selected room, or else those of the agents. */
  readonly followed: readonly Cell[]
  readonly neighbors: readonly Cell[]
  /** Corners of the passages between these cells, which may go around rooms. */
  readonly corners: readonly Point[]
  /** The location with an open card, which is scrolled into view. */
  readonly opened: Cell | null
  /** The minimum zoom at which all names fit. */
  readonly readable: number
  /** Text scale: 1 for 100 %. It is the zoom of a drawing that the user has not zoomed. */
  readonly scale: number
}

/** The viewport of the drawing, fitted to the known rooms until the user zooms or pans. */
export function useViewport({ cells, corners, followed, neighbors, opened, readable, scale }: Shown) {
  const { getViewport, setViewport } = useReactFlow()
  const width = useStore((state) => state.width)
  const height = useStore((state) => state.height)
  const [mode, setViewMode] = useState<ViewMode>('auto')
  /** The zoom of the mode `agent`, as the user chose it. */
  const [ownZoom, setOwnZoom] = useState(1)
  const isWhole =
    mode === 'whole' ||
    (mode === 'auto' &&
      (cells.length === 0 || width === 0 || wholeView(boundsOf(cells), { width, height }, scale).zoom >= readable))

  const lastSize = useRef({ width, height })
  useEffect(() => {
    if (mode === 'own' || width === 0 || cells.length === 0) return
    const panel = { width, height, scale }
    const isResized = lastSize.current.width !== width || lastSize.current.height !== height
    lastSize.current = panel
    // The user who requests the whole map accepts any zoom.
    const shown = { cells, corners, followed, neighbors, readable: mode === 'whole' ? 0 : readable, scale }
    const view = getViewport()
    const next = mode === 'agent' ? followingView(shown, view, panel, ownZoom) : fittedView(shown, view, panel)
    if (isResized || next !== view) void setViewport(isResized ? movedView(shown, next, panel) : next)
  }, [mode, ownZoom, cells, corners, followed, neighbors, readable, scale, width, height, getViewport, setViewport])

  /** Centers a location unless it is visible. Returns whether the view moved. */
  const bring = useCallback(
    (cell: Cell): boolean => {
      const [view, panel] = [getViewport(), { width, height, scale }]
      if (isInSight(boxOf(cell), view, panel)) return false
      void setViewport(centered(boxOf(cell), view.zoom, panel))
      return true
    },
    [width, height, scale, getViewport, setViewport],
  )
  useEffect(() => {
    if (opened !== null && width > 0 && mode === 'own') bring(opened)
  }, [opened, width, mode, bring])

  /** After a zoom by the user, the view follows the agent if the agent is visible, and otherwise stays where it is. */
  const afterZoom = useCallback(() => {
    const view = getViewport()
    const isSeen = followed.length > 0 && isInSight(boundsOf(followed), view, { width, height, scale })
    setOwnZoom(view.zoom)
    setViewMode(isSeen ? 'agent' : 'own')
  }, [followed, width, height, scale, getViewport])
  const zoomBefore = useRef(1)
  const leave = useCallback(() => setViewMode('own'), [])
  /** The event of a programmatic move is null. */
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
    if (followed.length > 0 && width > 0) {
      const [most, panel] = [Math.max(scale, getViewport().zoom), { width, height, scale }]
      const zoom = zoomFor(followed, panel, most)
      void setViewport(centered(aroundAgent(boundsOf(followed), neighbors.map(boxOf), zoom, panel), zoom, panel))
      setOwnZoom(most)
    }
    setViewMode('agent')
  }
  const moveTo = ({ x, y }: Point) => {
    leave()
    void setViewport(centered({ x, y, width: 0, height: 0 }, getViewport().zoom, { width, height }))
  }
  return {
    isWhole,
    isFollowing: mode === 'agent' || (mode === 'auto' && !isWhole),
    reveal: (cell: Cell) => bring(cell) && leave(),
    fit: () => setViewMode(mode === 'whole' ? 'auto' : 'whole'),
    followAgent,
    moveTo,
    leave,
    afterZoom,
    onMoveStart,
    onMoveEnd,
  }
}

/** Screen margin around the whole drawing, for labels on corners and below boxes. */
const MARGIN = 28
const LARGEST_WITHOUT_WORDS = LEAST_ZOOM_FOR_WORDS - 0.01
/** Minimum distance of a visible location from the panel's edges, so that its labels and marks are visible, too. */
const EDGE = { x: 10, y: 14 }

interface PanelSize {
  readonly width: number
  readonly height: number
  /** Text scale. */
  readonly scale?: number
}

const edgeOf = ({ scale = 1 }: PanelSize) => ({ x: EDGE.x * scale, y: EDGE.y * scale })

/** The largest zoom, at most `most`, at which a box is visible. */
function zoomOf(box: Box, panel: PanelSize, most: number): number {
  const edge = edgeOf(panel)
  const [width, height] = [panel.width - 2 * edge.x, panel.height - 2 * edge.y]
  return Math.min(most, Math.max(1, width) / box.width, Math.max(1, height) / box.height)
}

/** The whole drawing, centered, at a zoom of at most `most`. */
export function wholeView(bounds: Box, panel: PanelSize, most = 1): Viewport {
  const zoomWith = (margin: number, limit: number) =>
    Math.min(
      limit,
      Math.max(1, panel.width - 2 * margin) / bounds.width,
      Math.max(1, panel.height - 2 * margin) / bounds.height,
    )
  // Without words beside the boxes, a smaller margin is enough.
  const zoom = Math.max(zoomWith(MARGIN, most), zoomWith(MARGIN / 2, most * LARGEST_WITHOUT_WORDS))
  return centered(bounds, zoom, panel)
}

export const centered = (box: Box, zoom: number, { width, height }: PanelSize): Viewport => ({
  x: width / 2 - (box.x + box.width / 2) * zoom,
  y: height / 2 - (box.y + box.height / 2) * zoom,
  zoom,
})

type Followed = Pick<Shown, 'cells' | 'followed' | 'neighbors'>

/**
 * The whole level with its passages or, if names would be too small, without them. If names would still be too small,
 * the followed rooms and as much around them as is readable; `view` itself if it shows this already.
 */
export function fittedView(
  shown: Followed & Pick<Shown, 'corners' | 'readable' | 'scale'>,
  view: Viewport,
  panel: PanelSize,
): Viewport {
  const rooms = boundsOf(shown.cells)
  const passages = shown.corners.map((point) => besideRooms(point, rooms, IN_MARGIN / shown.scale))
  const whole = [passages.reduce(boxAround, rooms), rooms]
    .map((bounds) => wholeView(bounds, panel, shown.scale))
    .find(({ zoom }) => zoom >= shown.readable)
  if (whole) return whole
  return followingView(shown, view, panel, shown.readable)
}

/** How far a passage around rooms may extend into the margin, even the half margin of a drawing without words. */
const IN_MARGIN = 16

/** A point, moved towards the rooms by at most `distance`. */
function besideRooms({ x, y }: Point, rooms: Box, distance: number): Box {
  const along = (at: number, start: number, length: number) =>
    at < start ? Math.min(start, at + distance) : Math.max(Math.min(at, start + length), at - distance)
  return { x: along(x, rooms.x, rooms.width), y: along(y, rooms.y, rooms.height), width: 0, height: 0 }
}

/**
 * The view at a zoom of at most `most`, moved only if the zoom changes, or if a followed room or a neighbor that fits
 * is not visible.
 */
export function followingView(shown: Followed, view: Viewport, panel: PanelSize, most: number): Viewport {
  const zoom = zoomFor(shown.followed, panel, most)
  return zoom === view.zoom && isInSight(followedBox(shown, zoom, panel), view, panel)
    ? view
    : movedView(shown, { ...view, zoom }, panel)
}

/**
 * The zoom at which all followed rooms are visible, at most `most`. A single room is visible at any zoom, or is
 * centered.
 */
const zoomFor = (followed: readonly Cell[], panel: PanelSize, most: number): number =>
  followed.length > 1 ? zoomOf(boundsOf(followed), panel, most) : most

/** Centers the followed rooms, their neighbors and as much of the rest as fits. */
function movedView(shown: Followed, { zoom }: Viewport, panel: PanelSize): Viewport {
  const box = aroundAgent(followedBox(shown, zoom, panel), shown.cells.map(boxOf), zoom, panel)
  return within(boundsOf(shown.cells), centered(box, zoom, panel), panel)
}

const followedBox = ({ cells, followed, neighbors }: Followed, zoom: number, panel: PanelSize): Box =>
  aroundAgent(boundsOf(followed.length > 0 ? followed : cells.slice(0, 1)), neighbors.map(boxOf), zoom, panel)

/** Moves a view back if it shows more empty space beside the drawing than the margin. */
export function within(bounds: Box, { x, y, zoom }: Viewport, panel: PanelSize): Viewport {
  const along = (at: number, start: number, length: number, side: number) => {
    const [first, last] = [MARGIN - start * zoom, side - MARGIN - (start + length) * zoom]
    return last > first ? (first + last) / 2 : Math.min(first, Math.max(last, at))
  }
  return { x: along(x, bounds.x, bounds.width, panel.width), y: along(y, bounds.y, bounds.height, panel.height), zoom }
}

/** The bounds of a box and of the nearest other boxes that fit beside it at this zoom. */
export function aroundAgent(agent: Box, neighbors: readonly Box[], zoom: number, panel: PanelSize): Box {
  const edge = edgeOf(panel)
  const distance = ({ x, y }: Box) => Math.hypot(x - agent.x, y - agent.y)
  return neighbors
    .toSorted((a, b) => distance(a) - distance(b))
    .reduce((seen, neighbor) => {
      const more = boxAround(seen, neighbor)
      const fits = more.width * zoom + 2 * edge.x <= panel.width && more.height * zoom + 2 * edge.y <= panel.height
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
  const edge = edgeOf(panel)
  /** Tolerance for rounding errors. */
  const epsilon = 0.01
  return (
    left >= edge.x - epsilon &&
    top >= edge.y - epsilon &&
    left + box.width * zoom <= panel.width - edge.x + epsilon &&
    top + box.height * zoom <= panel.height - edge.y + epsilon
  )
}

export const hasWords = (zoom: number): boolean => zoom >= LEAST_ZOOM_FOR_WORDS
