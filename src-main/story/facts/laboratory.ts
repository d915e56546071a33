import { findPauseKey, KEYS } from './pauses'
import { readSite } from './read-site'
import { Fault } from '../zmachine/fault'
import type { StoryHeader } from '../zmachine/header'
import type { HeaderProfileData } from '../zmachine/header-profile'
import { Machine } from '../zmachine/machine'
import { applyMachine, captureMachine, type MachineState } from '../zmachine/state/machine-state'

/**
 * Instructions a trial may take: more than any turn of a playable story, few enough that a runaway one costs little.
 */
const TRIAL_BUDGET = 1_000_000
/**
 * Trials of one experiment that may run away before it is given up: a hostile story must not cost a million
 * instructions hundreds of times.
 */
const MOST_RUNAWAYS = 4
const BOOT_BUDGET = 20_000_000
const LONGEST_INTRODUCTION = 12
const ANSWERS = ['no', 'n', 'yes', '']
/** No dictionary has it: the story's answer to a word it does not know. */
export const UNKNOWN_WORD = 'qzxvk'

export interface Trial {
  readonly reply: string
  /** A fault, a spent budget, or a request to the world outside: nothing can be concluded from it. */
  readonly isVoid: boolean
}

/** A machine of its own, on which questions are asked of the story by trial. The live game never notices. */
export class Laboratory {
  readonly machine: Machine
  /**
   * The story at its parser's first prompt, keys pressed and opening questions answered; null when it never got there.
   */
  readonly start: MachineState | null
  /** The read site of that prompt. */
  readonly startSite: string | null
  private runaways = 0
  private left = Number.POSITIVE_INFINITY

  constructor(story: Uint8Array, header: StoryHeader, profile: HeaderProfileData) {
    this.machine = new Machine(story, header, profile)
    this.start = this.findStart()
    if (this.start !== null) this.restore(this.start)
    this.startSite = this.start && readSite(this.machine)
  }

  /**
   * Begins an experiment of many trials: the story gets its patience back. Once they took `mostInstructions` together,
   * every further one is void.
   */
  begin(mostInstructions = Number.POSITIVE_INFINITY): void {
    this.runaways = 0
    this.left = mostInstructions
  }

  restore(state: MachineState): void {
    applyMachine(this.machine, state)
  }

  /** Restores the state and gives it one action. */
  attempt(state: MachineState, action: string, budget = TRIAL_BUDGET): Trial {
    this.restore(state)
    return this.proceed(action, budget)
  }

  /** Gives one action to the machine as it stands. */
  proceed(action: string, budget = TRIAL_BUDGET): Trial {
    const { machine } = this
    if (this.hasEnded() || this.runaways >= MOST_RUNAWAYS || this.left <= 0) return { reply: '', isVoid: true }
    try {
      machine.resume(action, 0, Math.min(budget, this.left))
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      if (error.kind === 'budget') this.runaways++
      return { reply: machine.output.takeLower(), isVoid: true }
    } finally {
      this.left -= machine.instructions
    }
    return { reply: machine.output.takeLower(), isVoid: machine.requests.length > 0 || this.hasEnded() }
  }

  private hasEnded(): boolean {
    return this.machine.waiting.kind === 'ended'
  }

  private findStart(): MachineState | null {
    const { machine } = this
    try {
      machine.boot(0, BOOT_BUDGET)
    } catch (error) {
      if (error instanceof Fault) return null
      throw error
    }
    let shown = machine.output.takeLower()
    const asked = new Set<string>()
    for (let inputs = 0; inputs < LONGEST_INTRODUCTION; inputs++) {
      const state = captureMachine(machine)
      const site = readSite(machine)
      if (state.waiting.kind === 'ended') return null
      const isKey = state.waiting.kind === 'char'
      if (!isKey && this.isParserPrompt(state)) return state
      asked.add(site)
      const pause = isKey ? findPauseKey(this, state, shown) : null
      // Of a menu or an opening question: what a person in a hurry would answer, that leads on and not back.
      const leadsOn = (answer: string) => !this.attempt(state, answer).isVoid && !asked.has(readSite(machine))
      shown = this.attempt(state, pause ?? (isKey ? ['', ...KEYS] : ANSWERS).find(leadsOn) ?? '').reply
    }
    return null
  }

  /** A parser tells looking around from taking stock; a question answers both with itself. */
  private isParserPrompt(state: MachineState): boolean {
    const [look, inventory] = ['look', 'inventory'].map((action) => this.attempt(state, action))
    return !look!.isVoid && look!.reply !== inventory!.reply
  }
}
