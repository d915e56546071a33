import { ViewportPortal } from '@xyflow/react'
import { Fragment, memo, useMemo } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { Cell, Positions } from '@shared/map/cell'
import type { Port } from '@shared/map/drawing/geometry'
import type { Lines } from '@shared/map/drawing/lines'
import type { Link } from '@shared/map/links'
import type { DoorState } from '@shared/map/location-survey'
import { conditionsOf, useMapParts, useMapView } from '../map-view'
import { isOnWay, trailAge, trailStrength } from '../trail'
import { barAt, keyAt, knownPart, type LinkShape, shapeOf, shapeWhileDragged, stubOf } from './link-shape'
import { stubsOf } from './stubs'
import styles from './passages.module.css'

interface LinkLayerProps {
  /** Links with at least one end on the level. */
  readonly links: readonly Link[]
  readonly lines: Lines
  readonly positions: Positions
  /** The dragged location; its cell may be fractional. */
  readonly dragged: { readonly id: number; readonly cell: Cell } | null
  readonly locations: readonly number[]
}

/** All lines of a level, behind the locations. */
export const LinkLayer = memo(function LinkLayer({ links, locations, ...drawing }: LinkLayerProps) {
  return (
    <ViewportPortal>
      <svg className={styles.lines} aria-hidden="true">
        {links.map((link) => (
          <LinkLine key={`${link.from} ${link.exit} ${link.to}`} link={link} {...drawing} />
        ))}
        {locations.map((id) => (
          <Stubs key={id} location={id} cell={drawing.positions[id] as Cell} />
        ))}
      </svg>
    </ViewportPortal>
  )
})

interface LinkProps extends Omit<LinkLayerProps, 'links' | 'locations'> {
  readonly link: Link
}

const LinkLine = memo(function LinkLine(props: LinkProps) {
  const { link } = props
  const { door, isConditional, isWay, age } = useMapParts((view) => ({
    ...conditionsOf(view, link),
    isWay: isOnWay(view.way?.passages, link),
    age: trailAge(view.trail, link),
  }))
  const shape = useShape(props)
  if (!shape?.path) return null
  return (
    <>
      {age !== null && <path className={styles.trail} d={shape.path} opacity={trailStrength(age)} />}
      {isWay && <path className={styles.way} d={shape.path} />}
      <path className={styles.line} d={shape.path} data-conditional={isConditional || undefined} />
      {shape.arrow && <path className={styles.arrow} d={shape.arrow} />}
      {shape.middle && door !== null && <DoorMark place={shape.middle} state={door} />}
    </>
  )
})

/** The shape of a link at the playhead, which is one-way until the player has walked back. */
function useShape({ link, lines, positions, dragged }: LinkProps): LinkShape | null {
  const known = useMapView(useShallow(({ map }) => knownPart(link, map)))
  return useMemo(() => {
    const isDragged = dragged !== null && (link.from === dragged.id || link.to === dragged.id)
    if (isDragged) return known && shapeWhileDragged(known, { ...positions, [dragged.id]: dragged.cell })
    return known && shapeOf(known, lines, positions)
  }, [link, known, lines, positions, dragged])
}

/** Untried exits from the game's memory, dotted because the agent does not know them. */
const Stubs = memo(function Stubs({ location, cell }: { readonly location: number; readonly cell: Cell }) {
  // A string, so that an unchanged list does not rerender.
  const untried = useMapView((view) => JSON.stringify(stubsOf(view, location)))
  return (JSON.parse(untried) as ReturnType<typeof stubsOf>).map(({ direction, door }) => {
    const stub = stubOf(cell, direction)
    return (
      <Fragment key={direction}>
        <path className={styles.stub} d={stub.path} />
        {door && <DoorMark place={stub.door} state={door} />}
      </Fragment>
    )
  })
})

/** A bar across a line: filled if the door is closed, with a key if it is locked. */
export const DoorMark = ({ place, state }: { readonly place: Port; readonly state: DoorState }) => (
  <>
    <path className={styles.bar} data-open={state === 'open' || undefined} d={barAt(place)} />
    {state === 'locked' && <path className={styles.key} d={keyAt(place)} />}
  </>
)
