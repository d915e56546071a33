import type { Disguise, OnDeath } from '@shared/episode/log/event'
import { UNDO_TURNS } from '@shared/episode/state/build-state-block'
import type { Observation } from '@shared/episode/state/episode'
import { classifyOutcome } from '@shared/episode/state/outcome'
import type { GameEnvironment, GameState, StepResult } from '../environment'
import { observe } from '../facts/observe'
import { passPauses } from './pass-pauses'

/** Rules of a run in addition to those of the story. They are in the manifest, so a replay plays by the same rules. */
export interface GameRules {
  readonly onDeath: OnDeath
  /** How the story is shown. The environment applies it, below all other rules. */
  readonly disguise: Disguise
  /** `undo` takes back a turn, even if the story does not know the word (handicap L5). */
  readonly undo: boolean
  /** Every observation lists the actions that would change something (handicap L4). */
  readonly validActions: boolean
  /** Pauses are passed as part of the turn that reached them. */
  readonly passPauses: boolean
}

export const STORY_RULES: GameRules = {
  onDeath: 'continue',
  disguise: 'none',
  undo: false,
  validActions: false,
  passPauses: false,
}

/**
 * A search takes about 100 ms in Zork I. It should end by its number of trials, so that repeated runs find the same
 * actions.
 */
const SEARCH = { maxTrials: 1500, budgetMs: 3000 } as const

interface Moment {
  readonly state: GameState
  readonly observation: Observation
}

/** A game played by the rules of a run. They act on the machine from outside; the story does not notice them. */
export class RuledGame {
  readonly #environment: GameEnvironment
  readonly #rules: GameRules
  #seed = 0
  #shown: Observation | null = null
  #undoable: readonly Moment[] = []
  /** The moment when the score last reached a new maximum, or the opening. */
  #checkpoint: Moment | null = null

  constructor(environment: GameEnvironment, rules: GameRules) {
    this.#environment = environment
    this.#rules = rules
  }

  /** True if a snapshot is not enough to resume: undo needs the turns before it. */
  get needsItsPast(): boolean {
    return this.#rules.undo || this.#rules.onDeath === 'restore'
  }

  start(seed: number): Observation {
    this.#seed = seed
    return this.#show(this.#begin(this.#observe(this.#environment.reset({ seed }))))
  }

  /** Continues from a state that the caller restored. */
  continueFrom(step: StepResult, seed: number): Observation {
    this.#seed = seed
    return this.#show(this.#begin(observe(this.#environment, step)))
  }

  /** Reseeds the random generator. A later restart of the story uses this seed too. */
  reseed(seed: number): void {
    this.#seed = seed
    this.#environment.seed(seed)
  }

  play(action: string): Observation {
    if (this.#rules.undo && /^\s*undo\s*$/i.test(action)) return this.#show(this.#undo())
    const before = this.#moment()
    const answer = this.#observe(this.#environment.step(action))
    if (answer.fault) return this.#show(answer)
    if (this.#rules.undo && before) this.#undoable = [...this.#undoable, before].slice(-UNDO_TURNS)
    if (this.#rules.onDeath !== 'continue' && before && isDeath(action, before.observation, answer))
      return this.#show(this.#afterDeath(answer))
    if (this.#rules.onDeath === 'restore' && (answer.score ?? 0) > (this.#checkpoint?.observation.score ?? 0))
      this.#checkpoint = this.#here(answer)
    return this.#show(answer)
  }

  #begin(opening: Observation): Observation {
    this.#undoable = []
    this.#checkpoint = this.#here(opening)
    return opening
  }

  #observe(step: StepResult): Observation {
    if (!this.#rules.passPauses) return observe(this.#environment, step)
    const { step: passed, keys } = passPauses(this.#environment, step)
    const seen = observe(this.#environment, passed)
    return keys.length === 0
      ? seen
      : { ...seen, notices: [...seen.notices, `The story waited for a key; passed with: ${keys.join(', ')}.`] }
  }

  #show(observation: Observation): Observation {
    const { validActions } = this.#rules
    // `rule_applied` belongs to this observation only, not to one that is restored later.
    const { rule_applied: _rule, ...shown } = observation
    this.#shown = shown
    const found =
      validActions && observation.input === 'line' && observation.game_over !== true
        ? this.#environment.getValidActions(SEARCH)
        : null
    return found ? { ...observation, valid_actions: found.actions.map(({ action }) => action) } : observation
  }

  #moment(): Moment | null {
    return this.#shown && this.#here(this.#shown)
  }

  #here(observation: Observation): Moment {
    return { state: this.#environment.getState(), observation }
  }

  #undo(): Observation {
    const last = this.#undoable.at(-1)
    if (!last)
      return {
        ...(this.#shown as Observation),
        text: 'There is nothing to undo.',
        notices: ['There is no turn to take back.'],
        rule_applied: 'undo',
      }
    this.#undoable = this.#undoable.slice(0, -1)
    this.#environment.setState(last.state)
    return { ...last.observation, notices: ['The last turn was taken back.'], rule_applied: 'undo' }
  }

  #afterDeath(death: Observation): Observation {
    if (this.#rules.onDeath === 'stop') return { ...death, rule_applied: 'stop' }
    const isRestart = this.#rules.onDeath === 'restart' || this.#checkpoint === null
    const begun = isRestart
      ? this.#begin(this.#observe(this.#environment.reset({ seed: this.#seed })))
      : this.#goTo(this.#checkpoint as Moment)
    const notice = isRestart
      ? 'After the death the story was restarted.'
      : 'After the death the game was restored to the moment of its highest score.'
    return {
      ...begun,
      text: `${death.text.trimEnd()}\n\n${begun.text.trimStart()}`,
      notices: [...death.notices, notice],
      rule_applied: isRestart ? 'restart' : 'restore',
    }
  }

  #goTo({ state, observation }: Moment): Observation {
    this.#undoable = []
    this.#environment.setState(state)
    return observation
  }
}

/** True if the game was lost, or if the text reports a death: some stories revive the player. */
function isDeath(action: string, before: Observation, after: Observation): boolean {
  if (after.victory === true) return false
  return after.game_over === true ? after.victory === false : classifyOutcome(action, before, after) === 'died'
}
