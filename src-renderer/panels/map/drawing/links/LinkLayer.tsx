import { ViewportPortal } from '@xyflow/react'
import { memo, useContext, useMemo, Fragment } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { Cell, Positions } from '@shared/map/cell'
import { isDirection, oppositeOf } from '@shared/map/direction'
import { BOX, cornerOf, type Port } from '@shared/map/drawing/geometry'
import type { Lines } from '@shared/map/drawing/lines'
import type { Link } from '@shared/map/links'
import type { DoorState } from '@shared/map/location-survey'
import { untriedPassages } from '@shared/map/surveyed-map'
import type { WorldMap } from '@shared/map/world-map'
import { VisuallyHidden } from '../../../../kit/text/VisuallyHidden'
import { mapStrings } from '../../strings'
import { conditionsOf, MapViewContext, locationName, useMapView, type MapView } from '../map-view'
import { isOnWay, trailAge, trailStrength } from '../trail'
import {
  type LinkEnd,
  type LinkShape,
  shapeWhileDragged,
  shapeOf,
  stubOf,
  barAt,
  keyAt,
  keptInside,
  type Rim,
} from './link-shape'
import styles from './passages.module.css'

interface LinkLayerProps {
  readonly links: readonly Link[]
  readonly lines: Lines
  readonly positions: Positions
  /** The dragged location; its cell may be fractional. */
  readonly dragged: { readonly id: number; readonly cell: Cell } | null
  readonly level: number
  readonly onOpen: (location: number) => void
}

/** All links of a level: lines behind the locations, references in front. */
export const LinkLayer = memo(function LinkLayer({ links, onOpen, ...drawing }: LinkLayerProps) {
  const shown = links.filter(
    ({ from, to }) =>
      drawing.positions[from]?.level === drawing.level || drawing.positions[to]?.level === drawing.level,
  )
  const locations = Object.keys(drawing.positions)
    .map(Number)
    .filter((id) => drawing.positions[id]?.level === drawing.level)
  const [left, right] = useMapView(
    useShallow(({ map }) => {
      const corners = locations.flatMap((id) => (map.locations[id] ? cornerOf(drawing.positions[id] as Cell).x : []))
      return [Math.min(...corners), Math.max(...corners) + BOX.width]
    }),
  ) as [number, number]
  const rim = useMemo(() => ({ left, right }), [left, right])
  return (
    <ViewportPortal>
      <svg className={styles.lines} aria-hidden="true">
        {shown.map((link) => (
          <LinkLine key={keyOf(link)} link={link} rim={rim} {...drawing} />
        ))}
        {locations.map((id) => (
          <Stubs key={id} location={id} cell={drawing.positions[id] as Cell} rim={rim} />
        ))}
      </svg>
      <div className={styles.references}>
        {shown.map((link) => (
          <References key={keyOf(link)} link={link} rim={rim} {...drawing} onOpen={onOpen} />
        ))}
      </div>
    </ViewportPortal>
  )
})

const keyOf = ({ from, exit, to }: Link): string => `${from} ${exit} ${to}`

interface LinkProps extends Omit<LinkLayerProps, 'links' | 'onOpen'> {
  readonly link: Link
  readonly rim: Rim
}

const LinkLine = memo(function LinkLine(props: LinkProps) {
  const { link, rim, positions, level } = props
  const { door, isConditional } = useMapView(useShallow((view) => conditionsOf(view, link)))
  const isWay = useMapView(({ way }) => isOnWay(way?.passages, link))
  const age = useMapView(({ trail }) => trailAge(trail, link))
  const shape = useShape(props)
  if (!shape) return null
  return (
    <>
      {shape.path && age !== null && <path className={styles.trail} d={shape.path} opacity={trailStrength(age)} />}
      {shape.path && isWay && <path className={styles.way} d={shape.path} />}
      {shape.path && <path className={styles.line} d={shape.path} data-conditional={isConditional || undefined} />}
      {shape.arrow && <path className={styles.arrow} d={shape.arrow} />}
      {shape.middle && door !== null && <DoorMark place={shape.middle} state={door} />}
      {shape.ends.map(
        (end) =>
          !end.isReference &&
          positions[end.at]?.level === level && (
            <text
              key={end.at}
              className={styles.text}
              x={end.x}
              y={end.y}
              textAnchor={keptInside(end, rim).anchor}
              dominantBaseline="central"
            >
              {end.text}
            </text>
          ),
      )}
    </>
  )
})

const References = memo(function References({ onOpen, ...props }: LinkProps & Pick<LinkLayerProps, 'onOpen'>) {
  const ends =
    useShape(props)?.ends.filter(({ at, isReference }) => isReference && props.positions[at]?.level === props.level) ??
    []
  const isWay = useMapView(({ way }) => isOnWay(way?.passages, props.link))
  return ends.map((end) => <Reference key={end.at} end={end} rim={props.rim} isWay={isWay} onOpen={onOpen} />)
})

interface ReferenceProps {
  readonly end: LinkEnd
  readonly rim: Rim
  readonly isWay: boolean
  readonly onOpen: (location: number) => void
}

/** Replaces a long line by the name of its target, which is highlighted while pointed at. */
function Reference({ end, rim, isWay, onOpen }: ReferenceProps) {
  const { x, y, exit, text, to } = end
  const view = useContext(MapViewContext)
  const name = useMapView((state) => locationName(state, to, mapStrings.maze)) ?? ''
  const { anchor } = keptInside(end, rim, name)
  const light = (lit: number | null) => view.setState({ lit })
  return (
    <button
      type="button"
      className={`${styles.reference} nodrag nopan`}
      data-on-way={isWay || undefined}
      style={{ transform: `translate(${anchor === 'end' ? '-100%' : '0'}, -50%) translate(${x}px, ${y}px)` }}
      tabIndex={-1}
      onPointerEnter={() => light(to)}
      onPointerLeave={() => light(null)}
      onFocus={() => light(to)}
      onBlur={() => light(null)}
      onClick={() => onOpen(to)}
    >
      <span className={styles.words}>
        <span aria-hidden="true">{mapStrings.reference(text, '')}</span>
        <VisuallyHidden>{mapStrings.referenceInWords(exit)} </VisuallyHidden>
        {name}
      </span>
    </button>
  )
}

/** The shape of a link at the playhead: one-way until it was walked back. */
function useShape({ link, lines, positions, dragged }: LinkProps): LinkShape | null {
  const isKnown = useMapView(({ map }) => leadsTo(map, link.from, link.exit, link.to))
  const isReturned = useMapView(({ map }) => link.back !== null && leadsTo(map, link.to, link.back, link.from))
  return useMemo(() => {
    const known = knownPart(link, isKnown, isReturned)
    const isDragged = dragged !== null && (link.from === dragged.id || link.to === dragged.id)
    if (isDragged) return known && shapeWhileDragged(known, { ...positions, [dragged.id]: dragged.cell })
    return known && shapeOf(known, lines, positions)
  }, [link, isKnown, isReturned, lines, positions, dragged])
}

function knownPart(link: Link, isKnown: boolean, isReturned: boolean): Link | null {
  if (isKnown) return isReturned ? link : { ...link, back: null }
  return isReturned && link.back !== null ? { from: link.to, to: link.from, exit: link.back, back: null } : null
}

const leadsTo = (map: WorldMap, from: number, exit: string, to: number): boolean =>
  map.locations[from]?.exits[exit]?.to === to

interface StubsProps {
  readonly location: number
  readonly cell: Cell
  readonly rim: Rim
}

/** Untried exits from the game's memory, dotted because the agent does not know them. */
const Stubs = memo(function Stubs({ location, cell, rim }: StubsProps) {
  // A string, so that an unchanged list does not rerender.
  const untried = useMapView((view) => JSON.stringify(stubsOf(view, location)))
  return (JSON.parse(untried) as readonly UntriedExit[]).map(({ direction, door }) => {
    const stub = stubOf(cell, direction)
    return (
      <Fragment key={direction}>
        <path className={styles.stub} d={stub.path} />
        {door && <DoorMark place={stub.door} state={door} />}
        <text
          className={styles.stubText}
          x={stub.x}
          y={stub.y}
          textAnchor={keptInside(stub, rim).anchor}
          dominantBaseline="central"
        >
          {stub.text}
        </text>
      </Fragment>
    )
  })
})

interface UntriedExit {
  readonly direction: string
  readonly door: DoorState | null
}

/**
 * Untried exits to draw. Omitted: those of a folded maze (its table lists them), the reverse of a one-way link (its
 * arrow shows it), and in or out if another walked exit leads to the same location.
 */
export function stubsOf(
  { map, mazeSizes, surveyed }: Pick<MapView, 'map' | 'mazeSizes' | 'surveyed'>,
  id: number,
): readonly UntriedExit[] {
  const location = map.locations[id]
  if (!location || mazeSizes.has(id)) return []
  const isArrow = (direction: string, to: number | null) =>
    to !== null && isDirection(direction) && map.locations[to]?.exits[oppositeOf(direction)]?.to === id
  const isSynonym = (direction: string, to: number | null) =>
    (direction === 'in' || direction === 'out') &&
    to !== null &&
    Object.values(location.exits).some((exit) => exit.to === to)
  return untriedPassages(location, surveyed)
    .filter(({ direction, passage: { to } }) => !isArrow(direction, to) && !isSynonym(direction, to))
    .map(({ direction, passage }) => ({ direction, door: passage.door?.state ?? null }))
}

/** A bar across a line: filled if the door is closed, with a key if it is locked. */
export const DoorMark = ({ place, state }: { readonly place: Port; readonly state: DoorState }) => (
  <>
    <path className={styles.bar} data-open={state === 'open' || undefined} d={barAt(place)} />
    {state === 'locked' && <path className={styles.key} d={keyAt(place)} />}
  </>
)
