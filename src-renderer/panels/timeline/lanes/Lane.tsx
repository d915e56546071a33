import { memo, type ReactNode, useId, useMemo } from 'react'
import { columnsOf, type Scale, xOf } from '../axis/axis'
import styles from './Lane.module.css'

interface LaneProps {
  readonly values: readonly (number | null)[]
  readonly scale: Scale
  /** The turn under the playhead. */
  readonly here: number
}

const STEP_HEIGHT = 30
const BAR_HEIGHT = 18
const PAD = 3

/** A step line, for the score. */
export const StepLane = memo(function StepLane({ values, scale, here }: LaneProps) {
  const path = useMemo(() => stepPath(values, scale), [values, scale])
  return (
    <LaneDrawing scale={scale} here={here} height={STEP_HEIGHT}>
      <path className={styles.line} d={path} />
    </LaneDrawing>
  )
})

/** One bar per turn, for tokens and latency. */
export const BarLane = memo(function BarLane({
  values,
  tone,
  scale,
  here,
}: LaneProps & { readonly tone: 'tokens' | 'latency' }) {
  const path = useMemo(() => barPath(values, scale), [values, scale])
  return (
    <LaneDrawing scale={scale} here={here} height={BAR_HEIGHT}>
      <path className={styles[tone]} d={path} />
    </LaneDrawing>
  )
})

interface LaneDrawingProps extends Pick<LaneProps, 'scale' | 'here'> {
  readonly height: number
  readonly children: ReactNode
}

/** Draws its content normally up to the playhead and faintly beyond. */
export function LaneDrawing({ scale, here, height, children }: LaneDrawingProps) {
  const clip = useId()
  return (
    <svg className={styles.lane} width={scale.width} height={height} aria-hidden>
      <clipPath id={clip}>
        <rect width={Math.max(0, xOf(scale, here) + 1)} height={height} />
      </clipPath>
      <g className={styles.ahead}>{children}</g>
      <g clipPath={`url(#${clip})`}>{children}</g>
    </svg>
  )
}

/** `among`: all values that share the vertical scale. */
export function stepPath(
  values: readonly (number | null)[],
  scale: Scale,
  height = STEP_HEIGHT,
  among: readonly (number | null)[] = values,
): string {
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

function barPath(values: readonly (number | null)[], scale: Scale): string {
  const columns = columnsOf(values, scale)
  // A recording without times has zero durations.
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
