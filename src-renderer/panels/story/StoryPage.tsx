import { defaultRangeExtractor, type Range, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { ArrowDown } from 'lucide-react'
import { type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useEpisode } from '../../session/episode/episode-store'
import { turnOf } from '../../session/episode/playhead'
import { useFind, useHitAtPlayhead } from '../../session/find/find-store'
import controls from '../../kit/controls.module.css'
import { copySelection } from '../../session/episode/copy-story'
import { markFound } from './mark-found'
import { scrollToPlace } from './scroll-to-place'
import styles from './StoryPage.module.css'
import type { StoryRow } from './story-rows'
import { StoryRowArticle } from './StoryRowArticle'
import { storyStrings } from './strings'
import { GLUE_PX, useGlue } from './use-glue'

/** The scrolled page. Only the reader unglues it from the end, and nothing that grows moves what is being read. */
export function StoryPage({ rows }: { readonly rows: readonly StoryRow[] }) {
  const scroller = useRef<HTMLDivElement>(null)
  const gluedRef = useRef(true)
  const isLive = useEpisode(({ playhead }) => playhead === 'live')
  // oxlint-disable-next-line react/incompatible-library -- nothing is compiled here: every render reads it anew
  const page: Virtualizer<HTMLDivElement, Element> = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    estimateSize: () => 140,
    overscan: 1,
    rangeExtractor: (range) =>
      isLive && gluedRef.current
        ? [...new Set([...defaultRangeExtractor(range), ...rowsAtEnd(page, range)])]
        : defaultRangeExtractor(range),
    anchorTo: isLive ? 'end' : 'start',
    followOnAppend: isLive,
    scrollEndThreshold: GLUE_PX,
    initialOffset: isLive ? Number.MAX_SAFE_INTEGER : 0,
    // A row is measured as it comes only while nothing scrolls; a timer would have the page still scrolling when the
    // next one comes.
    useScrollendEvent: true,
    paddingStart: 24,
    paddingEnd: 32,
  })
  const indexOf = (turn: number) => rows.findIndex(({ number }) => number === turn)
  const isInSight = (index: number) => page.getVirtualItems().some((item) => item.index === index)
  useGlue(
    scroller,
    gluedRef,
    isLive,
    page.getTotalSize(),
    () => page.scrollToEnd(),
    () => {
      const { history, playhead } = useEpisode.getState()
      const index = indexOf(turnOf(history, playhead))
      // A reader who has gone elsewhere stays there.
      if (index >= 0 && isInSight(index)) page.scrollToIndex(index, { align: 'auto' })
    },
  )
  useFollowPlayhead(scroller, (turn) => {
    const index = turn === null ? rows.length - 1 : indexOf(turn)
    if (turn === null) page.scrollToEnd()
    else if (index >= 0) page.scrollToIndex(index, { align: isInSight(index) ? 'auto' : 'center' })
    return index >= 0
  })
  useMarkFound(scroller, (turn) => {
    gluedRef.current = false
    const index = indexOf(turn)
    if (index >= 0 && !isInSight(index)) page.scrollToIndex(index, { align: 'center' })
  })
  const missed = useMissedTurns(page.isAtEnd(GLUE_PX))
  return (
    <div className={styles.frame}>
      <div ref={scroller} className={styles.scroller} tabIndex={0} data-first-stop onCopy={copySelection}>
        <div className={styles.page} style={{ height: page.getTotalSize() }}>
          {page.getVirtualItems().map(({ index, key, start }) => {
            const row = rows[index]
            return (
              row && (
                <div
                  key={key}
                  ref={page.measureElement}
                  data-index={index}
                  className={styles.row}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <StoryRowArticle row={row} />
                </div>
              )
            )
          })}
        </div>
      </div>
      {missed > 0 && (
        <button type="button" className={`${controls.button} ${styles.missed}`} onClick={() => page.scrollToEnd()}>
          {storyStrings.newTurns(missed)}
          <ArrowDown size={14} aria-hidden />
        </button>
      )}
    </div>
  )
}

/**
 * What is in sight once the page is scrolled to its end: drawn together with what made it longer, it is laid out with
 * that, and once.
 */
function rowsAtEnd(page: Virtualizer<HTMLDivElement, Element>, range: Range): readonly number[] {
  const first = page.getVirtualItemForOffset(page.getTotalSize() - (page.scrollRect?.height ?? 0))
  return defaultRangeExtractor({ ...range, startIndex: first?.index ?? range.startIndex, endIndex: range.count - 1 })
}

/**
 * Brings the turn into view when the reader moves the playhead, or once it has been read; what comes in by itself never
 * scrolls. Null is the live end. It scrolls at once, before the window is drawn anew: to ask for a scroll height
 * afterwards would have everything that changed laid out one more time. A turn that has no row yet is looked for again
 * when it may have one.
 */
function useFollowPlayhead(scroller: RefObject<HTMLElement | null>, scrollTo: (turn: number | null) => boolean): void {
  const playhead = useEpisode((episode) => episode.playhead)
  const caughtUp = useEpisode((episode) => episode.caughtUp)
  const isSought = useRef(true)
  const follow = useEffectEvent(() => {
    const now = useEpisode.getState()
    isSought.current = !scrollTo(now.playhead === 'live' ? null : turnOf(now.history, now.playhead))
  })
  useEffect(
    () =>
      useEpisode.subscribe((now, before) => {
        if (now.playhead !== before.playhead) {
          follow()
          // The browser tells of a scroll in the next frame; the rows that it brings into sight are to be in this one.
          scroller.current?.dispatchEvent(new Event('scroll'))
        } else if (now.caughtUp !== before.caughtUp) isSought.current = true
      }),
    [scroller],
  )
  useEffect(() => {
    if (isSought.current) follow()
  }, [playhead, caughtUp])
}

/** Marks what is found. `scrollTo` brings the turn to the page that the reader stepped to; the place in it follows. */
function useMarkFound(page: RefObject<HTMLElement | null>, scrollTo: (turn: number) => void): void {
  const finder = useFind((find) => find.finder)
  const currentHit = useHitAtPlayhead()
  const bring = useEffectEvent(scrollTo)
  useEffect(() => {
    if (currentHit) bring(currentHit.turn)
    return page.current && finder ? markFound(page.current, finder, currentHit, scrollToPlace) : undefined
  }, [page, finder, currentHit])
}

/** Turns that ended while the reader was looking further up. */
function useMissedTurns(isAtEnd: boolean): number {
  const isLive = useEpisode(({ playhead, caughtUp }) => playhead === 'live' && caughtUp)
  const turns = useEpisode(({ history }) => history.latest.turns.length)
  const [seen, setSeen] = useState(turns)
  if ((isAtEnd || !isLive) && seen !== turns) setSeen(turns)
  return isAtEnd || !isLive ? 0 : turns - seen
}
