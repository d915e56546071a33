import { isSameName } from '@shared/agent/parts/likeness'
import type { Observation, Reseed } from '@shared/episode/state/episode'
import { directionOf } from '@shared/map/direction'
import type { LocationSurvey, ObjectLocation } from '@shared/map/location-survey'
import { type DictionaryWord, type GameEnvironment, QuetzalError, type Support, type ZObject } from '../environment'
import { openDisguised } from '../mirrored-environment'
import { Surveyor } from '../survey/survey-location'
import { type GameRules, RuledGame, STORY_RULES } from './ruled-game'

/** The result of a turn, as an episode's log records it. */
export interface PlayedTurn {
  readonly observation: Observation
  readonly stateHash: string
  /**
   * A Quetzal file of the state after the turn; null if the game has ended or the state cannot be saved (`saveTurn`).
   */
  readonly quetzal: Uint8Array | null
}

/** The logged past of a game that is resumed. */
export interface GamePast {
  readonly seed: number
  /** In the order of their turns. The last one may follow the last action. */
  readonly reseeds: readonly Reseed[]
  readonly actions: readonly string[]
  readonly quetzal: Uint8Array | null
  /** The last logged state hash; undefined if no turn was logged. */
  readonly stateHash: string | undefined
}

/** The words of a story's dictionary, cut to their stored length. */
export interface Vocabulary {
  readonly words: readonly string[]
  /** Verbs, directions and prepositions, which reveal nothing about the story. */
  readonly commands: readonly string[]
  /** Those of `commands` that are only verbs. They can only begin a command. */
  readonly verbs: readonly string[]
}

/** Facts about a story that can be found without playing it. */
export interface Examination {
  readonly support: Support
  readonly maxScore: number | null
}

/** The game of an episode. Calls exchange plain data, so the game can run in another thread. */
export interface EpisodeGame {
  start(seed: number): Promise<PlayedTurn>
  /**
   * Restores the end of a log: from the snapshot if it has the logged state, else by replaying the actions. False if
   * both fail.
   */
  resume(past: GamePast): Promise<boolean>
  play(action: string): Promise<PlayedTurn>
  /** The survey of the current location, for the log and its viewers; null if nothing has changed. */
  survey(): Promise<LocationSurvey | null>
  /** The locations of the objects with these names, for readers of the log only. */
  locate(names: readonly string[]): Promise<readonly ObjectLocation[]>
  /** The names of all rooms and objects, for readers of the log only. */
  names(): Promise<readonly string[]>
  vocabulary(): Promise<Vocabulary>
  examine(): Promise<Examination>
  close(): Promise<void>
}

export const EPISODE_PROFILE = 'app'

/** Maximum length in characters: a damaged story may have endless names. */
const LONGEST_NAME = 100

/** Opens the game in this thread. Throws `bad_story` for a malformed story. */
export function openEpisodeGame(story: Uint8Array, rules: GameRules = STORY_RULES): EpisodeGame {
  const environment = openDisguised(story, EPISODE_PROFILE, rules.disguise)
  const game = new RuledGame(environment, rules)
  const surveyor = new Surveyor()
  return {
    start: async (seed) => describeTurn(environment, game.start(seed)),
    resume: async (past) =>
      (!game.needsItsPast && restoreSnapshot(environment, game, past)) || replayActions(environment, game, past),
    play: async (action) => describeTurn(environment, game.play(action)),
    survey: async () => surveyor.survey(environment),
    locate: async (names) => locateObjects(environment, names),
    names: async () =>
      environment
        .getWorldObjects()
        .map(({ name }) => name)
        .filter((name) => name.length <= LONGEST_NAME),
    vocabulary: async () => readVocabulary(environment),
    examine: async () => ({ support: environment.support, maxScore: environment.getMaxScore() }),
    close: async () => {},
  }
}

function describeTurn(environment: GameEnvironment, observation: Observation): PlayedTurn {
  return { observation, stateHash: environment.getStateHash(), quetzal: saveTurn(environment) }
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

function restoreSnapshot(
  environment: GameEnvironment,
  game: RuledGame,
  { seed, reseeds, actions, quetzal, stateHash }: GamePast,
): boolean {
  if (quetzal === null) return false
  environment.reset({ seed })
  try {
    const inForce = reseeds.findLast(({ turn }) => turn < actions.length)?.seed ?? seed
    game.continueFrom(environment.restoreQuetzal(quetzal), inForce)
  } catch (error) {
    // The snapshot is damaged. The logged actions lead to the same state.
    if (error instanceof QuetzalError) return false
    throw error
  }
  if (environment.getStateHash() !== stateHash) return false
  reseedAfter(actions.length, game, reseeds)
  return true
}

function replayActions(
  environment: GameEnvironment,
  game: RuledGame,
  { seed, reseeds, actions, stateHash }: GamePast,
): boolean {
  game.start(seed)
  for (const [played, action] of actions.entries()) {
    if (environment.emulatorHalted()) return false
    reseedAfter(played, game, reseeds)
    game.play(action)
  }
  // The logged hash was computed before the reseed that follows the last action.
  if (stateHash !== undefined && environment.getStateHash() !== stateHash) return false
  reseedAfter(actions.length, game, reseeds)
  return true
}

function reseedAfter(played: number, game: RuledGame, reseeds: GamePast['reseeds']): void {
  for (const { turn, seed } of reseeds) if (turn === played) game.reseed(seed)
}

function readVocabulary(environment: GameEnvironment): Vocabulary {
  const known = environment.getDictionary().filter(({ word }) => /^[\p{L}\p{N}'-]+$/u.test(word))
  const connects = ({ word, isDirection, isPreposition }: DictionaryWord) =>
    isDirection === true || isPreposition === true || directionOf(word) !== null
  const commands = known.filter((each) => each.isVerb === true || connects(each))
  const verbs = commands.filter((each) => !connects(each) && each.isNoun !== true && each.isAdjective !== true)
  const textOf = ({ word }: DictionaryWord) => word
  return { words: known.map(textOf), commands: commands.map(textOf), verbs: verbs.map(textOf) }
}

/** Maximum number of objects per name; up to fifteen have been found with one name. */
const MAX_OF_A_NAME = 20

/** Every object that one of `names` may mean, with its location. Empty if the player is unknown. */
function locateObjects(environment: GameEnvironment, names: readonly string[]): readonly ObjectLocation[] {
  const here = environment.getLocation()
  if (here === null || names.length === 0) return []
  const all = environment.getWorldObjects()
  const byNumber = new Map(all.map((object) => [object.num, object]))
  const player = environment.getPlayerObject()?.num
  return names.flatMap((asked) =>
    all
      .filter(({ num, name }) => num !== player && name.trim() !== '' && isSameName(name, asked))
      .slice(0, MAX_OF_A_NAME)
      .map((object): ObjectLocation => {
        const around = holdersOf(object, byNumber)
        // Locations are siblings, so an ancestor with the same parent as `here` is a location.
        const location = around.find(({ parent }) => parent === here.parent)
        return {
          asked,
          object: { id: object.num, name: object.name },
          location: location && location !== object ? { id: location.num, name: location.name } : null,
          isHeld: around.some(({ num }) => num === player),
        }
      }),
  )
}

/** The object and its ancestors, nearest first. A story may put an object into itself. */
function holdersOf(object: ZObject, byNumber: ReadonlyMap<number, ZObject>): readonly ZObject[] {
  const holders = new Set<ZObject>()
  for (let at: ZObject | undefined = object; at !== undefined && !holders.has(at); at = byNumber.get(at.parent))
    holders.add(at)
  return [...holders]
}
