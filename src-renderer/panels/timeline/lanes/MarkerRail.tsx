import { memo, useMemo } from 'react'
import { type Marker, MARKER_KINDS, type MarkerKind } from '@shared/episode/projections/markers'
import { inRem } from '../../../kit/browser/window-size'
import { formatDuration } from '../../../kit/text/format'
import { useAnnotations } from '../../../session/episode/annotations'
import type { Hits } from '../../../session/find/turn-hits'
import { type Scale, xOf } from '../axis/axis'
import type { Gap } from '../axis/spacing'
import { timelineStrings } from '../strings'
import { BookmarkFlag, BreakpointFlag, GapSign, HitSign, MarkerSign } from './rail-signs'
import styles from './lanes.module.css'

const HEIGHT = 20
/** Width of a cell, in which only the most severe marker is drawn. */
const CELL = 9

interface MarkerRailProps {
  readonly scale: Scale
  /** The turn at the playhead. */
  readonly here: number
  readonly markers: readonly Marker[]
  readonly hits: Hits
  readonly gaps: readonly Gap[]
}

export const MarkerRail = memo(function MarkerRail({ markers, hits, gaps, scale, here }: MarkerRailProps) {
  const shown = useMemo(() => mostSevere(markers, scale), [markers, scale])
  const ticks = useMemo(() => hitTicks(hits, scale), [hits, scale])
  return (
    <svg
      className={styles.rail}
      viewBox={`0 0 ${scale.width} ${HEIGHT}`}
      width={inRem(scale.width)}
      height={inRem(HEIGHT)}
      aria-hidden
    >
      <path className={styles.rule} d={`M0 ${HEIGHT / 2}H${Math.min(scale.width, xOf(scale, scale.last))}`} />
      <HitSign at={ticks} />
      {gaps.map(({ turn, ms }) => (
        <GapSign key={turn} transform={`translate(${xOf(scale, turn - 1)} ${HEIGHT / 2})`}>
          <title>{timelineStrings.gap(formatDuration(ms))}</title>
        </GapSign>
      ))}
      {shown.map(({ turn, kind, x }) => (
        <MarkerSign
          key={`${turn} ${kind}`}
          kind={kind}
          data-ahead={turn > here || undefined}
          transform={`translate(${x} ${HEIGHT / 2})`}
        />
      ))}
    </svg>
  )
})

/** One tick per pixel column. */
function hitTicks(hits: Hits, scale: Scale): readonly (readonly [number, number])[] {
  const columns = new Set(hits.map(({ turn }) => Math.round(xOf(scale, turn))))
  return [...columns].map((x) => [x, HEIGHT - 5])
}

const severity = new Map<MarkerKind, number>(MARKER_KINDS.map((kind, rank) => [kind, rank]))

function mostSevere(markers: readonly Marker[], scale: Scale): readonly (Marker & { readonly x: number })[] {
  const cells = new Map<number, Marker & { x: number }>()
  for (const marker of markers) {
    const x = xOf(scale, marker.turn)
    if (x < 0 || x > scale.width) continue
    const cell = Math.floor(x / CELL)
    const known = cells.get(cell)
    if (!known || (severity.get(marker.kind) ?? 0) < (severity.get(known.kind) ?? 0)) cells.set(cell, { ...marker, x })
  }
  return [...cells.values()]
}

const FLAG_HEIGHT = 10

/** The user's marks, at the top of the track, where no marker covers them. */
export function MarkFlags({ scale }: { readonly scale: Scale }) {
  const { turns } = useAnnotations()
  return (
    <svg
      className={styles.flags}
      viewBox={`0 0 ${scale.width} ${FLAG_HEIGHT}`}
      width={inRem(scale.width)}
      height={inRem(FLAG_HEIGHT)}
      aria-hidden
    >
      {turns
        .filter(({ turn }) => turn <= scale.last)
        .map(({ turn, isBreakpoint, bookmarked, note }) => (
          <g key={turn} data-mark={turn} transform={`translate(${Math.round(xOf(scale, turn))} 0)`}>
            {(bookmarked || note !== '') && <BookmarkFlag />}
            {isBreakpoint && <BreakpointFlag x={bookmarked || note !== '' ? 7 : 0} />}
          </g>
        ))}
    </svg>
  )
}
