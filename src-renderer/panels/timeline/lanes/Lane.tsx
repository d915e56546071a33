import { memo, type ReactNode, useId, useMemo } from 'react'
import type { LoggedEvent } from '@shared/episode/log/event'
import type { Turn } from '@shared/episode/state/episode'
import { inRem } from '../../../kit/browser/window-size'
import { columnsOf, type Scale, xOf, turnAtX } from '../axis/axis'
import { partsOf } from '../axis/figures'
import styles from './lanes.module.css'

const STEP_HEIGHT = 30
const BAR_HEIGHT = 18
const STUCK_HEIGHT = 14
const PAD = 3

type Values = readonly (number | null)[]

interface Look {
  readonly height: number
  readonly draw: (values: Values, scale: Scale) => string
  readonly className: string | undefined
}

/** The score is a step line; tokens and latency have one bar per turn; stuck levels (0 to 4) are blocks. */
const LOOKS: Readonly<Record<'score' | 'tokens' | 'latency' | 'stuck', Look>> = {
  score: { height: STEP_HEIGHT, draw: (values, scale) => stepPath(values, scale), className: styles.line },
  tokens: { height: BAR_HEIGHT, draw: barPath, className: styles.tokens },
  latency: { height: BAR_HEIGHT, draw: barPath, className: styles.latency },
  stuck: { height: STUCK_HEIGHT, draw: blockPath, className: styles.stuck },
}

interface PlacedProps {
  readonly scale: Scale
  /** The turn at the playhead. */
  readonly here: number
}

interface LaneProps extends PlacedProps {
  readonly look: keyof typeof LOOKS
  readonly values: Values
}

/** One figure per turn. */
export const Lane = memo(function Lane({ look, values, scale, here }: LaneProps) {
  const { height, draw, className } = LOOKS[look]
  const path = useMemo(() => draw(values, scale), [draw, values, scale])
  return (
    <LaneDrawing scale={scale} here={here} height={height} isMinor={look !== 'score'}>
      <path className={className} d={path} />
    </LaneDrawing>
  )
})

interface LaneDrawingProps extends PlacedProps {
  readonly height: number
  /** Omitted in a short window. */
  readonly isMinor?: boolean
  readonly children: ReactNode
}

/** Draws its content normally up to the playhead and faintly after it. */
export function LaneDrawing({ scale, here, height, isMinor, children }: LaneDrawingProps) {
  const clip = useId()
  return (
    <svg
      className={styles.lane}
      viewBox={`0 0 ${scale.width} ${height}`}
      width={inRem(scale.width)}
      height={inRem(height)}
      aria-hidden
      data-minor={isMinor || undefined}
    >
      <clipPath id={clip}>
        <rect width={Math.max(0, xOf(scale, here) + 1)} height={height} />
      </clipPath>
      <g className={styles.ahead}>{children}</g>
      <g clipPath={`url(#${clip})`}>{children}</g>
    </svg>
  )
}

/** The step line of `values`. `among` are all values that share the vertical scale. */
export function stepPath(values: Values, scale: Scale, height = STEP_HEIGHT, among: Values = values): string {
  const known = among.filter((value) => value !== null)
  if (known.length === 0 || scale.width === 0) return ''
  const [lowest, highest] = extent(known)
  const low = Math.min(0, lowest)
  const high = Math.max(1, highest)
  const y = (value: number) => height - PAD - ((value - low) / (high - low)) * (height - 2 * PAD)
  let path = ''
  for (const { x, value } of columnsOf(values, scale))
    path += path === '' ? `M${x} ${y(value).toFixed(1)}` : `H${x}V${y(value).toFixed(1)}`
  return path
}

function barPath(values: Values, scale: Scale): string {
  const columns = columnsOf(values, scale)
  // All durations are zero in a recording without times.
  const high = Math.max(1, extent(columns.map(({ value }) => value))[1])
  const turnsInSight = (scale.last + 1) * (scale.sight.end - scale.sight.start)
  const bar = Math.max(1, Math.min(6, Math.floor(scale.width / turnsInSight) - 1))
  return columns
    .map(
      ({ x, value }) =>
        `M${x - bar / 2} ${BAR_HEIGHT - PAD}v${(-Math.max(1, (value / high) * (BAR_HEIGHT - 2 * PAD))).toFixed(1)}h${bar}V${BAR_HEIGHT - PAD}Z`,
    )
    .join('')
}

function extent(values: readonly number[]): readonly [number, number] {
  let [low, high] = [Infinity, -Infinity]
  for (const value of values) {
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  return [low, high]
}

const PART_HEIGHT = 6
/** Gap between the calls of two turns, in pixels. */
const GAP = 3
/** Minimum width of a turn whose calls can be distinguished. */
const TURN_PX = 48

/** With fewer turns, a bar would look like a progress bar. */
const MIN_TURNS = 8

/** Whether turns are wide enough to show their calls. */
export const showsParts = ({ width, last, sight }: Scale): boolean =>
  last >= MIN_TURNS && width / ((last + 1) * (sight.end - sight.start)) >= TURN_PX

interface PartsLaneProps extends PlacedProps {
  readonly turns: readonly Turn[]
  /** Events by `seq`. The list grows in place, but contains all events of a complete turn. */
  readonly events: readonly LoggedEvent[]
}

/** Model calls (above) and tool calls (below) of each visible turn, by duration. */
export const PartsLane = memo(function PartsLane({ turns, events, scale, here }: PartsLaneProps) {
  const paths = useMemo(() => {
    const path = { model: '', tool: '' }
    for (const { number, firstSeq, lastSeq } of turns.slice(
      Math.max(0, turnAtX(scale, 0) - 1),
      turnAtX(scale, scale.width) + 1,
    )) {
      const from = xOf(scale, number - 1) + GAP
      const width = xOf(scale, number) - from
      for (const { kind, start, end } of partsOf(events.slice(firstSeq, lastSeq + 1))) {
        path[kind] +=
          `M${(from + start * width).toFixed(1)} ${kind === 'model' ? 2 : 2 + PART_HEIGHT + 1}h${Math.max(1.5, (end - start) * width).toFixed(1)}v${PART_HEIGHT}H${(from + start * width).toFixed(1)}Z`
      }
    }
    return path
  }, [turns, events, scale])
  return (
    <LaneDrawing scale={scale} here={here} height={BAR_HEIGHT} isMinor>
      <path className={styles.tokens} d={paths.model} />
      <path className={styles.tool} d={paths.tool} />
    </LaneDrawing>
  )
})

const LEVEL_HEIGHT = 2.5
/** Overhang of a block beyond its first and last turn. */
const EDGE = 3

/** One block for each run of turns with the same level. */
function blockPath(levels: Values, scale: Scale): string {
  let path = ''
  for (let first = 0; first < levels.length;) {
    const level = levels[first] ?? 0
    let end = first + 1
    while (end < levels.length && levels[end] === level) end++
    const from = Math.max(0, xOf(scale, first) - EDGE)
    const to = Math.min(scale.width, xOf(scale, end - 1) + EDGE)
    if (level > 0 && to > from)
      path += `M${from.toFixed(1)} ${STUCK_HEIGHT - 2}v${-(1 + LEVEL_HEIGHT * level)}H${to.toFixed(1)}V${STUCK_HEIGHT - 2}Z`
    first = end
  }
  return path
}
