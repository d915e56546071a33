import { AlignLeft, Copy, FilterX, Search } from 'lucide-react'
import { useMemo } from 'react'
import { IconButton } from '../../kit/IconButton'
import { useHostAbsence } from '../../session/connection/connection-store'
import { cannotBeShown, useEpisode } from '../../session/episode/episode-store'
import { useHits } from '../../session/episode/use-hits'
import { useLastShown } from '../../session/episode/use-last-shown'
import { STORY_PRESETS } from '../../session/view/story-filter'
import { setView, useView } from '../../session/view/view-store'
import { ActionButton } from '../../commands/ActionButton'
import controls from '../../kit/controls.module.css'
import { Empty } from '../../kit/Empty'
import { Panel } from '../../kit/Panel'
import { focusRegion } from '../../session/view/regions'
import { commandStrings } from '../../commands/strings'
import { sessionStrings } from '../../session/strings'
import { ActionLine } from '../command-line/ActionLine'
import { FilterChoice } from './FilterChoice'
import { StoryPage } from './StoryPage'
import { storyStrings } from './strings'
import styles from './StoryPanel.module.css'
import { useIsPlayed } from '../../session/episode/episode-status'
import { lastRows, type StoryRow, completeRows } from './story-rows'

const words = storyStrings.search

/** The button that does it is gone with them: the focus goes to what they hid. */
function clearFilters(): void {
  setView(({ storyFilter }) => ({
    search: '',
    storyFilter: storyFilter.onlyProblems ? STORY_PRESETS.story : storyFilter,
  }))
  focusRegion('story')
}

/** The transcript as a book page, with the turn that is being played at its end. */
export function StoryPanel() {
  const hits = useHits()
  const rows = useStoryRows(hits)
  const id = useEpisode((episode) => episode.id)
  return (
    <Panel name={sessionStrings.region.story} region="story" heading={<StoryHeading hits={hits?.size ?? null} />}>
      <div className={styles.body}>
        <div className={styles.page}>
          {rows.length > 0 ? <StoryPage key={id} rows={rows} /> : <NoRows isFiltered={hits !== null} />}
        </div>
        <ActionLine />
      </div>
    </Panel>
  )
}

function StoryHeading({ hits }: { readonly hits: number | null }) {
  const search = useView((view) => view.search)
  const turnsAreBrief = useView((view) => view.turnsAreBrief)
  const isUnreadable = useEpisode(cannotBeShown)
  if (isUnreadable) return <h2 className={controls.caption}>{sessionStrings.region.story}</h2>
  return (
    <>
      <h2 className={`${controls.caption} ${styles.name}`}>{sessionStrings.region.story}</h2>
      {hits !== null && <Found hits={hits} />}
      {hits !== null && <IconButton icon={FilterX} label={words.clear} isQuiet onClick={clearFilters} />}
      <label className={styles.search} title={words.hint}>
        <Search size={14} strokeWidth={1.75} aria-hidden />
        <input
          type="search"
          data-search
          aria-label={words.label}
          placeholder={commandStrings.action.search}
          value={search}
          spellCheck={false}
          onChange={({ target }) => setView({ search: target.value })}
        />
      </label>
      <FilterChoice />
      <ActionButton action="copyStory" icon={Copy} kind="quiet" />
      <ActionButton action="brief" icon={AlignLeft} kind="quiet" pressed={turnsAreBrief} />
    </>
  )
}

function Found({ hits }: { readonly hits: number }) {
  const all = useEpisode(({ history }) => history.latest.turns.length)
  const turns = useLastShown() ?? all
  return (
    <span className={styles.found} role="status">
      {words.found(hits, turns)}
    </span>
  )
}

function NoRows({ isFiltered }: { readonly isFiltered: boolean }) {
  const search = useView((view) => view.search)
  const isUnreadable = useEpisode(cannotBeShown)
  const caughtUp = useEpisode((episode) => episode.caughtUp)
  const isAway = useHostAbsence() !== null
  const whyEmpty = () => {
    if (isUnreadable) return sessionStrings.nothingToShow
    if (caughtUp) return storyStrings.waitingForFirst
    return isAway ? storyStrings.readLater : storyStrings.firstTurns
  }
  if (!isFiltered) return <Empty>{whyEmpty()}</Empty>
  return (
    <Empty>
      <p>{search === '' ? words.noProblem : words.noMatch(search)}</p>
      {search !== '' && <p>{words.hint}</p>}
      <button type="button" className={controls.button} onClick={clearFilters}>
        {words.clear}
      </button>
    </Empty>
  )
}

/**
 * The rows of the page. Those of complete turns are made anew only when a turn ends: not for a step of the playhead,
 * not for a piece of a draft.
 */
function useStoryRows(hits: ReadonlySet<number> | null): readonly StoryRow[] {
  const turns = useEpisode(({ history }) => history.latest.turns)
  const opening = useEpisode(({ history }) => history.latest.opening)
  const end = useEpisode(({ playhead, caughtUp, history }) => (playhead === 'live' && caughtUp ? history.latest : null))
  const isOver = useIsPlayed() === false
  const lastShown = useLastShown()
  const complete = useMemo(() => completeRows({ turns, opening }), [turns, opening])
  return useMemo(() => {
    if (lastShown !== null) return complete.filter(({ number }) => number <= lastShown && (hits?.has(number) ?? true))
    const rows = end ? [...complete, ...lastRows(end, isOver)] : complete
    return hits === null ? rows : rows.filter(({ kind, number }) => kind === 'turn' && hits.has(number))
  }, [complete, end, isOver, hits, lastShown])
}
