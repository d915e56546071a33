import { findPauseKey, KEYS } from './pauses'
import { readSite } from './read-site'
import { TrialMachine } from './trial-machine'
import { Fault } from '../zmachine/fault'
import type { StoryHeader, HeaderProfileData } from '../zmachine/header'
import { captureMachine, type MachineState } from '../zmachine/state/machine-state'

const BOOT_BUDGET = 20_000_000
/** Most inputs before the parser's first prompt. */
const MAX_INPUTS = 12
const ANSWERS = ['no', 'n', 'yes', '']

/** A trial machine at its story's first prompt, with pauses passed and opening questions answered. */
export function openTrialMachine(story: Uint8Array, header: StoryHeader, profile: HeaderProfileData): TrialMachine {
  const trialMachine = new TrialMachine(story, header, profile)
  const start = findStart(trialMachine)
  if (start !== null) {
    trialMachine.restore(start)
    trialMachine.start = start
    trialMachine.startSite = readSite(trialMachine.machine)
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
    const site = readSite(machine)
    if (state.waiting.kind === 'ended') return null
    const isKey = state.waiting.kind === 'char'
    if (!isKey && isParserPrompt(trialMachine, state)) return state
    asked.add(site)
    const pause = isKey ? findPauseKey(trialMachine, state, shown) : null
    // In a menu or at an opening question: the first likely answer that leads to a new read site.
    const leadsOn = (answer: string) =>
      !trialMachine.runFrom(state, answer).isInconclusive && !asked.has(readSite(machine))
    shown = trialMachine.runFrom(state, pause ?? (isKey ? ['', ...KEYS] : ANSWERS).find(leadsOn) ?? '').reply
  }
  return null
}

/** A parser answers `look` and `inventory` differently; a question repeats itself. */
function isParserPrompt(trialMachine: TrialMachine, state: MachineState): boolean {
  const [look, inventory] = ['look', 'inventory'].map((action) => trialMachine.runFrom(state, action))
  return !look!.isInconclusive && look!.reply !== inventory!.reply
}
