export type Pair = readonly [first: number, second: number]

const FEW_PAIRS = 30

/**
 * Chooses the pairs of objects that are worth trying with a line: all of them if there are few. Otherwise, first
 * objects with the same stock answer form a kind, and one object of each kind is tried with every second object. The
 * second objects that do not get the most common answer are paired with all first objects of that kind. `answer`
 * returns the reply without the names of the pair, or null if the pair changed something.
 */
export function* choosePairs(
  firsts: readonly number[],
  seconds: readonly number[],
  answer: (pair: Pair) => string | null,
): Generator<Pair> {
  const pairsOf = (kind: readonly number[], others: readonly number[]) =>
    kind.flatMap((first) => others.flatMap((second): Pair[] => (first === second ? [] : [[first, second]])))
  const pairs = pairsOf(firsts, seconds)
  if (pairs.length <= FEW_PAIRS) {
    yield* pairs
    return
  }
  for (const kind of findKinds(firsts, seconds, answer)) {
    const [model] = kind
    const others = seconds.filter((second) => second !== model)
    const answers = others.map((second) => answer([model!, second]))
    const stock = findCommonest(answers)
    yield* pairsOf(
      kind,
      others.filter((_, index) => answers[index] === null || answers[index] !== stock),
    )
  }
}

/** Groups the first objects by the reply to each of them together with one second object. */
function findKinds(
  firsts: readonly number[],
  seconds: readonly number[],
  answer: (pair: Pair) => string | null,
): number[][] {
  const kinds = new Map<string | null, number[]>()
  for (const first of firsts) {
    const second = seconds.find((other) => other !== first)
    if (second === undefined) continue
    const reply = answer([first, second])
    const kind = kinds.get(reply)
    if (kind === undefined) kinds.set(reply, [first])
    else kind.push(first)
  }
  return [...kinds.values()]
}

/** The most common answer; undefined if there is none. */
export function findCommonest(answers: readonly (string | null)[]): string | undefined {
  const counts = new Map<string, number>()
  for (const answer of answers) if (answer !== null) counts.set(answer, (counts.get(answer) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0]
}
