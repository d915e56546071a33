import { AlignLeft, Search } from 'lucide-react'
import { useEpisode } from '../store/episode-store'
import { setView, useView } from '../store/view-store'
import { ActionButton } from '../ui/ActionButton'
import { Empty } from '../ui/Empty'
import { Panel } from '../ui/Panel'
import { strings } from '../ui/strings'
import { StoryPage } from './StoryPage'
import styles from './StoryPanel.module.css'
import { storyRows } from './story-rows'

/** The transcript as a book page, with the turn that is being played at its end. */
export function StoryPanel() {
  const search = useView((view) => view.search)
  const turnsAreBrief = useView((view) => view.turnsAreBrief)
  const { history, playhead, shown } = useEpisode()
  const rows = storyRows(history, playhead, shown, search)
  const turns = history.latest.turns.length
  return (
    <Panel name={strings.region.story} region="story" heading={
      <>
        <h2 className={styles.name}>{strings.region.story}</h2>
        {search !== '' && <span className={styles.found} role="status">{strings.search.found(rows.length, turns)}</span>}
        <label className={styles.search}>
          <Search size={14} strokeWidth={1.75} aria-hidden />
          <input type="search" data-search aria-label={strings.search.label} placeholder={strings.action.search} value={search} onChange={({ target }) => setView({ search: target.value })} />
        </label>
        <ActionButton action="brief" icon={AlignLeft} kind="quiet" pressed={turnsAreBrief} />
      </>
    }>
      {rows.length > 0 ? <StoryPage rows={rows} /> : <Empty>{search === '' ? strings.story.waitingForFirst : strings.story.noMatch(search)}</Empty>}
    </Panel>
  )
}
