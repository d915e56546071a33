import { Bookmark, GitFork, Link, ScanSearch, StickyNote } from 'lucide-react'
import { copyLinkTo } from '../ui/copy-link'
import { inspectTurn } from '../ui/inspect-turn'
import { strings } from '../ui/strings'
import { toggleBookmark, useAnnotation } from '../store/annotations'
import { forkEpisode } from '../store/commands'
import { useIsLocal } from '../store/local-episodes'
import { setView } from '../store/view-store'
import controls from '../ui/controls.module.css'
import { MarkSigns } from './MarkSigns'
import { markStrings as words } from './strings'
import styles from './TurnMarks.module.css'
import { HostButton } from '../ui/HostButton'

/** What the reader put on a turn of the page, and the buttons for it while the pointer is there; the keys act on the turn under the playhead. */
export function TurnMarks({ turn }: { readonly turn: number }) {
  const annotation = useAnnotation(turn)
  const isReadOnly = useIsLocal()
  const tool = `${controls.button} ${controls.quiet} ${styles.tool}`
  return (
    <>
      {annotation && <MarkSigns annotation={annotation} />}
      <span className={styles.tools}>
        <button type="button" tabIndex={-1} className={tool} aria-label={words.inspect(turn)} title={words.inspectHint} onClick={() => inspectTurn(turn)}><ScanSearch size={14} strokeWidth={1.75} aria-hidden /></button>
        {!isReadOnly && (
          <>
            <HostButton tabIndex={-1} className={tool} aria-label={words.addBookmark(turn)} aria-pressed={annotation?.bookmarked ?? false} title={`${words.bookmark} (m)`} onClick={() => void toggleBookmark(turn)}><Bookmark size={14} strokeWidth={1.75} aria-hidden /></HostButton>
            <HostButton tabIndex={-1} className={tool} aria-label={words.addNote(turn)} title={`${words.note} (n)`} onClick={() => setView({ dialog: 'note', noteTurn: turn })}><StickyNote size={14} strokeWidth={1.75} aria-hidden /></HostButton>
            <button type="button" tabIndex={-1} className={tool} aria-label={words.copyLink(turn)} title={words.link} onClick={() => void copyLinkTo({ turn, event: null })}><Link size={14} strokeWidth={1.75} aria-hidden /></button>
            <HostButton tabIndex={-1} className={tool} aria-label={words.fork(turn)} title={`${strings.action.fork} (f)`} onClick={() => void forkEpisode(turn)}><GitFork size={14} strokeWidth={1.75} aria-hidden /></HostButton>
          </>
        )}
      </span>
    </>
  )
}

export function TurnNote({ turn }: { readonly turn: number }) {
  const note = useAnnotation(turn)?.note ?? ''
  return note === '' ? null : <p role="note" aria-label={words.yourNote} className={styles.note}>{note}</p>
}
