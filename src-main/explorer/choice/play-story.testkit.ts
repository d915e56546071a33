import { readFileSync } from 'node:fs'
import { buildStateBlock, buildStateBlocks } from '@shared/episode/state/build-state-block'
import { emptyEpisode, type EpisodeState, type Turn } from '@shared/episode/state/episode'
import { plainTurn } from '@shared/episode/state/plain-turn.testkit'
import type { StateBlock } from '@shared/episode/state/state-block'
import { observe } from '../../story/facts/observe'
import { openEnvironment } from '../../story/live-environment'
import { learn } from '../memory/learn'
import { emptyMemory, type Memory } from '../memory/memory'
import { decide, type Decision } from './decide'

/** A story in this process with the episode state from which prompts are built, without host, log or HTTP. */
interface OpenStory {
  readonly state: () => EpisodeState
  /** True if the story asks for a single key. A prompt states this next to the state block. */
  readonly waitsForKey: () => boolean
  /** True if a host would end the episode: the game is won, lost or halted. */
  readonly isOver: () => boolean
  act(command: string, reasoning?: string): void
}

export function openStory(file: string, seed: number): OpenStory {
  const environment = openEnvironment(readFileSync(file), 'app')
  const opening = observe(environment, environment.reset({ seed }))
  const turns: Turn[] = []
  return {
    state: () => ({ ...emptyEpisode, opening, turns }),
    waitsForKey: () => environment.input.kind === 'char',
    isOver: () =>
      environment.input.kind === 'ended' || environment.gameOver() === true || environment.victory() === true,
    act: (command, reasoning = '') =>
      void turns.push(plainTurn(turns.length + 1, command, observe(environment, environment.step(command)), reasoning)),
  }
}

/** The result of an episode after a number of turns, or at its end if the story ended earlier. */
export interface Course {
  readonly score: number
  readonly best: number
  readonly locations: number
  readonly deaths: number
}

export function courseOf(state: EpisodeState): (turns: number) => Course {
  const blocks = buildStateBlocks(state, 'L2')
  return (turns) => {
    const played = blocks.slice(0, turns + 1)
    return {
      score: played.at(-1)?.score ?? 0,
      best: Math.max(...played.map(({ score = 0 }) => score)),
      locations: new Set(played.flatMap(({ location }) => location?.id ?? [])).size,
      deaths: played.filter(({ last }) => last?.outcome === 'died').length,
    }
  }
}

interface PlayedTurn {
  readonly block: StateBlock
  readonly memory: Memory
  readonly decision: Decision
  /** Time to learn from the last turn and to decide. */
  readonly decisionMs: number
}

/** Plays a story by calling `learn` and `decide` directly, with the same state blocks as in prompts. */
export function playStory(
  file: string,
  { seed, turns }: { readonly seed: number; readonly turns: number },
): { readonly turns: readonly PlayedTurn[]; readonly at: (turn: number) => Course } {
  const story = openStory(file, seed)
  const played: PlayedTurn[] = []
  let memory = emptyMemory
  while (played.length < turns && !story.isOver()) {
    const block = buildStateBlock(story.state(), 'L2')
    const startedAt = performance.now()
    const waitsForKey = story.waitsForKey()
    memory = learn(memory, {
      action: block.last?.action ?? null,
      objective: null,
      block,
      text: block.observation,
      waitsForKey,
    })
    const decision = decide(memory, { seed, temperature: 0.6 })
    const decisionMs = performance.now() - startedAt
    played.push({ block, memory, decision, decisionMs })
    story.act(decision.command)
  }
  return { turns: played, at: courseOf(story.state()) }
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}
