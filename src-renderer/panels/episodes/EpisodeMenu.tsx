import {
  AppWindow,
  ArrowLeftRight,
  CheckCheck,
  Download,
  FolderOpen,
  FolderSearch,
  GitFork,
  Link,
  type LucideIcon,
  Pencil,
  Square,
  SquareCheck,
  Tag,
  Trash2,
  X,
} from 'lucide-react'
import type { LibraryEntry } from '@shared/contract/library'
import { type ActionId, actions } from '../../commands/actions'
import { forkListed } from '../../commands/fork-listed'
import { commandStrings } from '../../commands/strings'
import { Menu, type MenuItem } from '../../kit/overlay/Menu'
import { openComparison } from '../../session/comparison/comparison-store'
import { useHostAbsence } from '../../session/connection/connection-store'
import { useEpisode } from '../../session/episode/episode-store'
import { copyLinkTo } from '../../session/episode/links/copy'
import { closeLocalEpisode, isLocal } from '../../session/episode/local-episodes'
import { titleOf } from '../../session/episodes/entry-title'
import { parentOf, useEpisodeList } from '../../session/episodes/episodes-store'
import { selectAll, toggleSelected, useSelection } from '../../session/episodes/selection-store'
import { revealEpisode } from '../../session/host/library-commands'
import { hasWindows, openInNewWindow } from '../../session/host/tell-shell'
import { type Dialog, setView } from '../../session/view/view-store'
import { episodesStrings } from './strings'

const words = episodesStrings.menu

export interface MenuAt {
  readonly ids: readonly string[]
  readonly at: { readonly x: number; readonly y: number }
}

interface EpisodeMenuProps extends MenuAt {
  readonly listed: readonly string[]
  readonly onClose: () => void
}

/** The menu of a row, or of all selected rows if it is one of them. */
export function EpisodeMenu({ ids, at, listed, onClose }: EpisodeMenuProps) {
  const all = useEpisodeList(({ entries }) => entries)
  const absence = useHostAbsence()
  const selected = useSelection((selection) => selection.selected)
  const entries = ids.flatMap((id) => all.get(id) ?? [])
  const [only] = entries
  if (only === undefined) return null
  const name = entries.length === 1 ? titleOf(only) : words.several(entries.length)
  return (
    <Menu
      name={episodesStrings.tools(name)}
      at={at}
      onClose={onClose}
      groups={[
        entries.length === 1 ? itemsForOne(only, selected.has(only.id), absence) : [],
        itemsForAll(entries, absence),
        [{ label: words.selectAll, icon: CheckCheck, keys: 'Mod+A', run: () => selectAll(listed) }],
      ]}
    />
  )
}

const itemsForOne = ({ id }: LibraryEntry, isSelected: boolean, absence: string | null): readonly MenuItem[] => [
  { label: words.open, icon: FolderOpen, keys: 'Enter', run: () => useEpisode.getState().open(id, 'live') },
  {
    label: isSelected ? words.deselect : words.select,
    icon: isSelected ? SquareCheck : Square,
    keys: 'Space',
    run: () => toggleSelected(id),
  },
  ...(isLocal(id)
    ? []
    : [
        {
          label: commandStrings.action.fork,
          icon: GitFork,
          // The key acts on the open episode, so it is shown for that row only.
          keys: id === useEpisode.getState().id ? actions.fork.keys[0] : undefined,
          why: absence,
          run: () => forkListed(id),
        },
        ...(hasWindows()
          ? [
              {
                label: commandStrings.action.newWindow,
                icon: AppWindow,
                run: () => openInNewWindow({ episodeId: id, playhead: 'live' }),
              },
            ]
          : []),
        ...(canReveal()
          ? [{ label: words.reveal, icon: FolderSearch, why: absence, run: () => revealEpisode(id) }]
          : []),
        { label: commandStrings.action.copyLink, icon: Link, run: () => copyLinkTo('live', id) },
      ]),
]

const canReveal = () => useEpisodeList.getState().appInfo?.canReveal === true

/** Compares two selected episodes, or one with another, or a fork with its parent. */
function compareItems(entries: readonly LibraryEntry[], why: string | null): readonly MenuItem[] {
  const [a, b, ...more] = entries
  if (a === undefined || more.length > 0) return []
  const item = { icon: ArrowLeftRight, why }
  if (b !== undefined) return [{ ...item, label: words.compare, run: () => openComparison({ a: a.id, b: b.id }) }]
  const parent = parentOf(a.id)
  return [
    { ...item, label: words.compareWith, run: () => setView({ dialog: 'compare', targets: [a.id] }) },
    ...(parent === null
      ? []
      : [
          {
            ...item,
            label: words.compareWithParent,
            keys: actions.compareWithParent.keys[0],
            run: () => openComparison({ a: parent, b: a.id }),
          },
        ]),
  ]
}

/** Why the episodes cannot be deleted; null if they can. A single episode that is played here is stopped first. */
function whyNotDeleted(entries: readonly LibraryEntry[]): string | null {
  if (entries.length === 1) return entries[0]?.elsewhere ? episodesStrings.isPlayedElsewhere : null
  return entries.every(({ running }) => running) ? episodesStrings.allRunning : null
}

/**
 * The menu items for several episodes. Items that need the host are disabled while it is lost; episodes from files can
 * only be closed.
 */
export function itemsForAll(entries: readonly LibraryEntry[], absence: string | null): readonly MenuItem[] {
  const files = entries.filter(({ id }) => isLocal(id)).map(({ id }) => id)
  const targets = entries.filter(({ id }) => !isLocal(id)).map(({ id }) => id)
  const close = { label: words.close, icon: X, run: () => files.forEach(closeLocalEpisode) }
  if (targets.length === 0) return [close]
  const isOne = targets.length === 1
  const opening = (dialog: Dialog, action: ActionId, icon: LucideIcon, label: string): MenuItem => ({
    label,
    icon,
    keys: actions[action].keys[0],
    why: absence,
    run: () => setView({ dialog, targets }),
  })
  return [
    ...(isOne ? [opening('rename', 'rename', Pencil, words.rename)] : []),
    opening('tag', 'tag', Tag, words.tag),
    ...compareItems(entries, absence),
    opening('exportMany', 'export', Download, words.export),
    { ...opening('delete', 'deleteEpisode', Trash2, words.delete), why: absence ?? whyNotDeleted(entries) },
    ...(files.length > 0 ? [close] : []),
  ]
}
