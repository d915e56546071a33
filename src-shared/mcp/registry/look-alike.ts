/** Letters and pairs of letters that look alike in most fonts, with the one that replaces them for comparison. */
const ALIKE: readonly (readonly [RegExp, string])[] = [
  [/[-_.]/g, ''],
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/[0]/g, 'o'],
  [/[1i|]/g, 'l'],
  [/5/g, 's'],
]

const shapeOf = (name: string): string =>
  ALIKE.reduce((shape, [found, same]) => shape.replaceAll(found, same), name.toLowerCase())

/** The first of `others` that looks like the name but differs from it; null if there is none. */
export function lookAlike(name: string, others: readonly string[]): string | null {
  const shape = shapeOf(name)
  return others.find((other) => other !== name && shapeOf(other) === shape) ?? null
}
