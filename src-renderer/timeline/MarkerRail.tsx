import { type Marker, MARKER_KINDS, type MarkerKind } from '@shared/episode/markers'
import { memo, useMemo } from 'react'
import { type Axis, xOf } from './axis'
import { MARKER_SHAPES } from './marker-shapes'
import styles from './MarkerRail.module.css'

const HEIGHT = 20
/** Markers closer than this share a place, and the most severe of them is drawn. */
const CELL = 9

interface MarkerRailProps extends Axis {
  readonly markers: readonly Marker[]
  /** Turns that a search found, if there is one. */
  readonly hits: ReadonlySet<number> | null
}

/** Turns worth finding, as shapes on a rail. */
export const MarkerRail = memo(function MarkerRail({ markers, hits, width, last, here }: MarkerRailProps) {
  const shown = useMemo(() => mostSevere(markers, width, last), [markers, width, last])
  const ticks = useMemo(() => hitTicks(hits, width, last), [hits, width, last])
  const end = xOf({ width, last }, last)
  return (
    <svg className={styles.rail} width={width} height={HEIGHT} aria-hidden>
      <path className={styles.line} d={`M0 ${HEIGHT / 2}H${end}`} />
      <path className={styles.hits} d={ticks} />
      {shown.map(({ turn, kind, x }) => (
        <path key={`${turn} ${kind}`} className={styles.marker} data-kind={kind} data-ahead={turn > here || undefined} d={MARKER_SHAPES[kind]} transform={`translate(${x} ${HEIGHT / 2})`} />
      ))}
    </svg>
  )
})

/** One tick a pixel column, however many hits share it. */
function hitTicks(hits: ReadonlySet<number> | null, width: number, last: number): string {
  const columns = new Set([...(hits ?? [])].map((turn) => Math.round(xOf({ width, last }, turn))))
  return [...columns].map((x) => `M${x} ${HEIGHT - 5}v5`).join('')
}

const severity = new Map<MarkerKind, number>(MARKER_KINDS.map((kind, rank) => [kind, rank]))

function mostSevere(markers: readonly Marker[], width: number, last: number): readonly (Marker & { readonly x: number })[] {
  const cells = new Map<number, Marker & { x: number }>()
  for (const marker of markers) {
    const x = xOf({ width, last }, marker.turn)
    const cell = Math.floor(x / CELL)
    const known = cells.get(cell)
    if (!known || (severity.get(marker.kind) ?? 0) < (severity.get(known.kind) ?? 0)) cells.set(cell, { ...marker, x })
  }
  return [...cells.values()]
}
