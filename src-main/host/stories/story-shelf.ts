import type { StoriesBatch, Story, StoryExamination } from '@shared/contract/stories'
import { ExpectedError } from '@shared/base/expected-error'
import type { EpisodeGame } from '../../story/episode/episode-game'
import { describeStory, type LibraryStory, StoryLibrary } from '../../story/catalog/story-library'
import { ChangeSignal } from '../episode/change-signal'

interface ShelfOptions {
  readonly bundledFolder: string
  /** Folder of the added stories. */
  readonly ownFolder: string
  readonly openGame: (story: Uint8Array) => EpisodeGame
}

const EXAMINATION_LIMIT_MS = 30_000

/** The stories offered by a shell. */
export interface StoryShelf {
  readonly library: StoryLibrary
  list(): Promise<readonly Story[]>
  watch(signal: AbortSignal): AsyncIterable<StoriesBatch>
  /** Fires when the list of stories changed. */
  noteChange(): void
  /** Fires when a story was added. */
  noteAdded(story: LibraryStory): Story
  examine(id: string): Promise<StoryExamination>
}

export function createStoryShelf({ bundledFolder, ownFolder, openGame }: ShelfOptions): StoryShelf {
  const library = new StoryLibrary(bundledFolder, ownFolder)
  const changed = new ChangeSignal()
  const examinations = new Map<string, Promise<StoryExamination>>()

  const describe = (story: LibraryStory) => describeStory(story, library.known)
  const list = async () => (await library.list()).map(describe)
  const noteChange = () => changed.fire()

  async function examineNow(bytes: Uint8Array): Promise<StoryExamination> {
    const game = openGame(bytes)
    let timer: ReturnType<typeof setTimeout> | undefined
    const limit = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(
        () =>
          reject(
            new ExpectedError(
              'not_possible',
              `The story could not be analyzed within ${EXAMINATION_LIMIT_MS / 1000} s. It can still be played.`,
            ),
          ),
        EXAMINATION_LIMIT_MS,
      )
    })
    try {
      const { support, maxScore } = await Promise.race([game.examine(), limit])
      return { support, maxScore }
    } finally {
      clearTimeout(timer)
      await game.close()
    }
  }

  return {
    library,
    list,
    async *watch(signal) {
      while (!signal.aborted) {
        // Read before the folder, so that a change meanwhile causes another read.
        const next = changed.wait(signal)
        yield { stories: await list() }
        await next
      }
    },
    noteChange,
    noteAdded(story) {
      noteChange()
      return describe(story)
    },
    async examine(id) {
      const { bytes, identity } = await library.find(id)
      const known = examinations.get(identity.sha256) ?? examineNow(bytes)
      examinations.set(identity.sha256, known)
      known.catch(() => examinations.delete(identity.sha256))
      return known
    },
  }
}
