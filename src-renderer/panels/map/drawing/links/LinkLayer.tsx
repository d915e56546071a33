import { ViewportPortal } from '@xyflow/react'
import { memo, useContext, useMemo } from 'react'
import type { Cell, Positions } from '@shared/map/cell'
import type { Lines } from '@shared/map/drawing/lines'
import type { Link } from '@shared/map/links'
import type { WorldMap } from '@shared/map/world-map'
import { useShallow } from 'zustand/react/shallow'
import { DoorMark, Stubs } from './Stubs'
import { type LinkEnd, type LinkShape, shapeWhileDragged, shapeOf } from './link-shape'
import styles from './passages.module.css'
import { conditionsOf, MapViewContext, locationName, useMapView } from '../map-view'
import { mapStrings } from '../../strings'
import { VisuallyHidden } from '../../../../kit/text/VisuallyHidden'
import { isOnWay, trailAge, trailStrength } from '../trail'

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
  return (
    <ViewportPortal>
      <svg className={styles.lines} aria-hidden="true">
        {shown.map((link) => (
          <LinkLine key={keyOf(link)} link={link} {...drawing} />
        ))}
        {locations.map((id) => (
          <Stubs key={id} location={id} cell={drawing.positions[id] as Cell} />
        ))}
      </svg>
      <div className={styles.references}>
        {shown.map((link) => (
          <References key={keyOf(link)} link={link} {...drawing} onOpen={onOpen} />
        ))}
      </div>
    </ViewportPortal>
  )
})

const keyOf = ({ from, exit, to }: Link): string => `${from} ${exit} ${to}`

interface LinkProps extends Omit<LinkLayerProps, 'links' | 'onOpen'> {
  readonly link: Link
}

const LinkLine = memo(function LinkLine(props: LinkProps) {
  const { link, positions, level } = props
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
              textAnchor={end.anchor}
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
  return ends.map((end) => <Reference key={end.at} end={end} isWay={isWay} onOpen={onOpen} />)
})

/** Replaces a long line by the name of its target, which is highlighted while pointed at. */
function Reference({
  end: { x, y, anchor, exit, text, to },
  isWay,
  onOpen,
}: {
  readonly end: LinkEnd
  readonly isWay: boolean
  readonly onOpen: (location: number) => void
}) {
  const view = useContext(MapViewContext)
  const name = useMapView((state) => locationName(state, to, mapStrings.maze)) ?? ''
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
