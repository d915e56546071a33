import type { TurnAnnotation } from '@shared/episode/log/annotations'
import { Bookmark, CircleDot, StickyNote } from 'lucide-react'
import styles from './marks.module.css'
import { markStrings as words } from './strings'

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
