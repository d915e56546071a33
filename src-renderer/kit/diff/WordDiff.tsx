import { diffArrays } from 'diff'
import { useMemo } from 'react'
import { cutText } from '@shared/base/whole-characters'
import styles from '../text/text.module.css'

/** Number of unchanged characters shown around a change. */
const CONTEXT = 120

/** Two texts in one: additions are underlined, deletions struck through, long unchanged parts cut. */
export function WordDiff({ before, after }: { readonly before: string; readonly after: string }) {
  const runs = useMemo(() => diffWords(before, after), [before, after])
  return (
    <pre className={styles.diff} tabIndex={0}>
      {runs.map(({ kind, text }, index) => {
        if (kind === 'added') return <ins key={index}>{text}</ins>
        if (kind === 'dropped') return <del key={index}>{text}</del>
        return <span key={index}>{shortened(text, index === 0, index === runs.length - 1)}</span>
      })}
    </pre>
  )
}

function shortened(text: string, isFirst: boolean, isLast: boolean): string {
  if (text.length <= CONTEXT * 2) return text
  const head = isFirst ? '' : cutText(text, CONTEXT)
  const tail = isLast ? '' : text.slice(-CONTEXT)
  return `${head} … ${tail}`
}

/** Consecutive words that are in both texts, or in one of them only. */
interface Run {
  readonly kind: 'same' | 'added' | 'dropped'
  readonly text: string
}

/** Texts with more differences are treated as unrelated, because the time grows with the square of their number. */
const MAX_EDITS = 1000

export const diffWords = (before: string, after: string): readonly Run[] => compare(wordsOf(before), wordsOf(after))

export const diffLines = (before: string, after: string): readonly Run[] => compare(linesOf(before), linesOf(after))

const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? []
const wordsOf = (text: string): string[] => text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? []

function compare(before: string[], after: string[]): readonly Run[] {
  const changes = diffArrays(before, after, { maxEditLength: MAX_EDITS }) ?? [
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
