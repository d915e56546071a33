import { setTimeout as sleep } from 'node:timers/promises'
import { ExpectedError } from '@shared/base/expected-error'
import type { StoriesBatch, Story, StoryExamination } from '@shared/contract/stories'
import { describeStory, type LibraryStory, StoryLibrary } from '../../story/catalog/story-library'
import type { EpisodeGame } from '../../story/episode/episode-game'
import { ChangeSignal } from '../episode/change-signal'

interface ShelfOptions {
  readonly bundledFolder: string
  readonly ownFolder: string
  readonly openGame: (story: Uint8Array) => EpisodeGame
}

const EXAMINATION_LIMIT_MS = 30_000

export type StoryShelf = ReturnType<typeof createStoryShelf>

export function createStoryShelf({ bundledFolder, ownFolder, openGame }: ShelfOptions) {
  const library = new StoryLibrary(bundledFolder, ownFolder)
  const changed = new ChangeSignal()
  const examinations = new Map<string, Promise<StoryExamination>>()

  const describe = (story: LibraryStory) => describeStory(story, library.known)
  const list = async () => (await library.list()).map(describe)
  const noteChange = () => changed.fire()

  async function examineNow(bytes: Uint8Array): Promise<StoryExamination> {
    const game = openGame(bytes)
    const leaving = new AbortController()
    const limit = sleep(EXAMINATION_LIMIT_MS, null, { signal: leaving.signal })
    try {
      const found = await Promise.race([game.examine(), limit])
      if (found !== null) return { support: found.support, maxScore: found.maxScore }
      const seconds = EXAMINATION_LIMIT_MS / 1000
      throw new ExpectedError(
        'not_possible',
        `The story could not be analyzed within ${seconds} s. It can still be played.`,
      )
    } finally {
      leaving.abort()
      await game.close()
    }
  }

  return {
    library,
    list,
    async *watch(signal: AbortSignal): AsyncGenerator<StoriesBatch> {
      while (!signal.aborted) {
        // Created before the folder is read, so that a change during the read causes another one.
        const next = changed.wait(signal)
        yield { stories: await list() }
        await next
      }
    },
    noteChange,
    noteAdded(story: LibraryStory): Story {
      noteChange()
      return describe(story)
    },
    async examine(id: string): Promise<StoryExamination> {
      const { bytes, identity } = await library.find(id)
      const known = examinations.get(identity.sha256) ?? examineNow(bytes)
      examinations.set(identity.sha256, known)
      known.catch(() => examinations.delete(identity.sha256))
      return known
    },
  }
}
