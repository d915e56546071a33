import type { Observation } from '@shared/episode/episode'
import { isNamed } from '@shared/episode/build-state-block'
import type { GameState } from '../../game/game-state'
import { type GameEnvironment, openEnvironment, type StepResult } from '../../game/environment'
import { observe } from '../../game/observe'
import { checkAction } from './check-action'
import type { FoundStory } from './find-story'
import { Notebook } from './notebook'

/** One thing that was done in a game. The list of them, with the seed, is the game: whoever does them again is where it stands. */
export type Deed = { readonly play: string } | { readonly save: string } | { readonly restore: string } | { readonly undo: true }

export interface Played {
  readonly observation: Observation
  /** Points gained, or lost where negative; null where the score is unknown. */
  readonly reward: number | null
  readonly done: boolean
}

interface Moment {
  readonly state: GameState
  readonly observation: Observation
}

const MAX_SAVES = 50
const MAX_UNDO = 50

/** The one game of a client, with what it has found out in it. Deeds that cannot be done throw an Error and change nothing. */
export class GameSession {
  readonly story: FoundStory
  readonly environment: GameEnvironment
  readonly notebook: Notebook
  readonly #keepsUndo: boolean
  readonly #saves = new Map<string, Moment>()
  readonly #past: Moment[] = []
  readonly #listeners = new Set<() => void>()
  #done: boolean

  constructor(story: FoundStory, { seed, keepsUndo }: { readonly seed: number; readonly keepsUndo: boolean }) {
    this.story = story
    this.environment = openEnvironment(story.bytes, 'app')
    const opening = this.environment.reset({ seed })
    this.#keepsUndo = keepsUndo
    this.notebook = new Notebook(observe(this.environment, opening))
    this.#done = opening.done
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
    return this.#played(step)
  }

  save(name: string): void {
    if (!this.#saves.has(name) && this.#saves.size >= MAX_SAVES) throw new Error(`There are ${MAX_SAVES} saved games already. Save under a name that is taken: ${this.saveNames.join(', ')}.`)
    this.#saves.set(name, this.#moment())
  }

  restore(name: string): void {
    const moment = this.#saves.get(name)
    if (!moment) throw new Error(`No game was saved as "${name}". ${this.#saves.size === 0 ? 'None was saved yet.' : `Saved: ${this.saveNames.join(', ')}.`}`)
    this.#goBackTo(moment)
  }

  undo(): void {
    const moment = this.#past.pop()
    if (!moment) throw new Error(`There is nothing to take back; at most ${MAX_UNDO} actions are kept.`)
    this.#goBackTo(moment)
  }

  /** What an action would bring, tried on a copy: this game is not touched. */
  peek(action: string): Played {
    checkAction(this.environment, action)
    const copy = this.environment.copy()
    const step = copy.step(action)
    return { observation: this.#asKnown(observe(copy, step)), reward: step.reward, done: step.done }
  }

  do(deed: Deed): void {
    if ('play' in deed) this.play(deed.play)
    else if ('save' in deed) this.save(deed.save)
    else if ('restore' in deed) this.restore(deed.restore)
    else this.undo()
  }

  /** The latest observation, with no name of a thing that the story has not printed. */
  look(): Played {
    return { observation: this.#asKnown(this.notebook.observation), reward: null, done: this.#done }
  }

  /** Calls `changed` after every deed that moved the game, until the signal aborts. */
  watch(changed: () => void, signal: AbortSignal): void {
    this.#listeners.add(changed)
    signal.addEventListener('abort', () => this.#listeners.delete(changed), { once: true })
  }

  #moment(): Moment {
    return { state: this.environment.getState(), observation: this.notebook.observation }
  }

  /** The game goes back, the notebook does not: what was learned stays learned. */
  #goBackTo({ state, observation }: Moment): void {
    this.environment.setState(state)
    this.#note(null, observation, this.environment.input.kind === 'ended')
  }

  #note(action: string | null, observation: Observation, done: boolean): void {
    this.notebook.note(action, observation)
    this.#done = done
    for (const changed of this.#listeners) changed()
  }

  #played({ reward, done }: StepResult): Played {
    return { observation: this.#asKnown(this.notebook.observation), reward, done }
  }

  #asKnown(observation: Observation): Observation {
    return { ...observation, visible: observation.visible?.filter((object) => isNamed(object, this.notebook.printed)) ?? null }
  }
}
