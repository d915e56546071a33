import '@xyflow/react/dist/base.css'
import {
  type NodeChange,
  type OnNodeDrag,
  ReactFlow,
  ReactFlowProvider,
  type XYPosition,
  useStore,
  useReactFlow,
} from '@xyflow/react'
import { LocateFixed, Minus, Plus, Scan } from 'lucide-react'
import { type KeyboardEvent, useCallback, useContext, useMemo, useState, useLayoutEffect, useRef } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { addCells, type Cell, type Positions } from '@shared/map/cell'
import { BOX, cellAt, cornerOf, PITCH } from '@shared/map/drawing/geometry'
import { layLines } from '@shared/map/drawing/lines'
import { leastZoomOf } from '@shared/map/drawing/names'
import { type Link, linksOf } from '@shared/map/links'
import type { WorldMap } from '@shared/map/world-map'
import { useTextScale } from '../../../kit/browser/window-size'
import { IconButton } from '../../../kit/IconButton'
import type { Layout } from '../layout/use-layout'
import { mapStrings } from '../strings'
import { Legend } from './Legend'
import { LinkLayer } from './links/LinkLayer'
import { LocationNode, type LocationNodeType } from './LocationNode'
import { locationName, type MapView, MapViewContext, useMapView } from './map-view'
import { MiniMap } from './MiniMap'
import { ARROWS, neighborLocation } from './neighbor-location'
import { useSameList } from './use-same-list'
import { useViewport, hasWords } from './viewport/use-viewport'
import { Words } from './words/Words'
import styles from './MapDrawing.module.css'

interface MapDrawingProps {
  /** The map at the end of the episode, with mazes folded. The playhead hides locations but never moves them. */
  readonly map: WorldMap
  readonly layout: Layout
  readonly level: number
  /** Whether the page around the drawing scrolls: then the wheel scrolls the page, and zooms only with Ctrl. */
  readonly isOnScrollingPage?: boolean
  readonly onOpen: (location: number) => void
  readonly onToggle: (location: number) => void
}

const nodeTypes = { location: LocationNode }
/** The attribution is in the footer below the drawing, where it covers no location. */
const HIDE_ATTRIBUTION = { hideAttribution: true }

export function MapDrawing(props: MapDrawingProps) {
  return (
    <ReactFlowProvider>
      <Drawing {...props} />
    </ReactFlowProvider>
  )
}

function Drawing({ map, layout, level, isOnScrollingPage = false, onOpen, onToggle }: MapDrawingProps) {
  const { positions, locked } = layout
  const view = useContext(MapViewContext)
  const links = useSameList(
    useMemo(() => linksOf(map), [map]),
    isEqualLink,
  )
  const locations = useSameList(
    useMemo(() => Object.keys(map.locations).map(Number), [map]),
    Object.is,
  )
  const shown = useMemo(() => locations.filter((id) => positions[id]?.level === level), [locations, positions, level])
  const opened = useMapView(({ selected }) => (selected === null ? undefined : positions[selected]))
  const isOnLevel = (cell: Cell | undefined): cell is Cell => cell?.level === level
  const useCells = (select: (view: MapView) => readonly number[]) =>
    useSameList(
      useMapView(useShallow(select))
        .flatMap((id) => positions[id] ?? [])
        .filter(isOnLevel),
      Object.is,
    )
  const agents = useCells(agentsOf)
  const neighbors = useCells(neighborsOf)
  const known = useMapView(useShallow((state) => shown.filter((id) => state.map.locations[id])))
  const cells = useSameList(
    known.flatMap((id) => positions[id] ?? []),
    Object.is,
  )
  const scale = useTextScale()
  const readable = useMapView((state) => readableZoom(known, state)) * scale
  const lines = useLines(links, positions, level)
  const drawn = useMemo(
    () => links.filter(({ from, to }) => positions[from]?.level === level || positions[to]?.level === level),
    [links, positions, level],
  )
  const corners = useMemo(() => {
    const ids = new Set(known)
    return drawn.flatMap((link) => (ids.has(link.from) && ids.has(link.to) ? (lines.of(link)?.corners ?? []) : []))
  }, [drawn, lines, known])
  const viewport = useViewport({
    cells,
    corners,
    followed: useSameList(isOnLevel(opened) ? [opened] : agents, Object.is),
    neighbors,
    opened: isOnLevel(opened) ? opened : null,
    readable,
    scale,
  })

  const start = Object.values(map.locations).find(({ firstTurn }) => firstTurn === 0)?.id
  const placed = useMemo(
    () =>
      shown.map((id): LocationNodeType => {
        const position = cornerOf(positions[id] as Cell)
        return {
          id: String(id),
          type: 'location',
          position,
          ...BOX,
          data: {
            id,
            isStart: id === start,
            isLocked: locked.includes(id),
            onToggle,
          },
        }
      }),
    [shown, positions, start, locked, onToggle],
  )
  const [drag, setDrag] = useState<{ readonly id: string; readonly position: XYPosition } | null>(null)
  /** The dragged location, which its links follow. */
  const dragged = useMemo(
    () => drag && { id: Number(drag.id), cell: { x: drag.position.x / PITCH.x, y: drag.position.y / PITCH.y, level } },
    [drag, level],
  )
  const nodes = drag
    ? placed.map((node) => (node.id === drag.id ? { ...node, ...drag, dragging: true } : node))
    : placed
  // A stable callback, because React Flow runs all its selectors when a property changes.
  const onNodesChange = useCallback((changes: NodeChange<LocationNodeType>[]) => {
    for (const change of changes)
      if (change.type === 'position' && change.dragging && change.position)
        setDrag({ id: change.id, position: change.position })
  }, [])
  const { moveLocation } = layout
  const onNodeDragStop: OnNodeDrag<LocationNodeType> = useCallback(
    (_event, node) => {
      setDrag(null)
      moveLocation(node.data.id, cellAt(node.position, level))
    },
    [moveLocation, level],
  )

  const onKeyDown = (event: KeyboardEvent) => {
    const location = locationOf(event.target)
    const arrow = ARROWS[event.key]
    const cell = location === null ? undefined : positions[location]
    if (location === null || !arrow || !cell) return
    event.preventDefault()
    event.stopPropagation()
    if (event.altKey) return moveLocation(location, addCells(cell, arrow))
    const next = neighborLocation(
      location,
      arrow,
      shown.filter((id) => view.getState().map.locations[id]),
      positions,
    )
    if (next !== null) focusLocation(next, event.currentTarget)
  }
  const focusLocation = (location: number, drawing: Element) => {
    view.setState({ tabStop: location })
    drawing.querySelector<HTMLElement>(`[data-location="${location}"]`)?.focus({ preventScroll: true })
    const cell = positions[location]
    if (cell) viewport.reveal(cell)
  }

  return (
    <div
      className={styles.drawing}
      onKeyDown={onKeyDown}
      onFocus={({ target }) => view.setState({ tabStop: locationOf(target) ?? view.getState().tabStop })}
    >
      <div className={styles.canvas}>
        <ReactFlow
          aria-label={mapStrings.drawingLabel(known.length)}
          nodes={nodes}
          nodeTypes={nodeTypes}
          onNodesChange={onNodesChange}
          onNodeDragStart={viewport.leave}
          onNodeDragStop={onNodeDragStop}
          onMoveStart={viewport.onMoveStart}
          onMoveEnd={viewport.onMoveEnd}
          minZoom={0.02}
          maxZoom={2}
          preventScrolling={!isOnScrollingPage}
          nodesConnectable={false}
          nodesFocusable={false}
          elementsSelectable={false}
          nodeDragThreshold={4}
          disableKeyboardA11y
          deleteKeyCode={null}
          selectionKeyCode={null}
          multiSelectionKeyCode={null}
          panActivationKeyCode={null}
          zoomActivationKeyCode={null}
          proOptions={HIDE_ATTRIBUTION}
          className={styles.locations}
        >
          <LinkLayer links={drawn} lines={lines} positions={positions} dragged={dragged} locations={shown} />
        </ReactFlow>
        <Words
          links={drawn}
          lines={lines}
          positions={positions}
          level={level}
          dragged={dragged?.id ?? null}
          onOpen={onOpen}
        />
      </div>
      <ZoomVariable />
      <div className={styles.foot}>
        <Legend />
        <a className={styles.attribution} href="https://reactflow.dev" target="_blank" rel="noopener noreferrer">
          React Flow
        </a>
        <MiniMap cells={cells} agents={agents} opened={opened ?? null} onMove={viewport.moveTo} />
        <ZoomButtons
          isWhole={viewport.isWhole}
          isFollowing={viewport.isFollowing}
          onFit={viewport.fit}
          onAgent={viewport.followAgent}
          onZoom={viewport.afterZoom}
        />
      </div>
    </div>
  )
}

/** The agent's location; on the map of a comparison, those of both agents. */
const agentsOf = ({ map, sides }: MapView): readonly number[] => [
  ...(map.here === null ? [] : [map.here]),
  ...[...sides].flatMap(([id, { here }]) => (here.length > 0 ? [id] : [])),
]

/** Known neighbors of the selected location, or else of the agents'. */
const neighborsOf = (view: MapView): readonly number[] =>
  (view.selected === null ? agentsOf(view) : [view.selected])
    .flatMap((id) => Object.values(view.map.locations[id]?.exits ?? {}))
    .flatMap(({ to }) => (to === null ? [] : [to]))

/** The minimum zoom at which every name fits in its box; names that fit at no zoom do not count. */
const readableZoom = (known: readonly number[], view: Pick<MapView, 'map' | 'mazeSizes'>): number =>
  known
    .map((id) => leastZoomOf(locationName(view, id, mapStrings.maze) ?? ''))
    .filter((zoom) => zoom < Infinity)
    .reduce((most, zoom) => Math.max(most, zoom), 0)

const isEqualLink = (a: Link, b: Link): boolean =>
  a.from === b.from && a.to === b.to && a.exit === b.exit && a.back === b.back

function locationOf(target: EventTarget): number | null {
  const location = target instanceof HTMLElement ? target.dataset.location : undefined
  return location === undefined ? null : Number(location)
}

/** The routed lines of a level. After a change, only lines near it are routed again. */
function useLines(links: readonly Link[], positions: Positions, level: number) {
  const [laid, lay] = useState(() => ({ links, positions, level, lines: layLines({ links, positions, level }) }))
  if (laid.links === links && laid.positions === positions && laid.level === level) return laid.lines
  const lines = layLines({ links, positions, level }, laid.lines)
  lay({ links, positions, level, lines })
  return lines
}

/**
 * Sets the zoom as a CSS variable, so that text stays readable. A separate component, so that zooming rerenders nothing
 * else.
 */
function ZoomVariable() {
  const zoom = useStore(({ transform }) => transform[2])
  const scale = useTextScale()
  const mark = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const drawing = mark.current?.parentElement
    if (!drawing) return
    drawing.style.setProperty('--zoom', String(zoom))
    drawing.dataset.detail = hasWords(zoom / scale) ? 'all' : 'names'
  }, [zoom, scale])
  return <span ref={mark} hidden />
}

interface ZoomButtonsProps {
  readonly isWhole: boolean
  readonly isFollowing: boolean
  readonly onFit: () => void
  readonly onAgent: () => void
  readonly onZoom: () => void
}

function ZoomButtons({ isWhole, isFollowing, onFit, onAgent, onZoom }: ZoomButtonsProps) {
  const { zoomIn, zoomOut } = useReactFlow()
  const zoom = (change: () => Promise<boolean>) => () => void change().then(onZoom)
  return (
    <div className={styles.zoom}>
      <IconButton icon={Plus} label={mapStrings.zoomIn} onClick={zoom(zoomIn)} />
      <IconButton icon={Minus} label={mapStrings.zoomOut} onClick={zoom(zoomOut)} />
      <IconButton
        icon={Scan}
        label={mapStrings.fit}
        title={mapStrings.fitHint}
        aria-pressed={isWhole}
        onClick={onFit}
      />
      <IconButton
        icon={LocateFixed}
        label={mapStrings.follow}
        title={mapStrings.followHint}
        aria-pressed={isFollowing}
        onClick={onAgent}
      />
    </div>
  )
}
