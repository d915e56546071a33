import type { Machine } from '../zmachine/machine'
import { captureMachine, type MachineState } from '../zmachine/state/machine-state'
import type { TrialMachine } from './trial-machine'

const MAX_KEYS = 6
const ANSWERS_THAT_LEAVE_A_QUESTION = ['look', 'no', 'yes']

/** A farewell, or the choices offered after one. */
const SIGN_OF_AN_END =
  /\*{2}|\b(?:re-?start|quit|start (?:over|again)|begin again|(?:play|try) again|another (?:game|story|try)|the end|game (?:is )?over|you (?:have |are |'ve )?(?:died|dead|won|lost))\b/i

export interface Endings {
  /**
   * Whether the waiting machine is at the end of its game; null if the parser's prompt was never found. `shown`: the
   * text printed since the last input.
   */
  isAtEnd(machine: Machine, shown: string): boolean | null
}

/**
 * Recognizes the prompt after the end of a game: a read site after a farewell, which the player can leave only by
 * restarting or quitting. Each site is tested once, by trial.
 */
export function createEndings(trialMachine: TrialMachine): Endings {
  const { machine: own, start, startSite } = trialMachine
  const isEndSite = new Map<string, boolean>()
  if (startSite !== null) isEndSite.set(startSite, false)

  const isKnownPlay = () => isEndSite.get(own.readSite()) === false
  const hasLeftTheGame = () =>
    own.waiting.kind === 'ended' || own.requests.some(({ kind }) => kind === 'restart' || kind === 'quit')

  const judge = (state: MachineState, shown: string): boolean => {
    let text = shown
    trialMachine.restore(state)
    for (let keys = 0; own.waiting.kind === 'char'; keys++) {
      if (keys === MAX_KEYS) return false
      text += trialMachine.run('').reply
      if (hasLeftTheGame()) return true
      if (isKnownPlay()) return false
    }
    const menu = captureMachine(own)
    for (const answer of ANSWERS_THAT_LEAVE_A_QUESTION) {
      text += trialMachine.runFrom(menu, answer).reply
      if (!hasLeftTheGame() && isKnownPlay()) return false
    }
    if (!SIGN_OF_AN_END.test(text)) return false
    return ['restart', 'quit'].some((answer) => {
      trialMachine.runFrom(menu, answer)
      return hasLeftTheGame()
    })
  }

  return {
    isAtEnd(machine, shown) {
      if (machine.waiting.kind === 'ended') return true
      if (start === null) return null
      const site = machine.readSite()
      const known = isEndSite.get(site)
      if (known !== undefined) return known
      const state = captureMachine(machine)
      const isEnd = judge(state, shown)
      // `machine` may be the trial machine itself.
      if (machine === own) trialMachine.restore(state)
      isEndSite.set(site, isEnd)
      return isEnd
    },
  }
}

const DEFEAT =
  /\b(?:died|dead|death|dies|killed|lost|perished|drowned|eaten|devoured|slain|murdered|executed|crushed|starved|frozen|suffocated|poisoned|electrocuted|defeated|failed|doomed)\b/i

/** Whether the last text of a game reports victory (true), defeat (false) or neither (null). */
export function readFarewell(farewell: string): boolean | null {
  // Most stories put the verdict between asterisks; the text around it may mention other deaths.
  const framed = /\*\*[^*]+\*\*/.exec(farewell)?.[0] ?? farewell
  if (/\b(won|win|victory|victorious)\b/i.test(framed)) return true
  if (DEFEAT.test(framed)) return false
  return null
}
