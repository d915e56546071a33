import type { Observation } from '@shared/episode/episode'
import type { RoomSurvey } from '@shared/episode/event'
import { type GameEnvironment, openEnvironment, QuetzalError, type StepResult } from './environment'
import { observe } from './observe'
import { Surveyor } from './surveyor'

/** What an episode's log keeps of a turn. */
export interface PlayedTurn {
  readonly observation: Observation
  readonly stateHash: string
  /** A Quetzal file to come back to; null when the game has ended, or the story leaves no room for one. */
  readonly quetzal: Uint8Array | null
}

/** Where a log ended. */
export interface GamePast {
  readonly seed: number
  readonly actions: readonly string[]
  readonly quetzal: Uint8Array | null
  /** The state hash that was logged last; undefined when no turn was. */
  readonly stateHash: string | undefined
}

/** A game as an episode plays it: each call is a whole turn and everything that crosses is plain data, so it may run in another thread. */
export interface EpisodeGame {
  /** Begins the story. */
  start(seed: number): Promise<PlayedTurn>
  /** Goes back to where a log ended: by the snapshot if it has the logged state, else by the actions. False when neither leads there. */
  resume(past: GamePast): Promise<boolean>
  play(action: string): Promise<PlayedTurn>
  /** What experiments tell about the present location, for the reader of the log alone; null when there is nothing new to tell. */
  survey(): Promise<RoomSurvey | null>
  close(): Promise<void>
}

export const EPISODE_PROFILE = 'app'

/** The game in this thread. Throws StoryError for a malformed story. */
export function openEpisodeGame(story: Uint8Array): EpisodeGame {
  const environment = openEnvironment(story, EPISODE_PROFILE)
  const surveyor = new Surveyor()
  return {
    start: async (seed) => describeTurn(environment, environment.reset({ seed })),
    resume: async (past) => restoreSnapshot(environment, past) || replayActions(environment, past),
    play: async (action) => describeTurn(environment, environment.step(action)),
    survey: async () => surveyor.survey(environment),
    close: async () => {},
  }
}

function describeTurn(environment: GameEnvironment, step: StepResult): PlayedTurn {
  return { observation: observe(environment, step), stateHash: environment.getStateHash(), quetzal: saveTurn(environment) }
}

function saveTurn(environment: GameEnvironment): Uint8Array | null {
  if (environment.emulatorHalted()) return null
  try {
    return environment.saveQuetzal()
  } catch (error) {
    if (error instanceof QuetzalError) return null
    throw error
  }
}

function restoreSnapshot(environment: GameEnvironment, { seed, quetzal, stateHash }: GamePast): boolean {
  if (quetzal === null) return false
  environment.reset({ seed })
  try {
    environment.restoreQuetzal(quetzal)
  } catch (error) {
    // A damaged snapshot: the logged actions lead to the same place.
    if (error instanceof QuetzalError) return false
    throw error
  }
  return environment.getStateHash() === stateHash
}

function replayActions(environment: GameEnvironment, { seed, actions, stateHash }: GamePast): boolean {
  environment.reset({ seed })
  for (const action of actions) {
    if (environment.emulatorHalted()) return false
    environment.step(action)
  }
  return stateHash === undefined || environment.getStateHash() === stateHash
}
