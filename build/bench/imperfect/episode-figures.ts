import { buildStateBlocks } from '@shared/episode/state/build-state-block'
import type { EpisodeState } from '@shared/episode/state/episode'
import type { Outcome } from '@shared/episode/state/state-block'

/** What is held of an episode: how it went, and what was wasted. */
export interface EpisodeFigures {
  readonly turns: number
  readonly score: number
  readonly locations: number
  /** Share of commands that brought nothing. */
  readonly refused: number
  /** Share of commands that were not given before. */
  readonly unique: number
  /** Share of commands given in a place where they had failed already. */
  readonly repeats: number
  /** The longest time without a new location and without a gain of score. */
  readonly longestStall: number
}

const REFUSALS: ReadonlySet<Outcome> = new Set(['unknown_word', 'not_visible', 'refused', 'no_op', 'ambiguous'])

export function figuresOf(state: EpisodeState): EpisodeFigures {
  const blocks = buildStateBlocks(state, 'L2')
  const seen = new Set<number>()
  const commands = new Set<string>()
  const failed = new Set<string>()
  let best = 0
  let refused = 0
  let repeats = 0
  let stall = 0
  let longestStall = 0
  for (const [index, { location, score = 0, last }] of blocks.entries()) {
    const command = last?.action.trim().toLowerCase()
    const at = `${blocks[index - 1]?.location?.id}|${command}`
    if (failed.has(at)) repeats++
    if (last && command !== undefined) {
      commands.add(command)
      if (isRefusal(last.outcome)) {
        refused++
        failed.add(at)
      } else failed.delete(at)
    }
    const isProgress = score > best || (location !== undefined && !seen.has(location.id))
    stall = isProgress ? 0 : stall + 1
    longestStall = Math.max(longestStall, stall)
    best = Math.max(best, score)
    if (location) seen.add(location.id)
  }
  const turns = Math.max(1, blocks.length - 1)
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

const isRefusal = (outcome: Outcome) => REFUSALS.has(outcome)
