import { Bookmark, CircleDot, StickyNote } from 'lucide-react'
import type { TurnAnnotation } from '@shared/episode/log/annotations'
import { useAnnotation, useAnnotations } from '../../session/episode/annotations'
import { useEpisode } from '../../session/episode/episode-store'
import { sessionStrings } from '../../session/strings'
import { TurnList, TurnRow } from '../../turn/turn-links'
import { markStrings as words } from './strings'
import controls from '../../kit/controls.module.css'
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

/** Icons of the marks on a turn, each with a text alternative. */
export function MarkSigns({
  annotation: { bookmarked, isBreakpoint, note },
}: {
  readonly annotation: Omit<TurnAnnotation, 'turn'>
}) {
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

/** The marked turns in order. A row moves the playhead; a mark on a cut-off turn leads to the end. */
export function MarkList() {
  const { turns } = useAnnotations()
  const last = useEpisode(({ caughtUp, history }) => (caughtUp ? history.spans.length - 1 : Infinity))
  if (turns.length === 0) return null
  return (
    <TurnList title={words.title} maxHeight="30%">
      {turns.map((annotation) => (
        <TurnRow key={annotation.turn} firstTurn={annotation.turn}>
          <span className={styles.turn}>
            {annotation.turn > last ? words.afterTurn(last) : sessionStrings.turnName(annotation.turn)}
          </span>
          <span className={`${controls.cut} ${styles.listed}`}>{annotation.note}</span>
          <MarkSigns annotation={annotation} />
        </TurnRow>
      ))}
    </TurnList>
  )
}
