import type { Disguise } from '@shared/episode/log/event'
import { mirrorCommand, mirrorName, mirrorSurvey, mirrorText } from '@shared/map/mirror'
import type {
  GameEnvironment,
  GameState,
  HeaderProfile,
  Names,
  SearchLimits,
  StepOptions,
  StepResult,
  ZObject,
} from './environment'
import { openEnvironment } from './live-environment'

/** Like `openEnvironment`, for a player who sees the story in this disguise. */
export function openDisguised(story: Uint8Array, profile: HeaderProfile, disguise: Disguise): GameEnvironment {
  const environment = openEnvironment(story, profile)
  return disguise === 'mirror' ? new MirroredEnvironment(environment) : environment
}

/**
 * A game with east and west swapped in all input and output. States, hashes, seeds and Quetzal files are those of the
 * original story.
 */
export class MirroredEnvironment implements GameEnvironment {
  readonly #game: GameEnvironment

  constructor(game: GameEnvironment) {
    this.#game = game
  }

  get story() {
    return this.#game.story
  }
  get support() {
    return this.#game.support
  }
  get input() {
    const { input } = this.#game
    return input.kind === 'line' ? { ...input, preloaded: mirrorCommand(input.preloaded) } : input
  }

  reset = (options: { readonly seed: number }) => mirrorStep(this.#game.reset(options))
  seed = (value: number) => this.#game.seed(value)
  step = (action: string, options?: StepOptions) => mirrorStep(this.#game.step(mirrorCommand(action), options))
  getState = () => this.#game.getState()
  setState = (state: GameState) => this.#game.setState(state)
  copy = () => new MirroredEnvironment(this.#game.copy())
  saveQuetzal = () => this.#game.saveQuetzal()
  restoreQuetzal = (bytes: Uint8Array) => mirrorStep(this.#game.restoreQuetzal(bytes))

  getScore = () => this.#game.getScore()
  getMaxScore = () => this.#game.getMaxScore()
  getMoves = () => this.#game.getMoves()
  victory = () => this.#game.victory()
  gameOver = () => this.#game.gameOver()
  emulatorHalted = () => this.#game.emulatorHalted()
  getStateHash = () => this.#game.getStateHash()
  getWorldStateHash = () => this.#game.getWorldStateHash()
  getWorldDiff = () => this.#game.getWorldDiff()
  getLocationScene = () => this.#game.getLocationScene()

  getPlayerObject = () => mirrorObject(this.#game.getPlayerObject())
  getPlayerLocation = () => mirrorObject(this.#game.getPlayerLocation())
  getLocation = () => mirrorObject(this.#game.getLocation())
  getInventory = () => this.#game.getInventory()?.map(mirrorName) ?? null
  getVisibleObjects = () => this.#game.getVisibleObjects()?.map(mirrorName) ?? null
  getObject = (num: number) => mirrorObject(this.#game.getObject(num))
  getWorldObjects = () => this.#game.getWorldObjects().map(mirrorName)
  getNames(): Names {
    const { location, inventory, visible } = this.#game.getNames()
    return {
      location: location && mirrorName(location),
      inventory: inventory?.map(mirrorName) ?? null,
      visible: visible?.map(mirrorName) ?? null,
    }
  }

  getDictionary = () => this.#game.getDictionary().map((entry) => ({ ...entry, word: mirrorCommand(entry.word) }))
  getGrammar() {
    const lines = this.#game.getGrammar()
    return (
      lines?.map((line) => ({
        ...line,
        verbs: line.verbs.map(mirrorCommand),
        tokens: line.tokens.map((token) =>
          'prepositions' in token ? { prepositions: token.prepositions.map(mirrorCommand) } : token,
        ),
      })) ?? null
    )
  }
  getValidActions(limits: SearchLimits) {
    const found = this.#game.getValidActions(limits)
    return (
      found && {
        ...found,
        actions: found.actions.map((valid) => ({
          ...valid,
          action: mirrorCommand(valid.action),
          equivalents: valid.equivalents.map(mirrorCommand),
        })),
      }
    )
  }
  getValidExits(limits: SearchLimits) {
    const found = this.#game.getValidExits(limits)
    return (
      found && {
        ...found,
        exits: found.exits.map(({ direction, to, reply }) => ({
          direction: mirrorCommand(direction),
          to,
          reply: mirrorText(reply),
        })),
      }
    )
  }
  getPauseKey(shown: string) {
    const key = this.#game.getPauseKey(mirrorText(shown))
    return key === null ? null : mirrorCommand(key)
  }
  getSurvey() {
    const survey = this.#game.getSurvey()
    return survey && mirrorSurvey(survey)
  }
}

const mirrorObject = (object: ZObject | null): ZObject | null => object && mirrorName(object)

const mirrorStep = (step: StepResult): StepResult => ({
  ...step,
  observation: mirrorText(step.observation),
  prompt: mirrorText(step.prompt),
  info: {
    ...step.info,
    statusLine: step.info.statusLine === null ? null : mirrorText(step.info.statusLine),
    upperWindow: step.info.upperWindow.map(mirrorText),
  },
})
