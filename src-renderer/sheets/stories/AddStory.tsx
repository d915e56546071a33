import { useEffect } from 'react'
import type { Story } from '@shared/contract/stories'
import { reachHost } from '../../session/connection/connection-store'
import { useEpisodeList } from '../../session/episodes/episodes-store'
import { addStoryFile, useStoryDrops } from '../../session/files/open-file'
import { setView } from '../../session/view/view-store'
import { AddFile, useAdding } from '../shelf/AddFile'
import { storiesStrings as words } from './strings'

const ACCEPTED = '.z1,.z2,.z3,.z4,.z5,.z7,.z8,.zblorb,.zlb,.blb'

/** Adds a story by file or path. The window handles dropped files; the last drop is reported here. */
export function AddStory() {
  const { count, added } = useStoryDrops()
  const removed = useEpisodeList(({ removedStory }) => removedStory)
  const stories = useEpisodeList((list) => list.stories)
  const { notice, add } = useAdding(`${count} ${removed?.sha256}`)
  useEffect(() => () => useStoryDrops.setState({ added: [] }), [])
  const dropped = added.filter(({ sha256 }) => stories.some((story) => story.sha256 === sha256))
  const adding = {
    notice: notice ?? (dropped.length > 0 ? { text: words.addedAll(dropped), isFailure: false } : null),
    add,
  }
  const nameOf = async (asked: Promise<Story>) => {
    const { title } = await asked
    // The window reports dropped files itself.
    setView({ failure: null })
    return words.addedAll([{ title }])
  }
  return (
    <AddFile
      words={words}
      accept={ACCEPTED}
      adding={adding}
      onFile={(file) => void adding.add(() => nameOf(addStoryFile(file)))}
      onPath={(path) => nameOf(reachHost().openStory({ path }))}
    />
  )
}
