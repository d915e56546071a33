import { diffArrays } from 'diff'

/** Consecutive words that both texts have, or only one. */
export interface Run {
  readonly kind: 'same' | 'added' | 'dropped'
  readonly text: string
}

/** Texts with more differences are treated as unrelated: the time grows with the square of this. */
const MOST_EDITS = 1000

/** Compares word by word. */
export const diffWords = (before: string, after: string): readonly Run[] => compare(wordsOf(before), wordsOf(after))

/** Compares line by line. */
export const diffLines = (before: string, after: string): readonly Run[] => compare(linesOf(before), linesOf(after))

const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? []
const wordsOf = (text: string): string[] => text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? []

function compare(before: string[], after: string[]): readonly Run[] {
  const changes = diffArrays(before, after, { maxEditLength: MOST_EDITS }) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ]
  return changes
    .map(({ value, added, removed }): Run => {
      const changed = added ? 'added' : 'dropped'
      return { kind: added || removed ? changed : 'same', text: value.join('') }
    })
    .filter(({ text }) => text !== '')
}
