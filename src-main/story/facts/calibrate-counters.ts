import type { Machine } from '../zmachine/machine'
import { signed } from '../zmachine/memory/machine-space'
import { captureMachine, type MachineState } from '../zmachine/state/machine-state'
import { addressOfGlobal, countGlobals, readGlobals } from './globals'
import { readShownCounters, readStatusLine } from './status-line'
import type { TrialMachine } from './trial-machine'

/** Where a counter is, and whether the status line always shows its value. */
export interface CounterSource {
  /** Byte address of the word, most often of a global variable. */
  readonly address: number
  readonly isShown: boolean
}

export interface Counters {
  readonly score: CounterSource | null
  readonly moves: CounterSource | null
}

export const UNKNOWN_COUNTERS: Counters = { score: null, moves: null }
/** In v1–3 the Standard (§8.2.3) fixes the counters, unless the status line shows the time. */
export const standardCounters = (machine: Pick<Machine, 'header'>): Counters => ({
  score: { address: addressOfGlobal(machine, 1), isShown: false },
  moves: { address: addressOfGlobal(machine, 2), isShown: false },
})

/** No counter begins with these values. After each is written, the reply to `score` must show it. */
const PROBES: readonly number[] = [23, 41]
const QUIET_TURNS = 3

/** The number of moves in a reply may include the command `score` itself. */
const isMoves = (value: number, stated: number): boolean => stated === value || stated === value + 1

interface StatedCounters {
  readonly score: number | null
  readonly moves: number | null
}

/**
 * Finds score and moves by experiment: writes a number into one global and plays `score`. If the reply shows the
 * number, the global is the counter. The global with the moves must also grow in every turn. If no reply states the
 * moves, a global that grows by one each turn is taken, if it is the only one. If no global contains the stated moves,
 * all of dynamic memory is searched.
 */
export function calibrateCounters(trialMachine: TrialMachine): Counters {
  const { start, machine } = trialMachine
  if (start === null) return UNKNOWN_COUNTERS
  const { reply } = trialMachine.runFrom(start, 'score')
  const stated = readStatedCounters(reply, readStatusLine(machine))
  const maximum = readMaximum(reply)
  trialMachine.restore(start)
  const values = readGlobals(machine).map(signed)
  const tellsAt = (kind: 'score' | 'moves', address: number) => (probe: number) => {
    const answer = stateWith(trialMachine, start, address, probe)[kind]
    return kind === 'moves' ? answer !== null && isMoves(probe, answer) : answer === probe
  }
  const tells = (kind: 'score' | 'moves', global: number) => tellsAt(kind, addressOfGlobal(machine, global))
  const { growing, counting } = findGrowing(trialMachine, start)
  const mayBeMoves = growing.filter((global) => stated.moves !== null && isMoves(values[global]!, stated.moves))
  const moves =
    mayBeMoves.find((global) => PROBES.every(tells('moves', global))) ??
    (stated.moves === null && counting.length === 1 ? counting[0]! : null)
  const mayBeScore = values.flatMap((value, global) => (value === stated.score && global !== moves ? [global] : []))
  const score = mayBeScore.find((global) => scoreProbes(maximum, values[global]!).every(tells('score', global))) ?? null
  const at = (global: number | null) => (global === null ? null : addressOfGlobal(machine, global))
  const elsewhere = moves === null && stated.moves !== null ? findCounting(trialMachine, start) : []
  const addresses = {
    score: at(score),
    moves: at(moves) ?? elsewhere.find((address) => PROBES.every(tellsAt('moves', address))) ?? null,
  }
  const shown = findShown(trialMachine, start, addresses)
  return {
    score: addresses.score === null ? null : { address: addresses.score, isShown: shown.score },
    moves: addresses.moves === null ? null : { address: addresses.moves, isShown: shown.moves },
  }
}

/** Maximum number of addresses to try, one experiment each. */
const MAX_CANDIDATES = 20

/** Addresses of words that equal the stated moves in each of several turns; empty if there are too many. */
function findCounting(trialMachine: TrialMachine, start: MachineState): readonly number[] {
  const { machine } = trialMachine
  let addresses: readonly number[] | null = null
  let state = start
  for (let turn = 0; turn < QUIET_TURNS; turn++) {
    trialMachine.runFrom(state, 'wait')
    state = captureMachine(machine)
    const { moves } = readStatedCounters(trialMachine.run('score').reply, readStatusLine(machine))
    if (moves === null) return []
    trialMachine.restore(state)
    addresses = (addresses ?? dynamicWords(machine)).filter((address) => isMoves(machine.readWord(address), moves))
  }
  return addresses !== null && addresses.length <= MAX_CANDIDATES ? addresses : []
}

/** Words may begin at odd addresses too, because a table of words may follow a table of bytes. */
const dynamicWords = ({ header }: Machine): readonly number[] =>
  Array.from({ length: Math.max(0, header.staticBase - 1 - HEADER_BYTES) }, (_, index) => HEADER_BYTES + index)
const HEADER_BYTES = 64

/** The maximum score that the reply to `score` states; null if it states none. */
export function readMaxScore(trialMachine: TrialMachine): number | null {
  return trialMachine.start === null ? null : readMaximum(trialMachine.runFrom(trialMachine.start, 'score').reply)
}

/** Values to write. They are below a stated maximum, because a score that reaches it may end the game. */
function scoreProbes(maximum: number | null, present: number): readonly number[] {
  if (maximum === null || maximum > Math.max(...PROBES)) return PROBES
  const below = [maximum - 1, maximum - 2, maximum - 3].filter((score) => score > 0 && score !== present)
  return below.length >= PROBES.length ? below : PROBES
}

function stateWith(trialMachine: TrialMachine, start: MachineState, address: number, value: number): StatedCounters {
  const { machine } = trialMachine
  trialMachine.restore(start)
  machine.writeWord(address, value)
  const trial = trialMachine.run('score')
  return trial.isInconclusive ? { score: null, moves: null } : readStatedCounters(trial.reply, readStatusLine(machine))
}

/** The counters in a reply to `score`, else in the status line; null if neither states them. */
export function readStatedCounters(reply: string, statusLine: string | null): StatedCounters {
  const shown = readShownCounters(statusLine)
  const score = /scor(?:e|ed)\b[^\d.-]{0,40}(-?\d+)/i.exec(reply)?.[1]
  const moves = /(\d+)\s+(?:moves?|turns?)\b/i.exec(reply)?.[1]
  return {
    score: score === undefined ? shown.score : Number(score),
    moves: moves === undefined ? shown.moves : Number(moves),
  }
}

/** The clearest phrase first: a "total of" may count the turns. */
const MAXIMUM_PHRASES = [
  /out of\D{0,30}?(\d+)/i,
  /(?:possible|maximum)\D{0,30}?(\d+)/i,
  /total of (\d+)(?! (?:moves?|turns?)\b)/i,
  /-?\d+ (?:points? )?(?:of|\/) ?(\d+)\b(?! (?:moves?|turns?)\b)/i,
]

function readMaximum(reply: string): number | null {
  const maximum = MAXIMUM_PHRASES.map((phrase) => phrase.exec(reply)?.[1]).find((found) => found !== undefined)
  return maximum === undefined ? null : Number(maximum)
}

/** Globals that grow each time the player waits, and those among them that begin near zero and grow by one. */
function findGrowing(trialMachine: TrialMachine, start: MachineState): { growing: number[]; counting: number[] } {
  const { machine } = trialMachine
  trialMachine.restore(start)
  let before = readGlobals(machine)
  let growing = Array.from({ length: countGlobals(machine) }, (_, global) => global)
  let counting = growing.filter((global) => before[global]! <= 2)
  for (let turn = 0; turn < QUIET_TURNS; turn++) {
    trialMachine.run('wait')
    const now = readGlobals(machine)
    growing = growing.filter((global) => now[global]! > before[global]!)
    counting = counting.filter((global) => now[global] === before[global]! + 1)
    before = now
  }
  return { growing, counting }
}

/** Whether the status line shows the values at these addresses over the first few turns. */
function findShown(
  trialMachine: TrialMachine,
  start: MachineState,
  { score, moves }: StatedCounters,
): { score: boolean; moves: boolean } {
  const { machine } = trialMachine
  trialMachine.restore(start)
  const shows = { score: score !== null, moves: moves !== null }
  for (const action of ['look', 'wait', 'score', 'wait']) {
    trialMachine.run(action)
    const shown = readShownCounters(readStatusLine(machine))
    shows.score &&= shown.score === signed(machine.readWord(score!))
    shows.moves &&= shown.moves === machine.readWord(moves!)
  }
  return shows
}
