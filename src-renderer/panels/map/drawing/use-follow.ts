import { type OnMoveStart, useReactFlow, useStore, type Viewport } from '@xyflow/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Cell } from '@shared/map/cell'
import { type Box, boundsOf, BOX, cornerOf } from './geometry'

/** Below this zoom names cannot be read: then the drawing keeps the agent in sight instead of showing everything. */
const SMALLEST_READABLE = 0.78
/** A level without the agent on it is looked over rather than read. */
const SMALLEST_OVERVIEW = 0.4
const MARGIN = 28
/**
 * The legend and the buttons stand at the foot of the panel: in one that is high enough no room is brought under them.
 */
const FOOT = 36
const roomyHeight = (height: number) => (height > 6 * FOOT ? height - FOOT : height)

/**
 * Keeps a level of the drawing in sight as it grows, or at least the agent where all of it would be too small to read,
 * until the reader pans or zooms. From then on the view is the reader's, until `follow`. While `opened` is looked at,
 * that is kept in sight instead.
 */
export function useFollow(cells: readonly Cell[], here: Cell | null, opened: Cell | null) {
  const { getViewport, setViewport } = useReactFlow()
  const width = useStore((state) => state.width)
  const height = useStore((state) => roomyHeight(state.height))
  const [isFollowing, setIsFollowing] = useState(true)
  const isAsked = useRef(true)
  /** The size of the panel that the view was chosen for. */
  const fitted = useRef('')

  useEffect(() => {
    if (!isFollowing || opened !== null || width === 0 || cells.length === 0) return
    const bounds = boundsOf(cells)
    const agent = here && { ...cornerOf(here), ...BOX }
    const fitting = Math.min(1, width / (bounds.width + 2 * MARGIN), height / (bounds.height + 2 * MARGIN))
    const zoom = Math.max(fitting, agent ? SMALLEST_READABLE : SMALLEST_OVERVIEW)
    const view = getViewport()
    const isFine =
      fitting < zoom &&
      agent &&
      view.zoom === zoom &&
      isInSight(agent, view, { width, height }) &&
      fitted.current === `${width} ${height}`
    if (isFine && !isAsked.current) return
    isAsked.current = false
    fitted.current = `${width} ${height}`
    const center = agent ?? bounds
    void setViewport({
      x: offsetOf(center.x + center.width / 2, bounds.x, bounds.width, width, zoom),
      y: offsetOf(center.y + center.height / 2, bounds.y, bounds.height, height, zoom),
      zoom,
    })
  }, [cells, here, opened, width, height, isFollowing, getViewport, setViewport])

  /** Moves of the program come without an event. */
  const onMoveStart: OnMoveStart = useCallback((event) => event !== null && setIsFollowing(false), [])
  /** Brings a room to the middle, unless it is in sight. */
  const bring = useCallback(
    (cell: Cell): boolean => {
      const box = { ...cornerOf(cell), ...BOX }
      const view = getViewport()
      if (isInSight(box, view, { width, height })) return false
      void setViewport({
        x: width / 2 - (box.x + box.width / 2) * view.zoom,
        y: height / 2 - (box.y + box.height / 2) * view.zoom,
        zoom: view.zoom,
      })
      return true
    },
    [width, height, getViewport, setViewport],
  )
  useEffect(() => {
    if (opened !== null && width > 0) bring(opened)
  }, [opened, width, bring])
  const reveal = (cell: Cell) => bring(cell) && setIsFollowing(false)
  const follow = () => {
    isAsked.current = true
    setIsFollowing(true)
  }
  return { isFollowing, reveal, follow, leave: () => setIsFollowing(false), onMoveStart }
}

/**
 * Along one axis: brings `center` to the middle of the panel, but shows no more emptiness beyond the drawing's end than
 * it must.
 */
function offsetOf(center: number, start: number, length: number, available: number, zoom: number): number {
  const emptyBefore = MARGIN - start * zoom
  const emptyAfter = available - MARGIN - (start + length) * zoom
  if (emptyAfter >= emptyBefore) return (emptyBefore + emptyAfter) / 2
  return Math.min(emptyBefore, Math.max(emptyAfter, available / 2 - center * zoom))
}

function isInSight(
  box: Box,
  { x, y, zoom }: Viewport,
  panel: { readonly width: number; readonly height: number },
): boolean {
  const [left, top] = [box.x * zoom + x, box.y * zoom + y]
  return (
    left >= MARGIN &&
    top >= MARGIN &&
    left + box.width * zoom <= panel.width - MARGIN &&
    top + box.height * zoom <= panel.height - MARGIN
  )
}
