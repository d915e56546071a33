import { useAnnotation } from '../../session/episode/annotations'
import { markStrings as words } from './strings'
import styles from './marks.module.css'
import type { TurnAnnotation } from '@shared/episode/log/annotations'
import { Bookmark, CircleDot, StickyNote } from 'lucide-react'

export function TurnMarks({ turn }: { readonly turn: number }) {
  const annotation = useAnnotation(turn)
  return annotation && <MarkSigns annotation={annotation} />
}

export function TurnNote({ turn }: { readonly turn: number }) {
  const note = useAnnotation(turn)?.note ?? ''
  return note === '' ? null : (
    <p role="note" aria-label={words.yourNote} className={styles.note}>
      {note}
    </p>
  )
}

/** Icons of the marks on a turn, each with a text alternative. */
export function MarkSigns({ annotation: { bookmarked, isBreakpoint, note } }: { readonly annotation: TurnAnnotation }) {
  return (
    <span className={styles.signs}>
      {bookmarked && (
        <Bookmark size={13} strokeWidth={1.75} className={styles.bookmark} role="img" aria-label={words.bookmark} />
      )}
      {isBreakpoint && <CircleDot size={13} strokeWidth={1.75} role="img" aria-label={words.breakpoint} />}
      {note !== '' && <StickyNote size={13} strokeWidth={1.75} role="img" aria-label={words.note} />}
    </span>
  )
}
