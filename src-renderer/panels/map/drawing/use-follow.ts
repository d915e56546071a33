import { type OnMoveEnd, type OnMoveStart, useReactFlow, useStore } from '@xyflow/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Cell } from '@shared/map/cell'
import { boundsOf, boxOf } from '@shared/map/drawing/geometry'
import { aroundAgent, centered, isInSight, wholeView } from './follow-view'

/**
 * `whole`: all of the level is in sight, however it grows and whatever the panel's size. `agent`: as near as the reader
 * wants it, and moved along when the agent and its neighbors would leave it. `own`: where the reader has put it.
 */
export type Following = 'whole' | 'agent' | 'own'

/** Words are at their usual size. */
const READABLE = 1

interface Shown {
  /** Of the level. */
  readonly cells: readonly Cell[]
  readonly here: Cell | null
  readonly neighbors: readonly Cell[]
  /** A location whose card is open: it is brought into sight. */
  readonly opened: Cell | null
}

/** What part of the drawing is looked at: all of it, until the reader zooms or moves it. */
export function useFollow({ cells, here, neighbors, opened }: Shown) {
  const { getViewport, setViewport } = useReactFlow()
  const width = useStore((state) => state.width)
  const height = useStore((state) => state.height)
  const [following, setFollowing] = useState<Following>('whole')

  useEffect(() => {
    if (following !== 'whole' || width === 0 || cells.length === 0) return
    void setViewport(wholeView(boundsOf(cells), { width, height }))
  }, [following, cells, width, height, setViewport])

  useEffect(() => {
    if (following !== 'agent' || opened !== null || here === null || width === 0) return
    const view = getViewport()
    const panel = { width, height }
    const box = aroundAgent(boxOf(here), neighbors.map(boxOf), view.zoom, panel)
    if (!isInSight(box, view, panel)) void setViewport(centered(box, view.zoom, panel))
  }, [following, here, neighbors, opened, width, height, getViewport, setViewport])

  /** Brings a location to the middle, unless it is in sight. True if it was moved. */
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
    if (opened !== null && width > 0 && following !== 'whole') bring(opened)
  }, [opened, width, following, bring])

  /** Who zooms while the agent is in sight wants to see it nearer; who moves the drawing wants to look elsewhere. */
  const afterZoom = useCallback(() => {
    const isSeen = here !== null && isInSight(boxOf(here), getViewport(), { width, height })
    setFollowing(isSeen ? 'agent' : 'own')
  }, [here, width, height, getViewport])
  const zoomBefore = useRef(1)
  const leave = useCallback(() => setFollowing('own'), [])
  /** Moves of the program come without an event. */
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
    setFollowing('agent')
  }
  return {
    following,
    reveal: (cell: Cell) => bring(cell) && leave(),
    showWhole: () => setFollowing('whole'),
    followAgent,
    leave,
    afterZoom,
    onMoveStart,
    onMoveEnd,
  }
}
