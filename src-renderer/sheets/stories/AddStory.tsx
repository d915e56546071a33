import type { Story } from '@shared/contract/stories'
import { reachHost } from '../../session/connection/connection-store'
import { addStoryFile, useStoryDrops } from '../../session/files/open-file'
import { setView } from '../../session/view/view-store'
import { AddFile, useAdding } from '../shelf/AddFile'
import { storiesStrings as words } from './strings'

const ACCEPTED = '.z1,.z2,.z3,.z4,.z5,.z7,.z8,.zblorb,.zlb,.blb'

/** Adds a story by file or path. The window handles dropped files. */
export function AddStory() {
  const adding = useAdding(useStoryDrops(({ count }) => count))
  const nameOf = async (asked: Promise<Story>) => {
    const { title } = await asked
    // The window reports dropped files itself.
    setView({ failure: null })
    return words.added(title)
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
