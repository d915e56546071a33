import { type EpisodeRecord, openEpisodeRecord } from './episode-record'
import { findStory } from './find-story'
import { type Deed, GameSession, type Opening, openStory } from './game-session'
import type { Options } from './options'
import { type Found, openSearchThread, type SearchThread } from './search-thread'
import { openStateFile, type StateFile } from './state-file'

/**
 * The game of one client. It begins when it is first asked for; a story that cannot be opened is reported at every
 * call, and tried again.
 */
export interface Game {
  open(): Promise<GameSession>
  /**
   * Notes what was just done: in the state file and in the episode, where these are asked for. On disk when it
   * resolves. What was done stays done where that fails: then it resolves with a sentence for the end of the answer.
   */
  keep(deed: Deed, thinking?: string): Promise<string>
  /**
   * Tries commands on copies of the game as it stands. Throws an Error where this story does not show what that needs.
   */
  search(what: 'actions' | 'exits', signal: AbortSignal): Promise<Found>
  /** The client has left. */
  close(): Promise<void>
}

/** What all clients of a process have in common: the story, opened once, and the thread that searches it. */
export interface SharedStory extends Opening {
  readonly searches: SearchThread
}

export function shareStory(options: Pick<Options, 'game' | 'storyFolders' | 'seed'>): () => Promise<SharedStory> {
  return retryable(async () => {
    const story = await findStory(options)
    return { ...openStory(story, options.seed), searches: openSearchThread(story.bytes) }
  })
}

/** `clientName` is read when the game begins: by then the client has said it. */
export function openGame(options: Options, readStory: () => Promise<SharedStory>, clientName: () => string): Game {
  const { seed, stateFile: path, dataFolder, extraTools, turnLimit, unit } = options
  let record: EpisodeRecord | null = null
  let stateFile: StateFile | null = null
  const begin = retryable(async () => {
    const session = new GameSession(await readStory(), { keepsUndo: extraTools.includes('undo') || path !== null })
    if (path !== null) stateFile = await openStateFile(path, session, seed)
    if (dataFolder !== null)
      record = await openEpisodeRecord(session, {
        dataFolder,
        clientName: clientName(),
        seed,
        extraTools,
        turnLimit,
        unit,
      })
    return session
  })
  return {
    async open() {
      const session = await begin()
      await stateFile?.checkOwned()
      return session
    },
    async keep(deed, thinking = '') {
      try {
        await Promise.all([stateFile?.append(deed), 'play' in deed && record?.keep(deed.play, thinking)])
        return ''
      } catch (error) {
        return `\n\n[This was done. ${error instanceof Error ? error.message : String(error)}]`
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
            ? 'The exits of this story cannot be found out: its location is not known.'
            : 'The grammar of this story is not known, so its actions cannot be searched.',
        )
      return found
    },
  }
}

/** Begins at the first call and gives everyone the same; what failed is begun again. */
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
