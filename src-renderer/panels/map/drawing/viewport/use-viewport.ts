import { type OnMoveEnd, type OnMoveStart, useReactFlow, useStore } from '@xyflow/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Cell } from '@shared/map/cell'
import { boundsOf, boxOf } from '@shared/map/drawing/geometry'
import { aroundAgent, centered, isInSight, wholeView } from './viewport'

/**
 * `whole` keeps the whole level in view; `agent` follows the agent at the user's zoom; `own` is the user's own view.
 */
export type ViewMode = 'whole' | 'agent' | 'own'

/** Zoom at which text has its normal size. */
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
