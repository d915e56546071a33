import { type OnMoveStart, useReactFlow, useStore } from '@xyflow/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Cell } from '@shared/map/cell'
import { aroundAgent, isInSight, viewOn } from './follow-view'
import { boundsOf, boxOf } from '@shared/map/drawing/geometry'

/**
 * Keeps a level of the drawing in sight as it grows, or at least the agent and its neighbors where all of it would be
 * too small to read, until the reader pans or zooms. From then on the view is the reader's, until `follow`. While
 * `opened` is looked at, that is kept in sight instead.
 */
export function useFollow(cells: readonly Cell[], here: Cell | null, neighbors: readonly Cell[], opened: Cell | null) {
  const { getViewport, setViewport } = useReactFlow()
  const width = useStore((state) => state.width)
  const height = useStore((state) => state.height)
  const [isFollowing, setIsFollowing] = useState(true)
  const isAsked = useRef(true)
  /** The size of the panel that the view was chosen for. */
  const fitted = useRef('')

  useEffect(() => {
    if (!isFollowing || opened !== null || width === 0 || cells.length === 0) return
    const panel = { width, height }
    const agent = here && boxOf(here)
    const around = neighbors.map(boxOf)
    const view = getViewport()
    const next = viewOn(boundsOf(cells), agent, around, panel)
    const isFine =
      agent &&
      view.zoom === next.zoom &&
      isInSight(aroundAgent(agent, around, panel), view, panel) &&
      fitted.current === `${width} ${height}`
    if (isFine && !isAsked.current) return
    isAsked.current = false
    fitted.current = `${width} ${height}`
    void setViewport(next)
  }, [cells, here, neighbors, opened, width, height, isFollowing, getViewport, setViewport])

  /** Moves of the program come without an event. */
  const onMoveStart: OnMoveStart = useCallback((event) => event !== null && setIsFollowing(false), [])
  /** Brings a location to the middle, unless it is in sight. */
  const bring = useCallback(
    (cell: Cell): boolean => {
      const box = boxOf(cell)
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
