import { messageOf } from '@shared/base/expected-error'
import { type EpisodeRecord, openEpisodeRecord } from './episode-record'
import { findStory } from './find-story'
import { type Deed, GameSession, type Opening, openStory } from './game-session'
import type { Options } from './options'
import { type Found, openSearchThread, type SearchThread } from './search-thread'
import { openStateFile, type StateFile } from './state-file'

/** The game of one client. It begins with the first call, and again after a failure. */
export interface Game {
  open(): Promise<GameSession>
  /**
   * Records a deed in the state file and in the episode, if configured, and resolves when it is on disk. If writing
   * fails, the deed still counts, and the result is a sentence for the end of the answer; otherwise it is empty.
   */
  record(deed: Deed, thinking?: string): Promise<string>
  /** Tries commands on copies of the game. Throws an Error if the story's facts are unknown. */
  search(what: 'actions' | 'exits', signal: AbortSignal): Promise<Found>
  close(): Promise<void>
}

/** Shared by all clients of a process: the story, opened once, and the thread that searches it. */
export interface SharedStory extends Opening {
  readonly searches: SearchThread
}

export function shareStory(
  options: Pick<Options, 'game' | 'storyFolders' | 'seed' | 'disguise'>,
): () => Promise<SharedStory> {
  return retryable(async () => {
    const story = await findStory(options)
    return { ...openStory(story, options), searches: openSearchThread(story.bytes, options.disguise) }
  })
}

/** `clientName` is read when the game begins, after the client has introduced itself. */
export function openGame(options: Options, readStory: () => Promise<SharedStory>, clientName: () => string): Game {
  const { stateFile: path, dataFolder, extraTools } = options
  let record: EpisodeRecord | null = null
  let stateFile: StateFile | null = null
  const begin = retryable(async () => {
    const session = new GameSession(await readStory(), { keepsUndo: extraTools.includes('undo') || path !== null })
    if (path !== null) stateFile = await openStateFile(path, session, options)
    if (dataFolder !== null) record = await openEpisodeRecord(session, options, dataFolder, clientName())
    return session
  })
  return {
    async open() {
      const session = await begin()
      await stateFile?.checkOwned()
      return session
    },
    async record(deed, thinking = '') {
      try {
        await Promise.all([stateFile?.append(deed), 'play' in deed && record?.record(deed.play, thinking)])
        return ''
      } catch (error) {
        return `\n\n[This was done. ${messageOf(error)}]`
      }
    },
    async close() {
      await Promise.all([stateFile?.close(), record?.close()])
    },
    async search(what, signal) {
      const { environment } = await begin()
      const { searches } = await readStory()
      const found = await searches.search(what, environment.getState(), signal)
      if (!found)
        throw new Error(
          what === 'exits'
            ? 'The exits of this story cannot be determined: its location is unknown.'
            : 'The grammar of this story is not known, so its actions cannot be searched.',
        )
      return found
    },
  }
}

/** Begins at the first call and returns the same promise to every caller; begins again after a failure. */
function retryable<Result>(begin: () => Promise<Result>): () => Promise<Result> {
  let begun: Promise<Result> | null = null
  return () => {
    begun ??= begin().catch((error: unknown) => {
      begun = null
      throw error
    })
    return begun
  }
}
