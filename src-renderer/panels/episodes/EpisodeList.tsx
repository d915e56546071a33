import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { LibraryEntry } from '@shared/contract/library'
import { useTextScale } from '../../kit/browser/window-size'
import { inView } from '../../kit/layout/in-view'
import { isMac } from '../../kit/text/KeyName'
import { useEpisode } from '../../session/episode/episode-store'
import {
  selectAll,
  deselectAll,
  selectUpTo,
  toggleSelected,
  useSelection,
} from '../../session/episodes/selection-store'
import { focusRegion } from '../../session/view/regions'
import { setView, useView } from '../../session/view/view-store'
import { EpisodeMenu, type MenuAt } from './EpisodeMenu'
import { EpisodeRow, RowBoundary } from './EpisodeRow'
import { episodesStrings as words } from './strings'
import { TableHead, TableRow, tableWidthOf } from './TableParts'
import styles from './EpisodeList.module.css'

/** Row heights in pixels at normal text size: two lines in the list, one in the table. */
const ROW_HEIGHT = { list: 54, table: 30 }

/** Maximum indent of forks, in steps, so that narrow rows keep space for text. */
const MAX_INDENT = 4

interface EpisodeListProps {
  readonly entries: readonly LibraryEntry[]
  /** Indent of each fork, by episode id; 0 if missing. */
  readonly depths?: ReadonlyMap<string, number>
  /** Shows the chosen columns with headings. */
  readonly isTable?: boolean
}

/**
 * A virtual grid with multiple selection. Arrow keys, Home, End and the Page keys move the focus, also to rows that are
 * not rendered; with Shift they extend the selection.
 */
export function EpisodeList({ entries, depths, isTable = false }: EpisodeListProps) {
  const openId = useEpisode(({ id }) => id)
  const selected = useSelection((selection) => selection.selected)
  const [focused, setFocused] = useState<string | null>(null)
  const [menu, setMenu] = useState<MenuAt | null>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const columns = useView(({ libraryColumns }) => libraryColumns)
  const textScale = useTextScale()
  const rowHeight = Math.round(ROW_HEIGHT[isTable ? 'table' : 'list'] * textScale)
  const headHeight = isTable ? rowHeight : 0
  const listed = useMemo(() => entries.map(({ id }) => id), [entries])
  const openIndex = openId === null ? -1 : listed.indexOf(openId)
  // oxlint-disable-next-line react/incompatible-library -- nothing is compiled here: every render reads it again
  const rows = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    // Rows scroll under the sticky headings.
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
    overscan: 8,
    getItemKey: (index) => entries[index]?.id ?? index,
    // The row of the open episode is rendered wherever the list is scrolled to, because it can take the focus.
    rangeExtractor: (range) => {
      const drawn = defaultRangeExtractor(range)
      return openIndex < 0 || drawn.includes(openIndex) ? drawn : [...drawn, openIndex].toSorted((a, b) => a - b)
    },
  })
  const wasInSight = (index: number, height: number) => {
    const top = index * rowHeight - (scroller.current?.scrollTop ?? 0)
    return top > -rowHeight && top < height - headHeight
  }
  const openRow = useRef({ id: openId, index: -1 })
  // The list scrolls to an episode that is opened. Rows that are listed later, and a new fork, may move its row.
  useEffect(() => {
    const before = openRow.current
    openRow.current = { id: openId, index: openIndex }
    const isNew = before.id !== openId || before.index < 0
    const isFollowed = isNew || wasInSight(before.index, scroller.current?.clientHeight ?? 0)
    if (openIndex >= 0 && isFollowed) rows.scrollToIndex(openIndex)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only a moved row is followed
  }, [openId, openIndex])
  const keepOpenInSight = useEffectEvent((heightBefore: number) => {
    if (openIndex >= 0 && wasInSight(openIndex, heightBefore)) rows.scrollToIndex(openIndex)
  })
  // The list shrinks when the timeline of the opened episode grows and when a strip appears.
  useEffect(() => {
    const element = scroller.current
    if (!element) return undefined
    let height = element.clientHeight
    const observer = new ResizeObserver(() => {
      keepOpenInSight(height)
      height = element.clientHeight
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const shown = inView(rows, entries)
  const drawn = shown.map(({ row }) => row.id)
  const stop = stopOf(drawn, [focused, openId])
  // The focus enters the list at the open episode, so that a command for the focused row, such as Delete, means this
  // episode.
  const entrance = selected.size > 1 ? stop : stopOf(drawn, [openId, focused])

  /** Index of the row that gets the focus once it is rendered. The next key press continues from it. */
  const goingTo = useRef<number | null>(null)

  const focus = (index: number) => {
    const land = () => linkOf(scroller.current, listed[index])?.focus()
    goingTo.current = index
    rows.scrollToIndex(index)
    land()
    // A row outside the visible part is rendered after the next frame.
    if (goingTo.current !== null) requestAnimationFrame(() => requestAnimationFrame(land))
  }
  const act = (event: KeyboardEvent) => {
    const id = listed[goingTo.current ?? -1] ?? idAt(event.target)
    const here = id === null ? -1 : listed.indexOf(id)
    if (id === null || here < 0) return
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1)
    const to = targetOf(event.key, here, page, listed.length - 1)
    const isMod = isMac() ? event.metaKey : event.ctrlKey
    if (to !== undefined) {
      const target = listed[to]
      if (event.shiftKey && target !== undefined) selectUpTo(target, listed, id)
      focus(to)
    } else if (event.key === ' ' && !isButton(event.target)) {
      if (event.shiftKey) selectUpTo(id, listed)
      else toggleSelected(id)
    } else if (isMod && event.key.toLowerCase() === 'a') selectAll(listed)
    else if (event.key === 'Escape' && selected.size > 0) deselectAll()
    else if (event.key === 'Escape' && isTable) setView({ libraryIsTable: false })
    else if (event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10')) openMenuBelow(id)
    else if (event.key === 'ArrowRight' && !event.shiftKey) stopsOf(event.target).at(1)?.focus()
    else if (event.key === 'ArrowLeft' && !event.shiftKey) stopsOf(event.target).at(0)?.focus()
    else return
    event.preventDefault()
  }
  const openMenu = (id: string, at: MenuAt['at']) => setMenu({ ids: selected.has(id) ? [...selected] : [id], at })
  const openMenuBelow = (id: string) => {
    const box = linkOf(scroller.current, id)?.getBoundingClientRect()
    if (box) openMenu(id, { x: box.left + 24, y: box.bottom - 8 })
  }
  const openMenuAt = (event: MouseEvent) => {
    const id = idAt(event.target)
    if (id === null) return
    event.preventDefault()
    openMenu(id, { x: event.clientX, y: event.clientY })
  }
  /** With Shift or Ctrl, a click selects. Otherwise it follows the link of its row, where a later range starts. */
  const click = (event: MouseEvent) => {
    const id = idAt(event.target)
    const isRange = event.shiftKey && isTickBox(event.target)
    if (id === null || (isButton(event.target) && !isRange)) return
    const isMod = isMac() ? event.metaKey : event.ctrlKey
    if (!event.shiftKey && !isMod) {
      useSelection.setState({ anchor: id })
      if (!(event.target as HTMLElement).closest('a')) return linkOf(scroller.current, id)?.click()
      // The opened episode becomes visible and gets the next key presses, even if it was already open.
      setView({ libraryIsTable: false })
      focusRegion('story')
      return
    }
    event.preventDefault()
    if (event.shiftKey) selectUpTo(id, listed, openId ?? id)
    else toggleSelected(id)
    linkOf(scroller.current, id)?.focus()
  }
  const rowOf = (entry: LibraryEntry) => {
    const row = {
      entry,
      isOpen: entry.id === openId,
      isSelected: selected.has(entry.id),
      isStop: entry.id === stop,
      isEntrance: entry.id === entrance,
      onMenu: openMenu,
    }
    return (
      <RowBoundary entry={entry}>
        {isTable ? <TableRow {...row} shown={columns} /> : <EpisodeRow {...row} />}
      </RowBoundary>
    )
  }
  return (
    <>
      <div
        ref={scroller}
        role="grid"
        aria-label={words.grid}
        aria-multiselectable
        aria-rowcount={entries.length + (isTable ? 1 : 0)}
        data-table={isTable || undefined}
        className={styles.scroller}
        data-selecting={selected.size > 0 || undefined}
        onKeyDown={act}
        // A press with Shift selects rows, not their text. The click moves the focus.
        onMouseDown={(event) => event.shiftKey && event.preventDefault()}
        onClick={click}
        onContextMenu={openMenuAt}
        onFocus={({ target }) => {
          goingTo.current = null
          setFocused(idAt(target))
        }}
      >
        {isTable && <TableHead shown={columns} />}
        <div
          role="rowgroup"
          style={{ height: rows.getTotalSize(), ...(isTable && { minWidth: `${tableWidthOf(columns)}rem` }) }}
          className={styles.list}
        >
          {shown.map(({ row: entry, index, key, start }) => (
            <div
              key={key}
              role="row"
              className={styles.item}
              aria-rowindex={index + (isTable ? 2 : 1)}
              aria-selected={selected.has(entry.id)}
              data-episode={entry.id}
              data-open={entry.id === openId || undefined}
              style={
                {
                  '--depth': Math.min(depths?.get(entry.id) ?? 0, MAX_INDENT),
                  height: rowHeight,
                  transform: `translateY(${start - headHeight}px)`,
                } as CSSProperties
              }
            >
              {rowOf(entry)}
            </div>
          ))}
        </div>
      </div>
      {menu && <EpisodeMenu {...menu} listed={listed} onClose={() => setMenu(null)} />}
    </>
  )
}

const idAt = (target: EventTarget) =>
  (target as HTMLElement).closest<HTMLElement>('[data-episode]')?.dataset.episode ?? null
const isTickBox = (target: EventTarget) => (target as HTMLElement).closest('[role=checkbox]') !== null
const isButton = (target: EventTarget) => (target as HTMLElement).closest('button') !== null
const elementOf = (within: HTMLElement | null, id: string | undefined) =>
  within?.querySelector<HTMLElement>(`[data-episode="${CSS.escape(id ?? '')}"]`)
const linkOf = (within: HTMLElement | null, id: string | undefined) =>
  elementOf(within, id)?.querySelector<HTMLElement>('a')
/** The elements between which the left and right arrow keys move in a row: its link and its button. */
const stopsOf = (target: EventTarget) => [
  ...((target as HTMLElement).closest('[data-episode]')?.querySelectorAll<HTMLElement>('a, button[aria-haspopup]') ??
    []),
]

/** The row with the tab stop: the first of `preferred` that is rendered, else the first rendered row. */
const stopOf = (inSight: readonly string[], preferred: readonly (string | null)[]): string | undefined =>
  preferred.find((id) => id !== null && inSight.includes(id)) ?? inSight[0]

function targetOf(key: string, here: number, page: number, last: number): number | undefined {
  const to = {
    ArrowDown: here + 1,
    ArrowUp: here - 1,
    PageDown: here + page,
    PageUp: here - page,
    Home: 0,
    End: last,
  }[key]
  return to === undefined ? undefined : Math.min(last, Math.max(0, to))
}
