/** One object in the other place tells what a verb says to anything; where there are few, two, lest the one be special itself. */
const probesFor = (objects: readonly number[]) => (objects.length <= FEW_OBJECTS ? 2 : 1)
const FEW_OBJECTS = 8
const FEW_PAIRS = 12

export type Pair = readonly [first: number, second: number]

/**
 * Chooses among all pairs of objects for a line those worth trying. A verb has a stock answer for most things; an object it
 * answers otherwise about, whatever stands in the other place, is special, and pairs need at least one special object.
 * `answer` tries one pair and returns the reply without the names of the two.
 */
export function* choosePairs(firsts: readonly number[], seconds: readonly number[], answer: (pair: Pair) => string): Generator<Pair> {
  const pairs = firsts.flatMap((first) => seconds.flatMap((second): Pair[] => (first === second ? [] : [[first, second]])))
  if (pairs.length <= FEW_PAIRS) {
    yield* pairs
    return
  }
  const specialFirsts = new Set(seconds.slice(0, probesFor(seconds)).flatMap((second) => findSpecial(firsts.filter((first) => first !== second), (first) => answer([first, second]))))
  const specialSeconds = new Set(firsts.slice(0, probesFor(firsts)).flatMap((first) => findSpecial(seconds.filter((second) => second !== first), (second) => answer([first, second]))))
  yield* pairs.filter(([first, second]) => specialFirsts.has(first) || specialSeconds.has(second))
}

/** The objects whose answer is not the commonest one. */
function findSpecial(objects: readonly number[], answer: (object: number) => string): number[] {
  const answers = objects.map(answer)
  const commonest = findCommonest(answers)
  return objects.filter((_, index) => answers[index] !== commonest)
}

export function findCommonest(answers: readonly string[]): string | undefined {
  const counts = new Map<string, number>()
  for (const answer of answers) counts.set(answer, (counts.get(answer) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0]
}
