/** Where turns lie on a track of `width` pixels that holds turns 0 to `last`, evenly spaced. */
export interface Axis {
  readonly width: number
  readonly last: number
  /** The turn under the playhead. */
  readonly here: number
}

/** So much at either end belongs to the first and the last turn, so that their marks are not cut off. */
const INSET = 6

export const xOf = ({ width, last }: Pick<Axis, 'width' | 'last'>, turn: number): number => (last === 0 ? INSET : INSET + (turn / last) * Math.max(0, width - 2 * INSET))

export function turnAtX({ width, last }: Pick<Axis, 'width' | 'last'>, x: number): number {
  const share = (x - INSET) / Math.max(1, width - 2 * INSET)
  return Math.round(Math.min(1, Math.max(0, share)) * last)
}

/** At most one value a pixel column: the largest of those that share it. */
export function columnsOf(values: readonly (number | null)[], axis: Pick<Axis, 'width' | 'last'>): readonly { readonly x: number; readonly value: number; readonly turn: number }[] {
  const columns = new Map<number, { x: number; value: number; turn: number }>()
  for (const [turn, value] of values.entries()) {
    if (value === null) continue
    const x = Math.round(xOf(axis, turn))
    const known = columns.get(x)
    if (!known || value > known.value) columns.set(x, { x, value, turn })
  }
  return [...columns.values()]
}
