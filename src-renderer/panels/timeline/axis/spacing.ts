import type { Turn } from '@shared/episode/state/episode'
import type { TimelineAxis } from '../../../session/view/view-store'
import { tokensOf } from './figures'

export interface Spacing {
  /** End of each turn as a share of the track (0 to 1); null if evenly spaced. */
  readonly places: Float64Array | null
  readonly total: number
  readonly gaps: readonly Gap[]
  /** Milliseconds played up to the end of each turn, with long waits shortened; null for other axes. */
  readonly playedMs: Float64Array | null
}

export interface Gap {
  readonly turn: number
  readonly ms: number
}

/** A longer wait counts as a pause and is drawn as `SHOWN_GAP_MS`. */
const LONGEST_GAP_MS = 30_000
const SHOWN_GAP_MS = 2_000

/**
 * Computes where turns end on the track. `last` is the last turn on it: one more than `turns` while a turn is being
 * played.
 */
export function spacingOf(axis: TimelineAxis, turns: readonly Turn[], last: number): Spacing {
  const even: Spacing = { places: null, total: last, gaps: [], playedMs: null }
  if (axis === 'turns') return even
  const { ends, gaps } =
    axis === 'time' ? playedTime(turns, last) : { ends: running(turns, last, (turn) => tokensOf(turn) ?? 0), gaps: [] }
  const total = ends[last] ?? 0
  if (total === 0) return even
  return { places: ends.map((end) => end / total), total, gaps, playedMs: axis === 'time' ? ends : null }
}

function playedTime(
  turns: readonly Turn[],
  last: number,
): { readonly ends: Float64Array; readonly gaps: readonly Gap[] } {
  const gaps: Gap[] = []
  let before = Date.parse(turns[0]?.startedAt ?? '')
  const ends = running(turns, last, ({ number, startedAt, completed }) => {
    const started = Date.parse(startedAt)
    const wait = Math.max(0, started - before)
    if (wait > LONGEST_GAP_MS) gaps.push({ turn: number, ms: wait })
    before = completed ? Date.parse(completed.at) : started
    return (wait > LONGEST_GAP_MS ? SHOWN_GAP_MS : wait) + Math.max(0, before - started)
  })
  return { ends, gaps }
}

function running(turns: readonly Turn[], last: number, amount: (turn: Turn) => number): Float64Array {
  const ends = new Float64Array(last + 1)
  let sum = 0
  for (const turn of turns) {
    sum += amount(turn)
    ends[turn.number] = sum
  }
  ends.fill(sum, turns.length + 1)
  return ends
}
