import { useEpisodeList } from '../../session/episodes/episodes-store'
import { restoreStory } from '../../session/host/commands'
import controls from '../../kit/controls.module.css'
import { HostButton } from '../../session/connection/HostButton'
import { Sheet } from '../../kit/overlay/Sheet'
import { AddStory } from './AddStory'
import styles from './StoriesSheet.module.css'
import { StoryRow } from './StoryRow'
import { storiesStrings as words } from './strings'

/** The stories, with ways to add one. */
export function StoriesSheet({ onClose }: { readonly onClose: () => void }) {
  const { stories, removedStory } = useEpisodeList()
  return (
    <Sheet title={words.title} size="page" onClose={onClose}>
      <div className={styles.columns}>
        <div>
          <ul aria-label={words.title} className={styles.list}>
            {stories.map((story) => (
              <StoryRow key={story.sha256} story={story} />
            ))}
          </ul>
          {removedStory && (
            <div className={styles.removed} role="status">
              <p>{words.removed(removedStory.title)}</p>
              <HostButton
                key={removedStory.id}
                autoFocus
                className={controls.button}
                onClick={() => void restoreStory()}
              >
                {words.undo}
              </HostButton>
            </div>
          )}
        </div>
        <div className={styles.side}>
          <AddStory />
        </div>
      </div>
    </Sheet>
  )
}
