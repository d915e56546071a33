/** Letters and pairs of letters that look alike in most fonts, each as the one that stands for all of them. */
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

/** The first of these names that looks like this one and is another; null if there is none. */
export function lookAlike(name: string, others: readonly string[]): string | null {
  const shape = shapeOf(name)
  return others.find((other) => other !== name && shapeOf(other) === shape) ?? null
}
