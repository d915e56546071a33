import type { LibraryEntry } from '@shared/contract/library'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useRef } from 'react'
import { useEpisode } from '../../session/episode/episode-store'
import styles from './EpisodeList.module.css'
import { EpisodeRow } from './EpisodeRow'

const ROW_HEIGHT = 54

/** The rows in sight. Arrow keys, Home and End move the focus from row to row, whether they are in sight or not. */
export function EpisodeList({ entries }: { readonly entries: readonly LibraryEntry[] }) {
  const openId = useEpisode(({ id }) => id)
  const scroller = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- nothing is compiled here: every render reads it anew
  const rows = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    getItemKey: (index) => entries[index]?.id ?? index,
  })
  const linkOf = (id: string | undefined) =>
    scroller.current?.querySelector<HTMLElement>(`[data-episode="${CSS.escape(id ?? '')}"]`)
  const move = (event: KeyboardEvent) => {
    const here = entries.findIndex(({ id }) => id === (event.target as HTMLElement).dataset.episode)
    const to = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: entries.length - 1 }[event.key]
    if (here < 0 || to === undefined) return
    event.preventDefault()
    const index = Math.min(entries.length - 1, Math.max(0, to))
    rows.scrollToIndex(index)
    // A row that was out of sight is there after the next frame.
    requestAnimationFrame(() => requestAnimationFrame(() => linkOf(entries[index]?.id)?.focus()))
  }
  return (
    <div ref={scroller} className={styles.scroller}>
      <ul style={{ height: rows.getTotalSize() }} className={styles.list} onKeyDown={move}>
        {rows.getVirtualItems().map(({ index, key, start }) => {
          const entry = entries[index]
          return (
            entry && (
              <li
                key={key}
                className={styles.item}
                aria-setsize={entries.length}
                aria-posinset={index + 1}
                style={{ height: ROW_HEIGHT, transform: `translateY(${start}px)` }}
              >
                <EpisodeRow entry={entry} isOpen={entry.id === openId} isFirst={index === 0} />
              </li>
            )
          )
        })}
      </ul>
    </div>
  )
}
