import { isExpected } from '@shared/base/expected-error'
import { QuetzalError, type GameEnvironment } from './environment'
import { hashState } from './facts/world-diff'
import { openEnvironment } from './live-environment'
import { InterpretingMachine, TwinMachines } from './twin-machines.testkit'
import { applyMachine, captureMachine } from './zmachine/state/machine-state'

interface FuzzOptions {
  readonly stories: readonly Uint8Array[]
  readonly runs: number
  readonly seed: number
  /** Called after every run, so that long runs can show their progress. */
  readonly onRun?: (run: number) => void
}

interface FuzzReport {
  readonly runs: number
  /** Number of stories that were refused before the first instruction. */
  readonly refused: number
  readonly steps: number
  /** Number of typed faults by kind; `boot` for those before the first input of the machine alone. */
  readonly faults: Readonly<Record<string, number>>
  readonly slowestRunMs: number
}

const MAX_FLIPS = 6
const STEPS = 6
const STEP_BUDGET = 20_000
/** Every 40th run calls everything in the environment; the others run the machine alone, which is much faster. */
const ENVIRONMENT_RUNS = 40
/** Every tenth run compares compiled with interpreted code. Compiling a damaged story takes most of its time. */
const COMPARED_RUNS = 10

type Random = (below: number) => number

const ACTIONS = [
  'look',
  'inventory',
  'wait',
  'north',
  'south',
  'east',
  'west',
  'up',
  'down',
  'in',
  'out',
  'take all',
  'drop all',
  'open',
  'close',
  'save',
  'restore',
  'restart',
  'undo',
  'yes',
  'no',
  'score',
  '',
  '<up>',
  '.',
  'again',
  'x'.repeat(300),
  'ünïcödé 漢',
  '"',
  'take, take. take',
]

/**
 * Damages stories at random and plays random commands on them. Each run must end in a refusal, a typed fault, or a step
 * that can be undone exactly. Otherwise an Error names the seed and the run.
 */
export function fuzzGame({ stories, runs, seed, onRun }: FuzzOptions): FuzzReport {
  const faults: Record<string, number> = {}
  let refused = 0
  let steps = 0
  let slowestRunMs = 0
  for (let run = 0; run < runs; run++) {
    const random = createRandom(seed + run * 7919)
    const story = damage(stories[random(stories.length)]!, random)
    const start = performance.now()
    const count = (kind: string | null) => {
      steps++
      if (kind !== null) faults[kind] = (faults[kind] ?? 0) + 1
    }
    try {
      if (run % ENVIRONMENT_RUNS === 0) fuzzEnvironment(story, random, count)
      else fuzzMachine(story, run % COMPARED_RUNS === 1, random, count)
    } catch (error) {
      if (!isExpected(error, 'bad_story'))
        throw new Error(`Fuzzing with seed ${seed} broke in run ${run}.`, { cause: error })
      refused++
    }
    slowestRunMs = Math.max(slowestRunMs, performance.now() - start)
    onRun?.(run)
  }
  return { runs, refused, steps, faults, slowestRunMs: Math.round(slowestRunMs) }
}

/**
 * Runs the machine alone: interpreted, or compiled and interpreted with the same result. Damage must neither exceed the
 * budget nor break a restored state.
 */
function fuzzMachine(
  story: Uint8Array,
  isCompared: boolean,
  random: Random,
  count: (kind: string | null) => void,
): void {
  const profile = random(2) === 0 ? 'app' : 'plain'
  const machines = isCompared ? new TwinMachines(story, profile) : new InterpretingMachine(story, profile)
  const machine = machines.interpreting
  const seed = random(100)
  if (machines.step((each) => each.boot(seed, STEP_BUDGET)) !== null) return count('boot')
  for (let step = 0; step < STEPS && machine.waiting.kind !== 'ended'; step++) {
    const state = captureMachine(machine)
    const hash = hashState(machine)
    const [action, elapsedTenths] = [chooseAction([], random), random(4) * 10]
    const fault = machines.step((each) => each.resume(action, elapsedTenths, STEP_BUDGET))
    if (fault !== null || random(3) === 0) {
      machines.each((each) => applyMachine(each, state))
      if (hashState(machine) !== hash) throw new Error('A restored state has another hash.')
    }
    count(fault?.kind ?? null)
  }
}

/** Runs the environment and all its queries. */
function fuzzEnvironment(story: Uint8Array, random: Random, count: (kind: string | null) => void): void {
  const environment = openEnvironment(story, random(2) === 0 ? 'app' : 'plain')
  const words = environment.getDictionary().map(({ word }) => word)
  for (let step = 0; step < STEPS && environment.input.kind !== 'ended'; step++) {
    const hash = environment.getStateHash()
    const { fault } = environment.step(chooseAction(words, random), {
      budget: STEP_BUDGET,
      elapsedTenths: random(4) * 10,
    })
    if (fault !== null && environment.getStateHash() !== hash)
      throw new Error(`The fault "${fault.message}" left something behind.`)
    count(fault?.kind ?? null)
  }
  askEverything(environment)
  for (let saves = 0; saves < STEPS; saves++) restoreDamaged(environment, random)
}

function chooseAction(words: readonly string[], random: Random): string {
  if (words.length === 0 || random(3) === 0) return ACTIONS[random(ACTIONS.length)]!
  return `${words[random(words.length)]!} ${words[random(words.length)]!}`.replaceAll(/[\n\r]/g, ' ')
}

function askEverything(environment: GameEnvironment): void {
  const hash = environment.getStateHash()
  void environment.support
  environment.getPlayerObject()
  environment.getPlayerLocation()
  environment.getLocation()
  environment.getInventory()
  environment.getVisibleObjects()
  environment.getNames()
  environment.getWorldObjects()
  environment.getWorldDiff()
  environment.getWorldStateHash()
  environment.getGrammar()
  environment.getValidExits({ maxTrials: 8 })
  environment.getValidActions({ maxTrials: 30 })
  environment.victory()
  if (environment.getStateHash() !== hash) throw new Error('A question changed the live state.')
}

/** Restores a saved game, whole or damaged. A refusal must change nothing. */
function restoreDamaged(environment: GameEnvironment, random: Random): void {
  if (environment.emulatorHalted()) return
  const hash = environment.getStateHash()
  try {
    const saved = environment.saveQuetzal()
    environment.restoreQuetzal(random(2) === 0 ? saved : damage(saved, random))
  } catch (error) {
    if (!(error instanceof QuetzalError)) throw error
    if (environment.getStateHash() !== hash)
      throw new Error('A refused saved game changed the state.', { cause: error })
  }
}

/** Writes random bytes at random addresses, half of them in dynamic memory, and sometimes truncates the story. */
function damage(story: Uint8Array, random: Random): Uint8Array {
  const damaged = new Uint8Array(random(12) === 0 ? story.subarray(0, random(story.length)) : story)
  const dynamic = Math.min(damaged.length, ((story[0x0e]! << 8) | story[0x0f]!) + 1)
  for (let flips = random(MAX_FLIPS); flips > 0 && damaged.length > 0; flips--) {
    damaged[random(2) === 0 ? random(dynamic) : random(damaged.length)] = random(256)
  }
  return damaged
}

/** A small generator of our own (mulberry32), so that a seed repeats a run anywhere. */
function createRandom(seed: number): Random {
  let state = seed | 0
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % Math.max(1, below)
  }
}
