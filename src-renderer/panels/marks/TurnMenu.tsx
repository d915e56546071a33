import { Bookmark, CircleDot, GitFork, Link, ScanSearch, StickyNote } from 'lucide-react'
import { actions } from '../../commands/actions'
import { inspectTurn } from '../../commands/inspect-turn'
import { commandStrings } from '../../commands/strings'
import { Menu, type MenuItem } from '../../kit/overlay/Menu'
import { useHostAbsence } from '../../session/connection/connection-store'
import { useIsReadOnly } from '../../session/episode/deleted'
import { copyLinkTo } from '../../session/episode/links/copy'
import { toggleBookmark, toggleBreakpoint } from '../../session/host/library-commands'
import { sessionStrings } from '../../session/strings'
import { setView } from '../../session/view/view-store'
import { forkAt } from './fork-at'
import { markStrings as words } from './strings'

interface TurnMenuProps {
  readonly turn: number
  readonly at: { readonly x: number; readonly y: number }
  readonly onClose: () => void
}

/** The context menu of a turn in the story. */
export function TurnMenu({ turn, at, onClose }: TurnMenuProps) {
  const isReadOnly = useIsReadOnly()
  const why = useHostAbsence()
  const inspect: MenuItem = { label: words.inspectHint, icon: ScanSearch, run: () => inspectTurn(turn) }
  const marks: readonly MenuItem[] = [
    {
      label: words.bookmark,
      icon: Bookmark,
      keys: actions.bookmark.keys[0],
      why,
      run: () => toggleBookmark(turn),
    },
    {
      label: words.breakpoint,
      icon: CircleDot,
      keys: actions.breakpoint.keys[0],
      why,
      run: () => toggleBreakpoint(turn),
    },
    {
      label: words.note,
      icon: StickyNote,
      keys: actions.note.keys[0],
      why,
      run: () => setView({ dialog: 'note', noteTurn: turn }),
    },
  ]
  const others: readonly MenuItem[] = [
    { label: words.link, icon: Link, run: () => copyLinkTo({ turn, event: null }) },
    { label: commandStrings.action.fork, icon: GitFork, keys: actions.fork.keys[0], why, run: () => forkAt(turn) },
  ]
  return (
    <Menu
      name={sessionStrings.turnName(turn)}
      at={at}
      onClose={onClose}
      groups={isReadOnly ? [[inspect]] : [[inspect], marks, others]}
    />
  )
}
