import { memo, useMemo } from 'react'
import { type Scale, xOf } from '../axis/axis'
import { LaneDrawing } from './Lane'
import styles from './Lane.module.css'

const HEIGHT = 14
const STEP = 2.5
/** Overhang of a block beyond its first and last turn. */
const EDGE = 3

interface StuckLaneProps {
  /** Stuck levels by turn, 0 to 4. */
  readonly levels: readonly number[]
  readonly scale: Scale
  /** The turn under the playhead. */
  readonly here: number
}

/** Stuck levels as blocks of corresponding height. */
export const StuckLane = memo(function StuckLane({ levels, scale, here }: StuckLaneProps) {
  const path = useMemo(() => blocks(levels, scale), [levels, scale])
  return (
    <LaneDrawing scale={scale} here={here} height={HEIGHT}>
      <path className={styles.stuck} d={path} />
    </LaneDrawing>
  )
})

/** One block per run of turns with equal level. */
function blocks(levels: readonly number[], scale: Scale): string {
  let path = ''
  for (let first = 0; first < levels.length;) {
    const level = levels[first] ?? 0
    let end = first + 1
    while (end < levels.length && levels[end] === level) end++
    const from = Math.max(0, xOf(scale, first) - EDGE)
    const to = Math.min(scale.width, xOf(scale, end - 1) + EDGE)
    if (level > 0 && to > from)
      path += `M${from.toFixed(1)} ${HEIGHT - 2}v${-(1 + STEP * level)}H${to.toFixed(1)}V${HEIGHT - 2}Z`
    first = end
  }
  return path
}
