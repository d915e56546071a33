import { AlignLeft, Copy, FilterX, Search } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { partOf } from '@shared/episode/state/part'
import { ActionButton } from '../../commands/ActionButton'
import { Button } from '../../kit/Button'
import { IconButton } from '../../kit/IconButton'
import { Panel } from '../../kit/layout/Panel'
import { Empty } from '../../kit/text/Empty'
import { useIsPlayed, useWhyEmpty } from '../../session/episode/episode-status'
import { hasNothingToShow, useEpisode } from '../../session/episode/episode-store'
import { turnOf } from '../../session/episode/playhead'
import { useLastVisibleTurn } from '../../session/episode/use-last-visible-turn'
import { useFind } from '../../session/find/find-store'
import { useFilteredTurns } from '../../session/find/use-filtered-turns'
import { sessionStrings } from '../../session/strings'
import { focusRegion } from '../../session/view/regions'
import { hidesTurns, STORY_PRESETS } from '../../session/view/story-filter'
import { setView, useView } from '../../session/view/view-store'
import { ActionLine } from '../command-line/ActionLine'
import { FilterChoice } from './FilterChoice'
import { FindBar } from './find/FindBar'
import { lastRows, type StoryRow, completeRows } from './page/story-rows'
import { StoryPage } from './page/StoryPage'
import { storyStrings } from './strings'
import controls from '../../kit/controls.module.css'
import styles from './StoryPanel.module.css'

const { filtered: words } = storyStrings

/** Clears all filters. Moves the focus to the story, because the button disappears. */
function clearFilters(): void {
  useFind.setState({ onlyHits: false })
  setView(({ storyFilter }) => ({ storyFilter: hidesTurns(storyFilter) ? STORY_PRESETS.story : storyFilter }))
  focusRegion('story')
}

/** The transcript, with the turn being played at its end. */
export function StoryPanel() {
  const filtered = useFilteredTurns()
  const rows = useStoryRows(filtered)
  const isFindOpen = useFind(({ isOpen }) => isOpen)
  const id = useEpisode((episode) => episode.id)
  useFocusOnOpen(id, rows.length > 0)
  return (
    <Panel name={sessionStrings.region.story} region="story" heading={<StoryHeading filtered={filtered} />}>
      <div className={styles.body}>
        {isFindOpen && <FindBar />}
        <div className={styles.page}>
          {rows.length > 0 ? (
            <StoryPage key={id} rows={rows} isFiltered={filtered !== null} />
          ) : (
            <NoRows isFiltered={filtered !== null} />
          )}
        </div>
        <ActionLine />
      </div>
    </Panel>
  )
}

/** Focuses the story when another episode is opened, unless a text field or a dialog has the focus. */
function useFocusOnOpen(id: string | null, hasPage: boolean): void {
  const opened = useRef<string | null>(null)
  useEffect(() => {
    const { activeElement } = document
    // Until the page is rendered, the region holds the focus.
    const isWaiting = activeElement?.matches('[data-region="story"]') === true
    const isTaken = activeElement?.closest('dialog, input, textarea, select') != null
    if (opened.current !== id ? !isTaken : isWaiting) focusRegion('story')
    opened.current = id
  }, [id, hasPage])
}

function StoryHeading({ filtered }: { readonly filtered: ReadonlySet<number> | null }) {
  const isFindOpen = useFind(({ isOpen }) => isOpen)
  const turnsAreBrief = useView((view) => view.turnsAreBrief)
  const isUnreadable = useEpisode(hasNothingToShow)
  if (isUnreadable) return <h2 className={controls.caption}>{sessionStrings.region.story}</h2>
  return (
    <>
      <h2 className={`${controls.caption} ${styles.name}`}>{sessionStrings.region.story}</h2>
      {filtered !== null && <FilteredCount turns={filtered.size - Number(filtered.has(0))} />}
      {filtered !== null && <IconButton icon={FilterX} label={words.clear} isQuiet onClick={clearFilters} />}
      <ActionButton action="find" icon={Search} kind="quiet" pressed={isFindOpen} />
      <FilterChoice />
      <ActionButton action="copyStory" icon={Copy} kind="quiet" />
      <ActionButton action="brief" icon={AlignLeft} kind="quiet" pressed={turnsAreBrief} />
    </>
  )
}

function FilteredCount({ turns }: { readonly turns: number }) {
  const known = useEpisode(({ history }) => history.latest.turns.length)
  const all = useLastVisibleTurn() ?? known
  return (
    <span className={`${controls.hint} ${controls.cut} ${styles.left}`} role="status">
      {words.shown(turns, all)}
    </span>
  )
}

function NoRows({ isFiltered }: { readonly isFiltered: boolean }) {
  const query = useFind(({ onlyHits, finder, text }) => (onlyHits && finder ? text : null))
  const onlyFalseBeliefs = useView(({ storyFilter: filter }) => filter.onlyFalseBeliefs && !filter.onlyProblems)
  const emptyText = useWhyEmpty() ?? storyStrings.waitingForFirst
  const none = onlyFalseBeliefs ? words.noFalseBelief : words.noProblem
  if (!isFiltered) return <Empty>{emptyText}</Empty>
  return (
    <Empty>
      <p>{query === null ? none : words.noMatch(query)}</p>
      <Button onClick={clearFilters}>{words.clear}</Button>
    </Empty>
  )
}

/** The rows of the page. The rows of complete turns change only when a turn ends. */
function useStoryRows(filtered: ReadonlySet<number> | null): readonly StoryRow[] {
  const turns = useEpisode(({ history }) => history.latest.turns)
  const opening = useEpisode(({ history }) => history.latest.opening)
  const end = useEpisode(({ playhead, caughtUp, history }) => (playhead === 'live' && caughtUp ? history.latest : null))
  const isOver = useIsPlayed() === false
  const lastShown = useLastVisibleTurn()
  const from = useEpisode(({ history }) => partOf(history.latest)?.from ?? 0)
  const isBefore = useEpisode(({ history, playhead }) => turnOf(history, playhead) < from)
  const isUnfolded = useView(({ isUnfoldedBeforePart }) => isUnfoldedBeforePart) || isBefore
  const complete = useMemo(() => {
    const rows = completeRows({ turns, opening })
    if (from === 0 || filtered !== null) return rows
    const fold: StoryRow = { kind: 'before', key: 'before', number: -1, from, isUnfolded }
    return [fold, ...(isUnfolded ? rows : rows.filter(({ number }) => number >= from))]
  }, [turns, opening, from, isUnfolded, filtered])
  return useMemo(() => {
    if (lastShown !== null)
      return complete.filter(({ number }) => number <= lastShown && (filtered?.has(number) ?? true))
    const rows = end ? [...complete, ...lastRows(end, isOver)] : complete
    return filtered === null ? rows : rows.filter(({ kind, number }) => isComplete(kind) && filtered.has(number))
  }, [complete, end, isOver, filtered, lastShown])
}

const isComplete = (kind: StoryRow['kind']) => kind === 'turn' || kind === 'opening'
