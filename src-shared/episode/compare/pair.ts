/** A value for each of two episodes, which the window calls A and B. */
export interface Pair<Value> {
  readonly a: Value
  readonly b: Value
}

export const SIDES = ['a', 'b'] as const
export type Side = (typeof SIDES)[number]

export const nameOfTwo = ({ a, b }: Pair<string>): string => (a < b ? [a, b] : [b, a]).join(' ')

export const mapPair = <From, To>({ a, b }: Pair<From>, map: (one: From, side: Side) => To): Pair<To> => ({
  a: map(a, 'a'),
  b: map(b, 'b'),
})
