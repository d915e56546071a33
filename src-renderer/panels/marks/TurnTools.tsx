import { Bookmark, GitFork, Link, ScanSearch, StickyNote } from 'lucide-react'
import { inspectTurn } from '../../commands/inspect-turn'
import { commandStrings } from '../../commands/strings'
import { IconButton } from '../../kit/IconButton'
import { useHostAbsence } from '../../session/connection/connection-store'
import { disconnectedProps } from '../../session/connection/HostButton'
import { useAnnotation } from '../../session/episode/annotations'
import { useIsReadOnly } from '../../session/episode/deleted'
import { copyLinkTo } from '../../session/episode/links/copy'
import { toggleBookmark } from '../../session/host/library-commands'
import { setView } from '../../session/view/view-store'
import { forkAt } from './fork-at'
import { markStrings as words } from './strings'
import styles from './marks.module.css'

/** Buttons on a turn in the story, for the pointer. Keys act on the turn at the playhead. */
export function TurnTools({ turn }: { readonly turn: number }) {
  const isBookmarked = useAnnotation(turn)?.bookmarked ?? false
  const isReadOnly = useIsReadOnly()
  const absence = useHostAbsence()
  const tool = { isQuiet: true, isSmall: true, tabIndex: -1 }
  const hostTool = { ...tool, ...(absence !== null && disconnectedProps(absence)) }
  return (
    <span className={styles.tools}>
      <IconButton
        icon={ScanSearch}
        label={words.inspect(turn)}
        title={words.inspectHint}
        onClick={() => inspectTurn(turn)}
        {...tool}
      />
      {!isReadOnly && (
        <>
          <IconButton
            icon={Bookmark}
            label={words.addBookmark(turn)}
            title={`${words.bookmark} (m)`}
            aria-pressed={isBookmarked}
            onClick={() => void toggleBookmark(turn)}
            {...hostTool}
          />
          <IconButton
            icon={StickyNote}
            label={words.addNote(turn)}
            title={`${words.note} (n)`}
            onClick={() => setView({ dialog: 'note', noteTurn: turn })}
            {...hostTool}
          />
          <IconButton
            icon={Link}
            label={words.copyLink(turn)}
            title={words.link}
            onClick={() => void copyLinkTo({ turn, event: null })}
            {...tool}
          />
          <IconButton
            icon={GitFork}
            label={words.fork(turn)}
            title={`${commandStrings.action.fork} (f)`}
            onClick={() => forkAt(turn)}
            {...hostTool}
          />
        </>
      )}
    </span>
  )
}
