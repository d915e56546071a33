import type { Turn } from '@shared/episode/state/episode'
import type { LoggedEvent } from '@shared/episode/log/event'
import { memo, useMemo } from 'react'
import { type Scale, turnAtX, xOf } from '../axis/axis'
import { LaneDrawing } from './Lane'
import styles from './Lane.module.css'
import { partsOf } from '../axis/turn-parts'

const HEIGHT = 18
const BAR = 6
/** Gap between the parts of two turns. */
const GAP = 3
/** Least width of a turn whose parts can be distinguished. */
const TURN_PX = 48

/** With fewer turns a bar would look like a progress bar. */
const MIN_TURNS = 8

/** Whether turns are wide enough to show their parts. */
export const showsParts = ({ width, last, sight }: Scale): boolean =>
  last >= MIN_TURNS && width / ((last + 1) * (sight.end - sight.start)) >= TURN_PX

interface PartsLaneProps {
  readonly turns: readonly Turn[]
  /** By `seq`. Grows in place, but has all events of a complete turn. */
  readonly events: readonly LoggedEvent[]
  readonly scale: Scale
  /** The turn under the playhead. */
  readonly here: number
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
          `M${(from + start * width).toFixed(1)} ${kind === 'model' ? 2 : 2 + BAR + 1}h${Math.max(1.5, (end - start) * width).toFixed(1)}v${BAR}H${(from + start * width).toFixed(1)}Z`
      }
    }
    return path
  }, [turns, events, scale])
  return (
    <LaneDrawing scale={scale} here={here} height={HEIGHT}>
      <path className={styles.tokens} d={paths.model} />
      <path className={styles.tool} d={paths.tool} />
    </LaneDrawing>
  )
})
