import { countGlobals, readGlobal, readGlobals, signed, writeGlobal } from './globals'
import type { Laboratory } from './laboratory'
import { readShownCounters, readStatusLine } from './status-line'
import type { MachineState } from './zmachine/machine-state'

/** Which global variable holds a counter, and whether the status line always shows its value, so that play can check it. */
export interface CounterSource {
  readonly global: number
  readonly isShown: boolean
}

export interface Counters {
  readonly score: CounterSource | null
  readonly moves: CounterSource | null
  readonly maxScore: number | null
}

export const UNKNOWN_COUNTERS: Counters = { score: null, moves: null, maxScore: null }

/** Two values no story begins with; both have to come out where the counter is told. */
const PROBES = [23, 41] as const
const QUIET_TURNS = 3

interface Told {
  readonly score: number | null
  readonly moves: number | null
}

/**
 * Finds score and moves by experiment: on a snapshot a number is written into one global, and the story is asked for its
 * score. The global whose number comes out where the score (or the moves) is told is the one that holds it.
 */
export function calibrateCounters(laboratory: Laboratory): Counters {
  const { start, machine } = laboratory
  if (start === null) return UNKNOWN_COUNTERS
  const reply = laboratory.attempt(start, 'score').reply
  const maxScore = readMaximum(reply)
  const told = readTold(reply, readStatusLine(machine))
  // In v1–3 the Standard fixes the counters, unless the status line shows the time.
  if (machine.header.version <= 3 && !machine.header.isTimeGame) {
    return { score: { global: 1, isShown: false }, moves: { global: 2, isShown: false }, maxScore }
  }
  const fits: { score: number[]; moves: number[] } = { score: [], moves: [] }
  for (let global = 0; global < countGlobals(machine); global++) {
    laboratory.restore(start)
    const value = signed(readGlobal(machine, global))
    const mayBe = { score: told.score === value, moves: told.moves !== null && told.moves >= value && told.moves <= value + 1 }
    if (!mayBe.score && !mayBe.moves) continue
    const tells = (kind: 'score' | 'moves') => (probe: number) => {
      const answer = tellWith(laboratory, start, global, probe)[kind]
      // The turn of asking may already be counted.
      return answer === probe || (kind === 'moves' && answer === probe + 1)
    }
    if (mayBe.score && PROBES.every(tells('score'))) fits.score.push(global)
    else if (mayBe.moves && PROBES.every(tells('moves'))) fits.moves.push(global)
  }
  const counting = findCountingGlobals(laboratory, start)
  const moves = fits.moves.find((global) => counting.includes(global)) ?? (fits.moves.length === 0 && counting.length === 1 ? counting[0]! : null)
  const score = fits.score.find((global) => global !== moves) ?? null
  const shown = findShown(laboratory, start, score, moves)
  return {
    score: score === null ? null : { global: score, isShown: shown.score },
    moves: moves === null ? null : { global: moves, isShown: shown.moves },
    maxScore,
  }
}

function tellWith(laboratory: Laboratory, start: MachineState, global: number, value: number): Told {
  const { machine } = laboratory
  laboratory.restore(start)
  writeGlobal(machine, global, value)
  const trial = laboratory.proceed('score')
  return trial.isVoid ? { score: null, moves: null } : readTold(trial.reply, readStatusLine(machine))
}

/** The counters as a reply to `score` tells them, or else the status line. */
function readTold(reply: string, statusLine: string | null): Told {
  const shown = readShownCounters(statusLine)
  const score = /scor(?:e|ed)\b[^\d.-]{0,40}(-?\d+)/i.exec(reply)?.[1]
  const moves = /(\d+)\s+(?:moves?|turns?)\b/i.exec(reply)?.[1]
  return { score: score === undefined ? shown.score : Number(score), moves: moves === undefined ? shown.moves : Number(moves) }
}

function readMaximum(reply: string): number | null {
  const maximum = /(?:out of|total of|possible|maximum)\D{0,30}(\d+)/i.exec(reply)?.[1]
  return maximum === undefined ? null : Number(maximum)
}

/** The globals that grow by one a turn, from near zero. */
function findCountingGlobals(laboratory: Laboratory, start: MachineState): number[] {
  const { machine } = laboratory
  laboratory.restore(start)
  let before = readGlobals(machine)
  let counting = before.flatMap((value, global) => (value <= 2 ? [global] : []))
  for (let turn = 0; turn < QUIET_TURNS; turn++) {
    laboratory.proceed('wait')
    const now = readGlobals(machine)
    counting = counting.filter((global) => now[global] === before[global]! + 1)
    before = now
  }
  return counting
}

/** Whether the status line keeps showing what the globals hold, from the start on over a few turns. */
function findShown(laboratory: Laboratory, start: MachineState, score: number | null, moves: number | null): { score: boolean; moves: boolean } {
  const { machine } = laboratory
  laboratory.restore(start)
  const shows = { score: score !== null, moves: moves !== null }
  for (const action of ['look', 'wait', 'score', 'wait']) {
    laboratory.proceed(action)
    const shown = readShownCounters(readStatusLine(machine))
    shows.score &&= shown.score === signed(readGlobal(machine, score!))
    shows.moves &&= shown.moves === readGlobal(machine, moves!)
  }
  return shows
}
