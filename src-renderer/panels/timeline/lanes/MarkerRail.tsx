import { memo, useMemo } from 'react'
import { type Marker, MARKER_KINDS, type MarkerKind } from '@shared/episode/projections/markers'
import { formatDuration } from '../../../kit/text/format'
import { useAnnotations } from '../../../session/episode/annotations'
import type { Hits } from '../../../session/find/turn-hits'
import { MARKER_SHAPES } from '../../../turn/signs'
import { type Scale, xOf } from '../axis/axis'
import type { Gap } from '../axis/spacing'
import { timelineStrings } from '../strings'
import styles from './lanes.module.css'

const HEIGHT = 20
/** Cell width: of the markers in a cell only the most severe is drawn. */
const CELL = 9

interface MarkerRailProps {
  readonly scale: Scale
  /** The turn under the playhead. */
  readonly here: number
  readonly markers: readonly Marker[]
  readonly hits: Hits
  readonly gaps: readonly Gap[]
}

export const MarkerRail = memo(function MarkerRail({ markers, hits, gaps, scale, here }: MarkerRailProps) {
  const shown = useMemo(() => mostSevere(markers, scale), [markers, scale])
  const ticks = useMemo(() => hitTicks(hits, scale), [hits, scale])
  return (
    <svg className={styles.rail} width={scale.width} height={HEIGHT} aria-hidden>
      <path className={styles.rule} d={`M0 ${HEIGHT / 2}H${Math.min(scale.width, xOf(scale, scale.last))}`} />
      <path className={styles.hits} d={ticks} />
      {gaps.map(({ turn, ms }) => (
        <path
          key={turn}
          className={styles.gap}
          d="M-3 5L1-5M0 5L4-5"
          transform={`translate(${xOf(scale, turn - 1)} ${HEIGHT / 2})`}
        >
          <title>{timelineStrings.gap(formatDuration(ms))}</title>
        </path>
      ))}
      {shown.map(({ turn, kind, x }) => (
        <path
          key={`${turn} ${kind}`}
          className={styles.marker}
          data-kind={kind}
          data-ahead={turn > here || undefined}
          d={MARKER_SHAPES[kind]}
          transform={`translate(${x} ${HEIGHT / 2})`}
        />
      ))}
    </svg>
  )
})

/** One tick per pixel column. */
function hitTicks(hits: Hits, scale: Scale): string {
  const columns = new Set(hits.map(({ turn }) => Math.round(xOf(scale, turn))))
  return [...columns].map((x) => `M${x} ${HEIGHT - 5}v5`).join('')
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
    <svg className={styles.flags} width={scale.width} height={FLAG_HEIGHT} aria-hidden>
      {turns
        .filter(({ turn }) => turn <= scale.last)
        .map(({ turn, isBreakpoint, bookmarked, note }) => (
          <g key={turn} data-mark={turn} transform={`translate(${Math.round(xOf(scale, turn))} 0)`}>
            {(bookmarked || note !== '') && <path d="M-3 0H3V9L0 6.5-3 9Z" />}
            {isBreakpoint && <circle cx={bookmarked || note !== '' ? 7 : 0} cy={4} r={3} />}
          </g>
        ))}
    </svg>
  )
}
