import { readFileSync } from 'node:fs'
import { buildStateBlock } from '@shared/episode/build-state-block'
import { emptyEpisode, type Observation, type Turn } from '@shared/episode/episode'
import type { StateBlock } from '@shared/episode/state-block'
import { openEnvironment } from '../game/environment'
import { observe } from '../host/run-turn'
import { decide, type Decision } from './decide'
import { learn } from './learn'
import { emptyMemory, type Memory } from './memory'

export interface PlayedTurn {
  readonly block: StateBlock
  readonly memory: Memory
  readonly decision: Decision
}

export interface PlayedStory {
  readonly turns: readonly PlayedTurn[]
  /** Score after n turns; the last one where the story ended before. */
  scoreAt(turn: number): number
  /** Distinct locations seen in the first n turns. */
  locationsAt(turn: number): number
}

/** Plays a story with the explorer's decision alone: the same state blocks as in a prompt, without host, log or HTTP. */
export function playStory(file: string, { seed, turns }: { readonly seed: number; readonly turns: number }): PlayedStory {
  const environment = openEnvironment(readFileSync(file), 'app')
  const opening = observe(environment, environment.reset({ seed }))
  const past: Turn[] = []
  const played: PlayedTurn[] = []
  let memory = emptyMemory
  for (let number = 1; number <= turns; number++) {
    const block = buildStateBlock({ ...emptyEpisode, opening, turns: past }, 'L2')
    memory = learn(memory, { action: block.last?.action ?? null, objective: null, block, text: block.observation })
    const decision = decide(memory, { seed, temperature: 0.6 })
    played.push({ block, memory, decision })
    if (environment.input.kind === 'ended') break
    past.push(turnOf(number, decision.command, observe(environment, environment.step(decision.command))))
  }
  const until = (turn: number) => played.slice(0, turn + 1)
  return {
    turns: played,
    scoreAt: (turn) => until(turn).at(-1)?.block.score ?? 0,
    locationsAt: (turn) => new Set(until(turn).flatMap(({ block }) => block.location?.id ?? [])).size,
  }
}

const turnOf = (number: number, action: string, observation: Observation): Turn => ({
  number,
  startedAt: '',
  firstSeq: 0,
  lastSeq: 0,
  session: null,
  iterations: [],
  action: { action, reasoning: '', new_objective: null, source: 'model' },
  observation,
  problems: [],
  completed: null,
})

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}
