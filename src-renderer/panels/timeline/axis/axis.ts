/** Positions of turns 0 to `last` on a track of `width` pixels. All pixels in this file are at a text size of 100 %. */
export interface Scale {
  readonly width: number
  readonly last: number
  /** End of each turn as a share of the track, 0 to 1, monotonic; null for evenly spaced turns. */
  readonly places: Float64Array | null
  readonly sight: Sight
}

/** The visible part of the track, as shares of the whole. */
export interface Sight {
  readonly start: number
  readonly end: number
}

export const WHOLE: Sight = { start: 0, end: 1 }

/** Margin at both ends, so that the marks of the first and last turn are not cut. */
const INSET = 6

export const shareOf = ({ places, last }: Pick<Scale, 'places' | 'last'>, turn: number): number =>
  places?.[turn] ?? (last === 0 ? 0 : turn / last)

/** Pixel position of a turn; outside 0 to `width` if it is not visible. */
export function xOf(scale: Scale, turn: number): number {
  const { width, sight } = scale
  return INSET + ((shareOf(scale, turn) - sight.start) / (sight.end - sight.start)) * Math.max(0, width - 2 * INSET)
}

/** Share of the whole track at pixel `x`, clamped to the visible part. */
export function shareAtX({ width, sight }: Pick<Scale, 'width' | 'sight'>, x: number): number {
  const part = Math.min(1, Math.max(0, (x - INSET) / Math.max(1, width - 2 * INSET)))
  return sight.start + part * (sight.end - sight.start)
}

export function turnAtX(scale: Scale, x: number): number {
  const share = shareAtX(scale, x)
  return scale.places === null ? Math.round(share * scale.last) : nearest(scale.places, share)
}

/** The nearest turn; of several at one position, the first. */
function nearest(places: Float64Array, share: number): number {
  let low = 0
  let high = places.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((places[middle] ?? 0) < share) low = middle + 1
    else high = middle
  }
  const before = places[low - 1]
  return before !== undefined && share - before < (places[low] ?? 0) - share ? low - 1 : low
}

interface Column {
  readonly x: number
  readonly value: number
  readonly turn: number
}

/**
 * The largest value in each pixel column. For lines, also the last value before and the first value after the visible
 * part.
 */
export function columnsOf(values: readonly (number | null)[], scale: Scale): readonly Column[] {
  const columns = new Map<number, Column>()
  let before: Column | null = null
  for (let turn = 0; turn < values.length; turn++) {
    const value = values[turn] ?? null
    if (value === null) continue
    const x = Math.round(xOf(scale, turn))
    if (x < 0) {
      before = { x, value, turn }
      continue
    }
    const known = columns.get(x)
    if (!known || value > known.value) columns.set(x, { x, value, turn })
    if (x > scale.width) break
  }
  return before === null ? [...columns.values()] : [before, ...columns.values()]
}
