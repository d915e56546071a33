import { useMemo } from 'react'
import { diffLines } from '../../kit/diff/WordDiff'
import { configStrings as words } from '../strings'
import styles from './draft.module.css'

/** Number of unchanged lines shown around a change. */
const CONTEXT = 3
const ELEMENTS = { same: 'span', added: 'ins', dropped: 'del' } as const
const MARKS = { same: ' ', added: '+', dropped: '−' } as const

interface Line {
  readonly kind: 'same' | 'added' | 'dropped' | 'gap'
  readonly text: string
}

/** A line diff without long unchanged parts. */
export function LineDiff({ before, after }: { readonly before: string; readonly after: string }) {
  const lines = useMemo(() => linesOf(before, after), [before, after])
  return (
    <pre className={styles.diff} tabIndex={0} role="region" aria-label={words.diff}>
      {lines.map(({ kind, text }, index) => {
        if (kind === 'gap')
          return (
            <span key={index} className={styles.gap}>
              {text}
              {'\n'}
            </span>
          )
        const Mark = ELEMENTS[kind]
        return <Mark key={index} className={styles.changed}>{`${MARKS[kind]} ${text}\n`}</Mark>
      })}
    </pre>
  )
}

function linesOf(before: string, after: string): readonly Line[] {
  const runs = diffLines(before, after)
  return runs.flatMap(({ kind, text }, index): readonly Line[] => {
    const lines = text
      .replace(/\n$/, '')
      .split('\n')
      .map((line) => ({ kind, text: line }))
    if (kind !== 'same' || lines.length <= CONTEXT * 2 + 1) return lines
    const head = index === 0 ? [] : lines.slice(0, CONTEXT)
    const tail = index === runs.length - 1 ? [] : lines.slice(-CONTEXT)
    return [...head, { kind: 'gap', text: words.unchanged(lines.length - head.length - tail.length) }, ...tail]
  })
}
