import { NotebookText } from 'lucide-react'
import { useMemo, useState } from 'react'
import { ActionButton } from '../../commands/ActionButton'
import { Choice, SearchField } from '../../kit/form/fields'
import { Sheet } from '../../kit/overlay/Sheet'
import { HostButton } from '../../session/connection/HostButton'
import { useEpisodeList } from '../../session/episodes/episodes-store'
import { useAddedStories } from '../../session/files/open-file'
import { HelpButton } from '../../session/help/Explain'
import { HELP } from '../../session/help/help-places'
import { restoreStory } from '../../session/host/library-commands'
import { setView } from '../../session/view/view-store'
import { AddStory } from './AddStory'
import { arrangeStories, playedStories, STORY_SORTS, type StorySort } from './arrange-stories'
import { StoryRow } from './StoryRow'
import { storiesStrings as words } from './strings'
import controls from '../../kit/controls.module.css'
import shelf from '../shelf/shelf.module.css'
import styles from './StoriesSheet.module.css'

/** The shelf: all stories, and the progress in each. */
export function StoriesSheet({ onClose }: { readonly onClose: () => void }) {
  const { stories, removedStory, entries } = useEpisodeList()
  // A story that was added again no longer counts as removed.
  const removed = stories.some(({ sha256 }) => sha256 === removedStory?.sha256) ? null : removedStory
  const added = useAddedStories((last) => last.added)
  const [search, setSearch] = useState('')
  const [sort, setSort] = useState<StorySort>('title')
  const played = useMemo(() => playedStories(entries.values()), [entries])
  const shown = useMemo(() => arrangeStories(stories, played, { search, sort }), [stories, played, search, sort])
  const close = () => {
    // The sheet has shown which dropped files were refused.
    setView({ failure: null })
    onClose()
  }
  return (
    <Sheet
      title={words.title}
      size="page"
      isSteady
      tools={
        <>
          <ActionButton action="knowledge" icon={NotebookText} kind="quiet" />
          <HelpButton about={words.title} at={HELP.stories} />
        </>
      }
      onClose={close}
    >
      <div className={shelf.columns}>
        <div>
          <div className={styles.tools}>
            <SearchField label={words.search} value={search} data-first-stop onSearch={setSearch} />
            <Choice
              className={`${controls.choice} ${styles.sort}`}
              aria-label={words.sort}
              value={sort}
              choices={STORY_SORTS}
              nameOf={(name) => words.sorts[name]}
              onChoose={setSort}
            />
          </div>
          {shown.length === 0 && <p className={controls.hint}>{words.noMatch(search)}</p>}
          <ul aria-label={words.title} className={shelf.list}>
            {shown.map((story) => (
              <StoryRow
                key={story.sha256}
                story={story}
                played={played.get(story.sha256)}
                isAdded={added.some(({ sha256 }) => sha256 === story.sha256)}
              />
            ))}
          </ul>
        </div>
        <div className={`${shelf.side} ${styles.side}`}>
          {/* The notice is beside the list, so that no button moves under the pointer. */}
          {removed && (
            <div className={styles.removed} role="status">
              <p>{words.removed(removed.title, played.get(removed.sha256)?.episodes ?? 0)}</p>
              <HostButton key={removed.id} autoFocus onClick={() => void restoreStory()}>
                {words.undo}
              </HostButton>
            </div>
          )}
          <AddStory />
        </div>
      </div>
    </Sheet>
  )
}
