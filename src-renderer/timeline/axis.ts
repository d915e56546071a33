/** Where turns 0 to `last` lie on a track of `width` pixels. */
export interface Scale {
  readonly width: number
  readonly last: number
  /** Share of the track by turn, 0 to 1, never falling; null for turns that are evenly spaced. */
  readonly places: Float64Array | null
}

export interface Axis extends Scale {
  /** The turn under the playhead. */
  readonly here: number
}

/** So much at either end belongs to the first and the last turn, so that their marks are not cut off. */
const INSET = 6

export function xOf({ width, last, places }: Scale, turn: number): number {
  const share = places?.[turn] ?? (last === 0 ? 0 : turn / last)
  return INSET + share * Math.max(0, width - 2 * INSET)
}

export function turnAtX({ width, last, places }: Scale, x: number): number {
  const share = Math.min(1, Math.max(0, (x - INSET) / Math.max(1, width - 2 * INSET)))
  return places === null ? Math.round(share * last) : nearest(places, share)
}

/** The turn whose place is nearest; of several at one place the first. */
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

/** At most one value a pixel column: the largest of those that share it. */
export function columnsOf(values: readonly (number | null)[], scale: Scale): readonly { readonly x: number; readonly value: number; readonly turn: number }[] {
  const columns = new Map<number, { x: number; value: number; turn: number }>()
  for (const [turn, value] of values.entries()) {
    if (value === null) continue
    const x = Math.round(xOf(scale, turn))
    const known = columns.get(x)
    if (!known || value > known.value) columns.set(x, { x, value, turn })
  }
  return [...columns.values()]
}
