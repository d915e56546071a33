/** A run of words that both texts have, or that only one has. */
export interface Run {
  readonly kind: 'same' | 'added' | 'dropped'
  readonly text: string
}

/**
 * Longer texts are compared at their two ends only: the table of the comparison grows with the product of the lengths.
 */
const MAX_CELLS = 4_000_000

/** Compares word by word. */
export const diffWords = (before: string, after: string): readonly Run[] => diffTokens(wordsOf(before), wordsOf(after))

/** Compares line by line: every run is whole lines. */
export const diffLines = (before: string, after: string): readonly Run[] => diffTokens(linesOf(before), linesOf(after))

/** By the longest common subsequence between the common head and the common tail. */
function diffTokens(a: readonly string[], b: readonly string[]): readonly Run[] {
  let head = 0
  while (head < a.length && head < b.length && a[head] === b[head]) head++
  let tail = 0
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++
  const middleA = a.slice(head, a.length - tail)
  const middleB = b.slice(head, b.length - tail)
  const runs: Run[] = [{ kind: 'same', text: a.slice(0, head).join('') }]
  if (middleA.length * middleB.length > MAX_CELLS)
    runs.push({ kind: 'dropped', text: middleA.join('') }, { kind: 'added', text: middleB.join('') })
  else runs.push(...compare(middleA, middleB))
  runs.push({ kind: 'same', text: a.slice(a.length - tail).join('') })
  return joinEqual(runs.filter(({ text }) => text !== ''))
}

const linesOf = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? []
const wordsOf = (text: string): readonly string[] => text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? []

function compare(a: readonly string[], b: readonly string[]): readonly Run[] {
  const width = b.length + 1
  const lengths = new Uint32Array((a.length + 1) * width)
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const at = i * width + j
      lengths[at] =
        a[i] === b[j] ? (lengths[at + width + 1] ?? 0) + 1 : Math.max(lengths[at + width] ?? 0, lengths[at + 1] ?? 0)
    }
  }
  const runs: Run[] = []
  let i = 0
  let j = 0
  while (i < a.length || j < b.length) {
    const at = i * width + j
    if (i < a.length && j < b.length && a[i] === b[j]) {
      runs.push({ kind: 'same', text: a[i++] ?? '' })
      j++
    } else if (j >= b.length || (i < a.length && (lengths[at + width] ?? 0) >= (lengths[at + 1] ?? 0)))
      runs.push({ kind: 'dropped', text: a[i++] ?? '' })
    else runs.push({ kind: 'added', text: b[j++] ?? '' })
  }
  return runs
}

function joinEqual(runs: readonly Run[]): readonly Run[] {
  const joined: Run[] = []
  for (const run of runs) {
    const last = joined.at(-1)
    if (last?.kind === run.kind) joined[joined.length - 1] = { kind: run.kind, text: last.text + run.text }
    else joined.push(run)
  }
  return joined
}
