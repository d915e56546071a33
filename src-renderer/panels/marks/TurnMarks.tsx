import { useAnnotation } from '../../session/episode/annotations'
import { MarkSigns } from './MarkSigns'
import { markStrings as words } from './strings'
import styles from './marks.module.css'

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
