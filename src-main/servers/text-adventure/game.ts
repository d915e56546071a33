import { findStory, type FoundStory } from './find-story'
import { type Deed, GameSession } from './game-session'
import type { Options } from './options'
import { type Found, openSearchThread, type SearchThread } from './search-thread'
import { openStateFile, type StateFile } from './state-file'

/** The game of one client. It begins when it is first asked for; a story that cannot be opened is reported at every call, and tried again. */
export interface Game {
  open(): Promise<GameSession>
  /** Notes what was just done, so that it survives a restart where a state file is named. */
  keep(deed: Deed): void
  /** Tries commands on copies of the game as it stands. Throws an Error where this story does not show what that needs. */
  search(what: 'actions' | 'exits', signal: AbortSignal): Promise<Found>
}

/** What all clients of a process have in common: the story, read once, and the thread that searches it. */
export interface SharedStory extends FoundStory {
  readonly searches: SearchThread
}

export function shareStory(options: Pick<Options, 'game' | 'storyFolders'>): () => Promise<SharedStory> {
  return retryable(async () => {
    const story = await findStory(options)
    return { ...story, searches: openSearchThread(story.bytes) }
  })
}

export function openGame(options: Options, readStory: () => Promise<SharedStory>): Game {
  const { seed, stateFile: path, extraTools } = options
  let stateFile: StateFile | null = null
  const open = retryable(async () => {
    const session = new GameSession(await readStory(), { seed, keepsUndo: extraTools.includes('undo') || path !== null })
    if (path !== null) stateFile = openStateFile(path, session, seed)
    return session
  })
  return {
    open,
    keep: (deed) => stateFile?.append(deed),
    async search(what, signal) {
      const { environment } = await open()
      const { searches } = await readStory()
      const found = await searches.search(what, environment.getState(), signal)
      if (!found) throw new Error(what === 'exits' ? 'The exits of this story cannot be found out: its location is not known.' : 'The grammar of this story is not known, so its actions cannot be searched.')
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
