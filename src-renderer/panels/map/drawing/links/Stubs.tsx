import { Fragment, memo } from 'react'
import type { DoorState } from '@shared/map/location-survey'
import type { Cell } from '@shared/map/cell'
import { isDirection, oppositeOf } from '@shared/map/direction'
import { untriedPassages } from '@shared/map/surveyed-map'
import { type MapView, useMapView } from '../map-view'
import { stubOf, barAt, keyAt } from './passage-marks'
import styles from './passages.module.css'
import type { Port } from '@shared/map/drawing/geometry'

/** Untried exits from the game's memory, dotted because the agent does not know them. */
export const Stubs = memo(function Stubs({ location, cell }: { readonly location: number; readonly cell: Cell }) {
  // A string, so that an unchanged list does not rerender.
  const untried = useMapView((view) => JSON.stringify(stubsOf(view, location)))
  return (JSON.parse(untried) as readonly UntriedExit[]).map(({ direction, door }) => {
    const stub = stubOf(cell, direction)
    return (
      <Fragment key={direction}>
        <path className={styles.stub} d={stub.path} />
        {door && <DoorMark place={stub.door} state={door} />}
        <text className={styles.stubText} x={stub.x} y={stub.y} textAnchor={stub.anchor} dominantBaseline="central">
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
