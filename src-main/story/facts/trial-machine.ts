import { Fault } from '../zmachine/fault'
import type { StoryHeader, HeaderProfileData } from '../zmachine/header'
import { Machine } from '../zmachine/machine'
import { applyMachine, type MachineState, captureMachine } from '../zmachine/state/machine-state'
import { findPauseKey, KEYS } from './pauses'

/**
 * Maximum number of instructions of a trial: more than a turn of a playable story takes, but few enough to stop an
 * endless one.
 */
const TRIAL_BUDGET = 1_000_000
/**
 * Maximum number of trials per experiment that exceed the budget, so that a hostile story does not spend it each time.
 */
const MAX_RUNAWAYS = 4

export interface Trial {
  readonly reply: string
  /** True after a fault, a spent budget, the end of the game or a request to the host. */
  readonly isInconclusive: boolean
}

/** A second machine for experiments, which never touch the live game. `openTrialMachine` creates one. */
export class TrialMachine {
  readonly machine: Machine
  /** The state at the parser's first prompt; null if the story did not reach it. */
  start: MachineState | null = null
  /** The read site of that prompt. */
  startSite: string | null = null
  #runaways = 0
  #instructionsLeft = Number.POSITIVE_INFINITY

  constructor(story: Uint8Array, header: StoryHeader, profile: HeaderProfileData) {
    this.machine = new Machine(story, header, profile)
  }

  /** Begins an experiment of many trials. After `maxInstructions` in total, each further trial is inconclusive. */
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

/** Splits a text into reply and prompt: the text after the last newline, unless the game has ended. */
export function splitPrompt(
  text: string,
  hasEnded: boolean,
): { readonly observation: string; readonly prompt: string } {
  const promptAt = hasEnded ? text.length : text.lastIndexOf('\n') + 1
  return { observation: text.slice(0, promptAt), prompt: text.slice(promptAt) }
}

const BOOT_BUDGET = 20_000_000
/** Maximum number of inputs before the parser's first prompt. */
const MAX_INPUTS = 12
const ANSWERS = ['no', 'n', 'yes', '']

/** Opens a trial machine at the parser's first prompt. Pauses are passed and opening questions are answered. */
export function openTrialMachine(story: Uint8Array, header: StoryHeader, profile: HeaderProfileData): TrialMachine {
  const trialMachine = new TrialMachine(story, header, profile)
  const start = findStart(trialMachine)
  if (start !== null) {
    trialMachine.restore(start)
    trialMachine.start = start
    trialMachine.startSite = trialMachine.machine.readSite()
  }
  return trialMachine
}

function findStart(trialMachine: TrialMachine): MachineState | null {
  const { machine } = trialMachine
  try {
    machine.boot(0, BOOT_BUDGET)
  } catch (error) {
    if (error instanceof Fault) return null
    throw error
  }
  let shown = machine.output.takeLower()
  const asked = new Set<string>()
  for (let inputs = 0; inputs < MAX_INPUTS; inputs++) {
    const state = captureMachine(machine)
    const site = machine.readSite()
    if (state.waiting.kind === 'ended') return null
    const isKey = state.waiting.kind === 'char'
    if (!isKey && isParserPrompt(trialMachine, state)) return state
    asked.add(site)
    const pause = isKey ? findPauseKey(trialMachine, state, shown) : null
    // At a menu or an opening question, the first likely answer that leads to a new read site is used.
    const leadsOn = (answer: string) =>
      !trialMachine.runFrom(state, answer).isInconclusive && !asked.has(machine.readSite())
    shown = trialMachine.runFrom(state, pause ?? (isKey ? ['', ...KEYS] : ANSWERS).find(leadsOn) ?? '').reply
  }
  return null
}

/** A parser answers `look` and `inventory` differently; a question repeats itself. */
function isParserPrompt(trialMachine: TrialMachine, state: MachineState): boolean {
  const [look, inventory] = ['look', 'inventory'].map((action) => trialMachine.runFrom(state, action))
  return !look!.isInconclusive && look!.reply !== inventory!.reply
}
