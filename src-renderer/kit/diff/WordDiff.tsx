import { useMemo } from 'react'
import { diffWords } from './word-diff'
import styles from '../text/text.module.css'

/** Unchanged characters that are shown around a change. */
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
  const head = isFirst ? '' : text.slice(0, CONTEXT)
  const tail = isLast ? '' : text.slice(-CONTEXT)
  return `${head} … ${tail}`
}
