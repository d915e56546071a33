import { useEffect } from 'react'
import type { Story } from '@shared/contract/stories'
import { Button } from '../../kit/Button'
import { reachHost } from '../../session/connection/connection-store'
import { useEpisodeList } from '../../session/episodes/episodes-store'
import { addStories, addStoryFile, useAddedStories } from '../../session/files/open-file'
import { setView } from '../../session/view/view-store'
import { AddFile, useAdding } from '../shelf/AddFile'
import { storiesStrings as words } from './strings'
import styles from './StoriesSheet.module.css'

const ACCEPTED = '.z1,.z2,.z3,.z4,.z5,.z7,.z8,.zblorb,.zlb,.blb'

/** Adds a story by file or path. Shows which stories were added last, including dropped ones, which the window adds. */
export function AddStory() {
  const { count, added, adding: several } = useAddedStories()
  const removed = useEpisodeList(({ removedStory }) => removedStory)
  const stories = useEpisodeList((list) => list.stories)
  const adding = useAdding(`${count} ${removed?.sha256}`)
  useEffect(() => () => useAddedStories.setState({ added: [] }), [])
  const listed = added.filter(({ sha256 }) => stories.some((story) => story.sha256 === sha256))
  const notice = listed.length > 0 ? { text: words.added(listed), isFailure: false } : null
  const add = async (ask: () => Promise<Story>) => {
    const failures = await addStories([ask])
    if (failures.length > 0) throw failures[0]
    // The failure may be about a dropped file.
    setView({ failure: null })
    return null
  }
  return (
    <AddFile
      words={words}
      accept={ACCEPTED}
      adding={{ notice: adding.notice ?? notice, add: adding.add }}
      onFile={(file) => void adding.add(() => add(() => addStoryFile(file)))}
      onPath={(path) => add(() => reachHost().openStory({ path }))}
      progress={
        several && (
          <div className={styles.adding} role="group" aria-label={words.adding(several.total)}>
            <p>{words.addingOf(several.tried + 1, several.total)}</p>
            <progress aria-label={words.adding(several.total)} value={several.tried} max={several.total} />
            <Button onClick={several.cancel}>{words.cancel}</Button>
          </div>
        )
      }
    />
  )
}
