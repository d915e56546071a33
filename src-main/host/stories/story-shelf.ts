import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { StoriesBatch, Story, StoryExamination, StoryOffer } from '@shared/contract/stories'
import { ExpectedError, isExpected } from '@shared/base/expected-error'
import type { EpisodeGame } from '../../story/episode/episode-game'
import type { KnownStory, StorySource } from '../../story/catalog/known-stories'
import { describeStory, type LibraryStory, StoryLibrary } from '../../story/catalog/story-library'
import { downloadFile } from './download-file'
import { ChangeSignal } from '../episode/change-signal'

export interface ShelfOptions {
  readonly bundledFolder: string
  /** Where added stories are kept. */
  readonly ownFolder: string
  /**
   * A server that has the offered files under the same paths as raw.githubusercontent.com; hashes are checked wherever
   * a file comes from.
   */
  readonly mirror: string | undefined
  readonly openGame: (story: Uint8Array) => EpisodeGame
}

interface Attempt {
  readonly abort: AbortController | null
  readonly receivedBytes: number
  readonly failure: string | null
}

const EXAMINATION_LIMIT_MS = 30_000
/** Progress is told so often; each telling reads the list of stories. */
const PROGRESS_MS = 100

/** The stories as a shell sees them: what is there, what can be got, and the getting. */
export interface StoryShelf {
  readonly library: StoryLibrary
  list(): Promise<readonly Story[]>
  watch(signal: AbortSignal): AsyncIterable<StoriesBatch>
  /** What is in the library is another now. */
  noteChange(): void
  /** The same of a story that came. */
  noteAdded(story: LibraryStory): Story
  examine(id: string): Promise<StoryExamination>
  download(sha256: string): Promise<Story>
  cancelDownload(sha256: string): void
  close(): void
}

export function createStoryShelf({
  bundledFolder,
  ownFolder,
  mirror = 'https://raw.githubusercontent.com',
  openGame,
}: ShelfOptions): StoryShelf {
  const library = new StoryLibrary(bundledFolder, ownFolder)
  const changed = new ChangeSignal()
  const attempts = new Map<string, Attempt>()
  const examinations = new Map<string, Promise<StoryExamination>>()
  const offered = library.known.filter(
    (story): story is KnownStory & { readonly source: StorySource } => story.source !== undefined,
  )

  const fileOf = (source: StorySource) => join(ownFolder, basename(source.path))
  const urlOf = ({ repository, commit, path }: StorySource) => `${mirror}/${repository}/${commit}/${path}`
  const describe = (story: LibraryStory) => describeStory(story, library.known)
  const list = async () => (await library.list()).map(describe)
  const noteChange = () => changed.fire()
  const setAttempt = (sha256: string, attempt: Attempt) => {
    attempts.set(sha256, attempt)
    noteChange()
  }

  function describeOffer(
    { sha256, title, licence, max_score: maxScore, source }: (typeof offered)[number],
    present: ReadonlySet<string>,
  ): StoryOffer {
    const attempt = attempts.get(sha256)
    const unlessHere = attempt?.abort ? 'loading' : 'absent'
    return {
      sha256,
      title,
      licence,
      maxScore,
      bytes: source.bytes,
      receivedBytes: attempt?.receivedBytes ?? 0,
      licenceText: readFileSync(join(bundledFolder, source.licence_file), 'utf8'),
      page: `https://github.com/${source.repository}/tree/${source.commit}`,
      url: urlOf(source),
      state: present.has(sha256) ? 'here' : unlessHere,
      failure: attempt?.failure ?? null,
    }
  }

  async function get({ sha256, source }: (typeof offered)[number]): Promise<void> {
    const abort = new AbortController()
    let telling: NodeJS.Timeout | undefined
    // Noted before anything is waited for: a second attempt at the same file is refused by it.
    setAttempt(sha256, { abort, receivedBytes: 0, failure: null })
    const onProgress = (receivedBytes: number) => {
      attempts.set(sha256, { abort, receivedBytes, failure: null })
      telling ??= setTimeout(() => {
        telling = undefined
        changed.fire()
      }, PROGRESS_MS)
    }
    try {
      await downloadFile({
        url: urlOf(source),
        sha256,
        bytes: source.bytes,
        file: fileOf(source),
        signal: abort.signal,
        onProgress,
      })
      setAttempt(sha256, { abort: null, receivedBytes: source.bytes, failure: null })
    } catch (error) {
      // Who cancels knows why it ended.
      const failure = isExpected(error, 'canceled') ? null : (error as Error).message
      setAttempt(sha256, { abort: null, receivedBytes: 0, failure })
      throw error
    } finally {
      clearTimeout(telling)
    }
  }

  async function examineNow(bytes: Uint8Array): Promise<StoryExamination> {
    const game = openGame(bytes)
    let timer: ReturnType<typeof setTimeout> | undefined
    const limit = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(
        () =>
          reject(
            new ExpectedError(
              'not_possible',
              `The story could not be examined within ${EXAMINATION_LIMIT_MS / 1000} s. It can be played all the same.`,
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
        // Taken before reading, so that what changes meanwhile is read next.
        const next = changed.wait(signal)
        const stories = await list()
        const present = new Set(stories.map(({ sha256 }) => sha256))
        yield { stories, offers: offered.map((offer) => describeOffer(offer, present)) }
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
    async download(sha256) {
      const offer = offered.find((story) => story.sha256 === sha256)
      if (!offer) throw new ExpectedError('not_found', `No story with the SHA-256 ${sha256} is offered.`)
      if (attempts.get(sha256)?.abort) throw new ExpectedError('running', `${offer.title} is already being downloaded.`)
      await get(offer)
      return describe(await library.findBySha256(sha256, fileOf(offer.source)))
    },
    cancelDownload: (sha256) => attempts.get(sha256)?.abort?.abort(),
    close() {
      for (const { abort } of attempts.values()) abort?.abort()
    },
  }
}
