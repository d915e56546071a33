import { Fault } from '../zmachine/fault'
import type { StoryHeader, HeaderProfileData } from '../zmachine/header'
import { Machine } from '../zmachine/machine'
import { applyMachine, type MachineState } from '../zmachine/state/machine-state'

/** Most instructions of a trial: more than any turn of a playable story takes, and few enough for a runaway one. */
const TRIAL_BUDGET = 1_000_000
/** Most trials of one experiment that may exceed it: a hostile story must not cost that many instructions each time. */
const MAX_RUNAWAYS = 4
/** A word that is in no dictionary. */
export const UNKNOWN_WORD = 'qzxvk'

export interface Trial {
  readonly reply: string
  /** A fault, a spent budget, or a request to the world outside. */
  readonly isInconclusive: boolean
}

/** A second machine, on which experiments run: the live game is never touched. `openTrialMachine` makes one. */
export class TrialMachine {
  readonly machine: Machine
  /** The story at its parser's first prompt; null when it never got there. */
  start: MachineState | null = null
  /** The read site of that prompt. */
  startSite: string | null = null
  #runaways = 0
  #instructionsLeft = Number.POSITIVE_INFINITY

  constructor(story: Uint8Array, header: StoryHeader, profile: HeaderProfileData) {
    this.machine = new Machine(story, header, profile)
  }

  /** Begins an experiment of many trials. After `maxInstructions` in total every further trial is inconclusive. */
  startExperiment(maxInstructions = Number.POSITIVE_INFINITY): void {
    this.#runaways = 0
    this.#instructionsLeft = maxInstructions
  }

  restore(state: MachineState): void {
    applyMachine(this.machine, state)
  }

  /** Restores a state and runs one action from it. */
  runFrom(state: MachineState, action: string, budget = TRIAL_BUDGET): Trial {
    this.restore(state)
    return this.run(action, budget)
  }

  /** Runs one action from the present state. */
  run(action: string, budget = TRIAL_BUDGET): Trial {
    const { machine } = this
    if (this.#hasEnded() || this.#runaways >= MAX_RUNAWAYS || this.#instructionsLeft <= 0)
      return { reply: '', isInconclusive: true }
    try {
      machine.resume(action, 0, Math.min(budget, this.#instructionsLeft))
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      if (error.kind === 'budget') this.#runaways++
      return { reply: machine.output.takeLower(), isInconclusive: true }
    } finally {
      this.#instructionsLeft -= machine.instructions
    }
    return { reply: machine.output.takeLower(), isInconclusive: machine.requests.length > 0 || this.#hasEnded() }
  }

  #hasEnded(): boolean {
    return this.machine.waiting.kind === 'ended'
  }
}
