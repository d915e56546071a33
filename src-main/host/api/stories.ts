import type { StoryApi } from '@shared/contract/stories'
import { readPicture } from '@shared/formats/picture'
import { readPath } from '../episodes/data-folder'
import type { StoryShelf } from '../stories/story-shelf'

export function storyApi(shelf: StoryShelf): StoryApi {
  const { library } = shelf
  return {
    listStories: () => shelf.list(),
    openStory: async ({ path }) => shelf.noteAdded(await library.addFile(readPath('The path', path) ?? path)),
    addStory: async ({ fileName, base64 }) =>
      shelf.noteAdded(await library.addBytes(fileName, Uint8Array.from(Buffer.from(base64, 'base64')))),
    async removeStory({ id }) {
      await library.remove(id)
      shelf.noteChange()
      return {}
    },
    async restoreStory({ id }) {
      await library.restore(id)
      shelf.noteChange()
      return {}
    },
    async readCover({ id }) {
      const cover = await library.readCover(id)
      const type = readPicture(cover)?.type ?? 'image/png'
      return { dataUrl: `data:${type};base64,${Buffer.from(cover).toString('base64')}` }
    },
    examineStory: ({ id }) => shelf.examine(id),
    watchStories: (_params, signal) => shelf.watch(signal),
  }
}
