import { defaultRangeExtractor, type Range, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { ArrowDown } from 'lucide-react'
import { type RefObject, useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../../../kit/Button'
import { inView } from '../../../kit/layout/in-view'
import { useEpisode } from '../../../session/episode/episode-store'
import { copySelection } from '../../../session/episode/links/copy'
import { turnOf } from '../../../session/episode/playhead'
import { useFind, useHitAtPlayhead } from '../../../session/find/find-store'
import { storyStrings } from '../strings'
import { markFound, scrollToRange } from './mark-found'
import type { StoryRow } from './story-rows'
import { StoryRowArticle } from './StoryRowArticle'
import { END_THRESHOLD_PX, useStickToBottom } from './use-stick-to-bottom'
import styles from './StoryPage.module.css'

/** The virtual scrolling page. It sticks to the end until the user scrolls away; new rows never move visible text. */
export function StoryPage({ rows, isFiltered }: { readonly rows: readonly StoryRow[]; readonly isFiltered: boolean }) {
  const scroller = useRef<HTMLDivElement>(null)
  const isAtEndRef = useRef(true)
  const isLive = useEpisode(({ playhead }) => playhead === 'live')
  // oxlint-disable-next-line react/incompatible-library -- nothing is compiled here: every render reads it again
  const page: Virtualizer<HTMLDivElement, Element> = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    estimateSize: () => 140,
    overscan: 1,
    rangeExtractor: (range) =>
      isLive && isAtEndRef.current
        ? [...new Set([...defaultRangeExtractor(range), ...rowsAtEnd(page, range)])]
        : defaultRangeExtractor(range),
    anchorTo: isLive ? 'end' : 'start',
    followOnAppend: isLive,
    scrollEndThreshold: END_THRESHOLD_PX,
    initialOffset: isLive ? Number.MAX_SAFE_INTEGER : 0,
    // Rows are measured only when scrolling has ended; with the default timer, the page would still count as scrolling.
    useScrollendEvent: true,
    paddingStart: 24,
    paddingEnd: 32,
  })
  /** The row to which the page scrolled before the row was measured. */
  const centered = useRef<number | null>(null)
  const indexOf = (turn: number) => rows.findIndex(({ number }) => number === turn)
  const isInSight = (index: number) => page.getVirtualItems().some((item) => item.index === index)
  useStickToBottom(
    scroller,
    isAtEndRef,
    isLive,
    page.getTotalSize(),
    () => page.scrollToEnd(),
    () => {
      const { history, playhead } = useEpisode.getState()
      const index = indexOf(turnOf(history, playhead))
      // Do not scroll if the user has scrolled away.
      if (index >= 0 && isInSight(index)) page.scrollToIndex(index, { align: 'auto' })
    },
  )
  useFollowPlayhead(scroller, isFiltered, (turn) => {
    const index = turn === null ? rows.length - 1 : indexOf(turn)
    if (turn === null) page.scrollToEnd()
    else if (index >= 0 && isInSight(index)) page.scrollToIndex(index, { align: 'auto' })
    else if (index >= 0) {
      page.scrollToIndex(index, { align: 'center' })
      centered.current = index
    }
    return index >= 0
  })
  // The rows around this row are measured now. If they are taller than estimated, this row may be cut or not visible.
  useLayoutEffect(() => {
    const index = centered.current
    centered.current = null
    if (index === null) return
    const row = page.getVirtualItems().find((item) => item.index === index)
    const top = page.scrollOffset ?? 0
    const isWhole = row !== undefined && row.start >= top && row.end <= top + (page.scrollRect?.height ?? 0)
    if (!isWhole) page.scrollToIndex(index, { align: 'center' })
  })
  useMarkFound(scroller, (turn) => {
    isAtEndRef.current = false
    const index = indexOf(turn)
    if (index >= 0 && !isInSight(index)) page.scrollToIndex(index, { align: 'center' })
  })
  const missed = useMissedTurns(page.isAtEnd(END_THRESHOLD_PX))
  return (
    <div className={styles.frame}>
      <div ref={scroller} className={styles.scroller} tabIndex={0} data-first-stop onCopy={copySelection}>
        <div className={styles.page} style={{ height: page.getTotalSize() }}>
          {inView(page, rows).map(({ row, index, key, start }) => (
            <div
              key={key}
              ref={page.measureElement}
              data-index={index}
              className={styles.row}
              style={{ transform: `translateY(${start}px)` }}
            >
              <StoryRowArticle row={row} />
            </div>
          ))}
        </div>
      </div>
      {missed > 0 && (
        <Button className={styles.missed} onClick={() => page.scrollToEnd()}>
          {storyStrings.newTurns(missed)}
          <ArrowDown size={14} aria-hidden />
        </Button>
      )}
    </div>
  )
}

/** The rows at the end of the page. They are rendered together with new rows, to avoid a second layout. */
function rowsAtEnd(page: Virtualizer<HTMLDivElement, Element>, range: Range): readonly number[] {
  const first = page.getVirtualItemForOffset(page.getTotalSize() - (page.scrollRect?.height ?? 0))
  return defaultRangeExtractor({ ...range, startIndex: first?.index ?? range.startIndex, endIndex: range.count - 1 })
}

/**
 * Scrolls to the turn at the playhead (null: the live end) when the playhead moves, the log is read or the filter is
 * switched, but not for incoming events. Scrolls before the rerender, because reading the scroll height afterwards
 * would force a second layout. If the turn has no row yet, it is retried later.
 */
function useFollowPlayhead(
  scroller: RefObject<HTMLElement | null>,
  isFiltered: boolean,
  scrollTo: (turn: number | null) => boolean,
): void {
  const playhead = useEpisode((episode) => episode.playhead)
  const caughtUp = useEpisode((episode) => episode.caughtUp)
  const isPending = useRef(true)
  const follow = useEffectEvent(() => {
    const now = useEpisode.getState()
    isPending.current = !scrollTo(now.playhead === 'live' ? null : turnOf(now.history, now.playhead))
  })
  useEffect(
    () =>
      useEpisode.subscribe((now, before) => {
        if (now.playhead !== before.playhead) {
          follow()
          // The browser's scroll event would come in the next frame. Dispatching one now renders the new rows in this
          // frame.
          scroller.current?.dispatchEvent(new Event('scroll'))
        } else if (now.caughtUp !== before.caughtUp) isPending.current = true
      }),
    [scroller],
  )
  useEffect(() => {
    if (isPending.current) follow()
  }, [playhead, caughtUp])
  // After a change of the filter, other rows are at this scroll offset.
  useEffect(() => follow(), [isFiltered])
}

/** Highlights hits and scrolls to the current one: first to its turn (`scrollTo`), then to its place. */
function useMarkFound(page: RefObject<HTMLElement | null>, scrollTo: (turn: number) => void): void {
  const finder = useFind((find) => find.finder)
  const currentHit = useHitAtPlayhead()
  const scrollToTurn = useEffectEvent(scrollTo)
  useEffect(() => {
    if (currentHit) scrollToTurn(currentHit.turn)
    return page.current && finder ? markFound(page.current, finder, currentHit, scrollToRange) : undefined
  }, [page, finder, currentHit])
}

/** Number of turns that ended while the user was scrolled up. */
function useMissedTurns(isAtEnd: boolean): number {
  const isLive = useEpisode(({ playhead, caughtUp }) => playhead === 'live' && caughtUp)
  const turns = useEpisode(({ history }) => history.latest.turns.length)
  const [seen, setSeen] = useState(turns)
  if ((isAtEnd || !isLive) && seen !== turns) setSeen(turns)
  return isAtEnd || !isLive ? 0 : turns - seen
}
