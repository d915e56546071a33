import { KEY_NAMES } from '@shared/episode/log/key-names'
import type { Machine } from '../zmachine/machine'
import type { MachineState } from '../zmachine/state/machine-state'
import type { TrialMachine } from './trial-machine'
import { hashState } from './world-diff'

/** Requests for a key: "[Press any key to continue.]", "Please press SPACE to begin", "[MORE]". */
const INVITATION =
  /\b(?:press|hit|strike|push|tap|touch|type)\b[^.?!]{0,40}\b(?:key|space(?: ?bar)?|return|enter)\b|\bto (?:continue|begin|start|go on|proceed)\b|[[(<-] ?more ?[\])>-]/i
/** Number of characters to search, because an invitation is at the end of the text. */
const INVITATION_LENGTH = 300
/** Common keys first, then keys that a menu may offer. */
export const KEYS = [
  ...KEY_NAMES.filter((name) => !/^f\d/.test(name)),
  ...'y n q r a b c d e f g h i j k l m o p s t u v w x z 0 1 2 3 4 5 6 7 8 9 ?'.split(' '),
]
/** Maximum number of instructions of all trials of one pause. They take about half a second. */
const MAX_INSTRUCTIONS = 10_000_000

/**
 * The key that passes a pause: all keys that have an effect lead to the same state. Null if keys have different effects
 * or none, or if a trial fails. If the text asks for a key, the states need only look the same, because a story may
 * store the key.
 */
export function findPauseKey(trialMachine: TrialMachine, state: MachineState, shown: string): string | null {
  const { machine } = trialMachine
  trialMachine.restore(state)
  const invites = INVITATION.test(`${machine.output.upper.rows().join('\n')}\n${shown.slice(-INVITATION_LENGTH)}`)
  const outcomeOf = (reply: string) =>
    JSON.stringify([invites ? describeView(machine) : hashState(machine), reply.trim(), machine.requests])
  const here = outcomeOf('')
  let onward: { readonly key: string; readonly outcome: string } | null = null
  let instructions = 0
  for (const key of KEYS) {
    const { reply, isInconclusive } = trialMachine.runFrom(state, key)
    instructions += machine.instructions
    const hasFailed = isInconclusive && machine.requests.length === 0 && machine.waiting.kind !== 'ended'
    if (hasFailed || instructions > MAX_INSTRUCTIONS) return null
    const outcome = outcomeOf(reply)
    if (outcome === here) continue
    if (onward !== null && onward.outcome !== outcome) return null
    onward ??= { key, outcome }
  }
  return onward?.key ?? null
}

function describeView(machine: Machine) {
  return [machine.waiting.kind, machine.readSite(), machine.output.upper.rows()]
}
