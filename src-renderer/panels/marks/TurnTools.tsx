import { Bookmark, GitFork, Link, ScanSearch, StickyNote } from 'lucide-react'
import { useAnnotation } from '../../session/episode/annotations'
import { toggleBookmark } from '../../session/host/commands'
import { useEpisode } from '../../session/episode/episode-store'
import { lastForkTurn } from '../../session/episode/episode-status'
import { openForkSheet } from '../../session/episode/forks/fork-store'
import { useIsLocal } from '../../session/episode/local-episodes'
import { setView } from '../../session/view/view-store'
import controls from '../../kit/controls.module.css'
import { copyLinkTo } from '../../session/episode/links/copy'
import { HostButton } from '../../session/connection/HostButton'
import { inspectTurn } from '../../commands/inspect-turn'
import { commandStrings } from '../../commands/strings'
import { markStrings as words } from './strings'
import styles from './marks.module.css'

/** Forks after `turn`, or before it if it is still being played or ended the story. */
function fork(turn: number): void {
  const { id, history } = useEpisode.getState()
  if (id !== null) openForkSheet(id, Math.min(turn, lastForkTurn(history.latest)))
}

/** Buttons on a turn of the story, for the pointer; keys act on the turn under the playhead. */
export function TurnTools({ turn }: { readonly turn: number }) {
  const isBookmarked = useAnnotation(turn)?.bookmarked ?? false
  const isReadOnly = useIsLocal()
  const tool = `${controls.button} ${controls.quiet} ${styles.tool}`
  return (
    <span className={styles.tools}>
      <button
        type="button"
        tabIndex={-1}
        className={tool}
        aria-label={words.inspect(turn)}
        title={words.inspectHint}
        onClick={() => inspectTurn(turn)}
      >
        <ScanSearch size={14} strokeWidth={1.75} aria-hidden />
      </button>
      {!isReadOnly && (
        <>
          <HostButton
            tabIndex={-1}
            className={tool}
            aria-label={words.addBookmark(turn)}
            aria-pressed={isBookmarked}
            title={`${words.bookmark} (m)`}
            onClick={() => void toggleBookmark(turn)}
          >
            <Bookmark size={14} strokeWidth={1.75} aria-hidden />
          </HostButton>
          <HostButton
            tabIndex={-1}
            className={tool}
            aria-label={words.addNote(turn)}
            title={`${words.note} (n)`}
            onClick={() => setView({ dialog: 'note', noteTurn: turn })}
          >
            <StickyNote size={14} strokeWidth={1.75} aria-hidden />
          </HostButton>
          <button
            type="button"
            tabIndex={-1}
            className={tool}
            aria-label={words.copyLink(turn)}
            title={words.link}
            onClick={() => void copyLinkTo({ turn, event: null })}
          >
            <Link size={14} strokeWidth={1.75} aria-hidden />
          </button>
          <HostButton
            tabIndex={-1}
            className={tool}
            aria-label={words.fork(turn)}
            title={`${commandStrings.action.fork} (f)`}
            onClick={() => fork(turn)}
          >
            <GitFork size={14} strokeWidth={1.75} aria-hidden />
          </HostButton>
        </>
      )}
    </span>
  )
}
