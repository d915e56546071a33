import type { Observation } from '@shared/episode/state/episode'
import { mirrorCommand } from '@shared/map/mirror'
import type { GameEnvironment, GameState } from '../../story/environment'
import { observe } from '../../story/facts/observe'
import { openDisguised } from '../../story/mirrored-environment'
import type { FoundStory } from './find-story'
import { Notebook } from './notebook'
import type { Options } from './options'

/** One change of a game. The seed of a game and the list of its deeds reproduce it. */
export type Deed =
  | { readonly play: string }
  | { readonly save: string }
  | { readonly restore: string }
  | { readonly undo: true }

export interface Played {
  readonly observation: Observation
  /** Points gained, or lost if negative; null if the score is unknown. */
  readonly reward: number | null
  readonly done: boolean
}

interface Moment {
  readonly state: GameState
  readonly observation: Observation
}

const MAX_SAVES = 50
const MAX_UNDO = 50

/** A story at its first input, where every session begins. */
export interface Opening {
  readonly story: FoundStory
  readonly environment: GameEnvironment
  readonly observation: Observation
  readonly done: boolean
}

export function openStory(story: FoundStory, { seed, disguise }: Pick<Options, 'seed' | 'disguise'>): Opening {
  const environment = openDisguised(story.bytes, 'app', disguise)
  const step = environment.reset({ seed })
  const walkthrough = disguise === 'mirror' ? (story.walkthrough?.map(mirrorCommand) ?? null) : story.walkthrough
  return {
    story: { ...story, walkthrough },
    environment,
    observation: observe(environment, step),
    done: step.done,
  }
}

/** The game of one client. A deed that is not possible throws an Error and changes nothing. */
export class GameSession {
  readonly story: FoundStory
  readonly environment: GameEnvironment
  readonly notebook: Notebook
  readonly #keepsUndo: boolean
  readonly #saves = new Map<string, Moment>()
  readonly #past: Moment[] = []
  readonly #listeners = new Set<() => void>()
  #done: boolean

  constructor({ story, environment, observation, done }: Opening, { keepsUndo }: { readonly keepsUndo: boolean }) {
    this.story = story
    this.environment = environment.copy()
    this.#keepsUndo = keepsUndo
    this.notebook = new Notebook(observation)
    this.#done = done
  }

  get isDone(): boolean {
    return this.#done
  }

  get saveNames(): readonly string[] {
    return [...this.#saves.keys()]
  }

  play(action: string): Played {
    checkAction(this.environment, action)
    const before = this.#keepsUndo ? this.#moment() : null
    const step = this.environment.step(action)
    if (before) this.#past.splice(0, Math.max(0, this.#past.push(before) - MAX_UNDO))
    this.#note(action, observe(this.environment, step), step.done)
    return { observation: this.notebook.known, reward: step.reward, done: step.done }
  }

  save(name: string): void {
    if (!this.#saves.has(name) && this.#saves.size >= MAX_SAVES)
      throw new Error(
        `There are ${MAX_SAVES} saved games already. Save under one of their names: ${this.saveNames.join(', ')}.`,
      )
    this.#saves.set(name, this.#moment())
  }

  restore(name: string): void {
    const moment = this.#saves.get(name)
    if (!moment)
      throw new Error(
        `There is no saved game "${name}". ${this.#saves.size === 0 ? 'None was saved yet.' : `Saved: ${this.saveNames.join(', ')}.`}`,
      )
    this.#goBackTo(moment)
  }

  undo(): void {
    const moment = this.#past.pop()
    if (!moment) throw new Error(`There is nothing to take back; at most ${MAX_UNDO} actions are remembered.`)
    this.#goBackTo(moment)
  }

  /** The result of an action on a copy of the game, which itself does not change. */
  peek(action: string): Played {
    checkAction(this.environment, action)
    const copy = this.environment.copy()
    const step = copy.step(action)
    return { observation: this.notebook.asKnown(observe(copy, step)), reward: step.reward, done: step.done }
  }

  do(deed: Deed): void {
    if ('play' in deed) this.play(deed.play)
    else if ('save' in deed) this.save(deed.save)
    else if ('restore' in deed) this.restore(deed.restore)
    else this.undo()
  }

  /** The latest observation, without names that the story has not printed. */
  look(): Played {
    return { observation: this.notebook.known, reward: null, done: this.#done }
  }

  /** Calls `changed` after every deed that changed the game, until the signal aborts. */
  watch(changed: () => void, signal: AbortSignal): void {
    this.#listeners.add(changed)
    signal.addEventListener('abort', () => this.#listeners.delete(changed), { once: true })
  }

  #moment(): Moment {
    return { state: this.environment.getState(), observation: this.notebook.observation }
  }

  /** Sets the game back. The notebook keeps everything that was learned. */
  #goBackTo({ state, observation }: Moment): void {
    this.environment.setState(state)
    this.#note(null, observation, this.environment.input.kind === 'ended')
  }

  #note(action: string | null, observation: Observation, done: boolean): void {
    this.notebook.note(action, observation)
    this.#done = done
    for (const changed of this.#listeners) changed()
  }
}

/** The limit of the host's contract, in characters. */
const MAX_ACTION_LENGTH = 1000

/** Throws an Error for an action that cannot be played; the game is unchanged. */
function checkAction(environment: GameEnvironment, action: string): void {
  if (environment.input.kind === 'ended')
    throw new Error('The game has ended. Restore a saved game, or connect again to play from the start.')
  if (action.length > MAX_ACTION_LENGTH)
    throw new Error(`The action has ${action.length} characters; at most ${MAX_ACTION_LENGTH} are allowed.`)
  const control = /\p{Cc}/u.exec(action)?.[0]
  if (control !== undefined)
    throw new Error(
      `The action contains the control character U+${control.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}; it must be one line of plain text.`,
    )
  if (action.trim() === '' && environment.input.kind === 'line')
    throw new Error('The action is empty; it must be one command, such as "look".')
}

/** Plain words that are not in the story's dictionary. Other text is left to the story. */
export function unknownWords(environment: GameEnvironment, action: string): readonly string[] {
  // Z-Machine Standard §13.3, §13.4: words are compared by their first six or nine letters.
  const significant = environment.story.version <= 3 ? 6 : 9
  const known = new Set(environment.getDictionary().map(({ word }) => word.slice(0, significant)))
  const words =
    action
      .toLowerCase()
      .replace(/".*$/, '')
      .match(/[\p{L}\p{N}'-]+/gu) ?? []
  return words.filter((word) => /^[a-z]+$/.test(word) && !known.has(word.slice(0, significant)))
}
