import { buildStateBlocks } from '@shared/episode/state/build-state-block'
import type { EpisodeState } from '@shared/episode/state/episode'
import { wastedIn } from '@shared/experiments/result'

/** The result of an episode, and the share of it that was wasted. */
export interface EpisodeFigures {
  readonly turns: number
  readonly score: number
  readonly locations: number
  /** Share of refused commands. */
  readonly refused: number
  /** Share of commands that were not given before. */
  readonly unique: number
  /** Share of commands given in a place where they had failed already. */
  readonly repeats: number
  /** The longest time without a new location and without a gain of score. */
  readonly longestStall: number
}

export function figuresOf(state: EpisodeState): EpisodeFigures {
  const blocks = buildStateBlocks(state, 'L2')
  const seen = new Set<number>()
  const commands = new Set<string>()
  let best = 0
  let stall = 0
  let longestStall = 0
  for (const { location, score = 0, last } of blocks) {
    if (last) commands.add(last.action.trim().toLowerCase())
    const isProgress = score > best || (location !== undefined && !seen.has(location.id))
    stall = isProgress ? 0 : stall + 1
    longestStall = Math.max(longestStall, stall)
    best = Math.max(best, score)
    if (location) seen.add(location.id)
  }
  const turns = Math.max(1, blocks.length - 1)
  const { refused, repeats } = wastedIn(state)
  return {
    turns: blocks.length - 1,
    score: blocks.at(-1)?.score ?? 0,
    locations: seen.size,
    refused: refused / turns,
    unique: commands.size / turns,
    repeats: repeats / turns,
    longestStall,
  }
}
