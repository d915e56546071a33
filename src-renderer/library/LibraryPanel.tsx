import { useVirtualizer } from '@tanstack/react-virtual'
import type { LibraryEntry } from '@shared/contract/contract'
import { Plus } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { useEpisode } from '../store/episode-store'
import { byStart, useLibrary } from '../store/library-store'
import { ActionButton } from '../ui/ActionButton'
import controls from '../ui/controls.module.css'
import { Empty } from '../ui/Empty'
import { Panel } from '../ui/Panel'
import { strings } from '../ui/strings'
import { EpisodeRow } from './EpisodeRow'
import styles from './LibraryPanel.module.css'
import { Outline } from './Outline'

/** The episodes of the data folder, running ones first, then the newest. */
export function LibraryPanel() {
  const { entries, isRead } = useLibrary()
  const [filter, setFilter] = useState('')
  const all = useMemo(() => byStart(entries.values()), [entries])
  const found = useMemo(() => all.filter((entry) => matches(entry, filter)), [all, filter])
  const heading = (
    <>
      <h2 className={styles.name}>{strings.region.library}</h2>
      <ActionButton action="newEpisode" icon={Plus} kind="quiet" withLabel className={styles.new} />
    </>
  )
  return (
    <Panel name={strings.region.library} region="library" heading={heading}>
      <div className={styles.body}>
        {all.length > 0 && (
          <div className={styles.filter}>
            <input type="search" className={controls.input} aria-label={strings.library.filter} placeholder={strings.library.filter} value={filter} onChange={({ target }) => setFilter(target.value)} />
          </div>
        )}
        {found.length > 0 ? <EpisodeList entries={found} /> : <div className={styles.scroller}><Empty>{emptyText(isRead, all.length, filter)}</Empty></div>}
        <Outline />
      </div>
    </Panel>
  )
}

const ROW_HEIGHT = 54

function EpisodeList({ entries }: { readonly entries: readonly LibraryEntry[] }) {
  const openId = useEpisode(({ id }) => id)
  const scroller = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- nothing is compiled here; what the virtualizer returns is read anew in every render
  const rows = useVirtualizer({ count: entries.length, getScrollElement: () => scroller.current, estimateSize: () => ROW_HEIGHT, overscan: 8, getItemKey: (index) => entries[index]?.id ?? index })
  return (
    <div ref={scroller} className={styles.scroller}>
      <ul style={{ height: rows.getTotalSize() }} className={styles.list}>
        {rows.getVirtualItems().map(({ index, key, start }) => {
          const entry = entries[index]
          return entry && (
            <li key={key} className={styles.item} style={{ height: ROW_HEIGHT, transform: `translateY(${start}px)` }}>
              <EpisodeRow entry={entry} isOpen={entry.id === openId} isFirst={index === 0} />
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function matches({ id, summary }: LibraryEntry, text: string): boolean {
  const words = text.trim().toLowerCase().split(/\s+/)
  const haystack = [id, summary?.game.title, summary?.player.label, summary?.player.model, summary?.ended].join(' ').toLowerCase()
  return words.every((word) => haystack.includes(word))
}

function emptyText(isRead: boolean, episodes: number, filter: string): string {
  if (!isRead) return strings.library.reading
  return episodes === 0 ? strings.library.empty : strings.library.noMatch(filter)
}
