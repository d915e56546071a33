import type { EpisodeState } from '@shared/episode/state/episode'
import type { EventOf } from '@shared/episode/log/event'
import { chronicle } from '@shared/agent/chronicle'
import { CHARS_PER_TOKEN, type MindView } from '@shared/agent/view'
import { compactionOf, laidOutTurns } from './laid-out-context'
import { sizeOfAll } from './prompt'

/** Turns that are always told in full. */
export const TURNS_KEPT = 8

/** Above this share of the room there is, turns are compacted, to at most the second; the chronicle takes the third. */
const FULL = 0.9
const EMPTIED = 0.5
const MOST_CHRONICLE = 0.35

/** What a request may hold. */
export interface Room {
  /** Tokens that messages and tool definitions together may take. */
  readonly tokens: number
  readonly charsPerToken: number
}

/**
 * Characters of a token, as the last reply to the actor counted them: 2.5 to 5, whatever an endpoint says, and 3.6
 * before the first. Pure, so that a past prompt comes out the same.
 */
export function charsPerToken({ turns, openTurn }: EpisodeState): number {
  for (const turn of [...(openTurn ? [openTurn] : []), ...lastFirst(turns)]) {
    for (const { request, response } of lastFirst(turn.iterations)) {
      const chars = request?.sections?.reduce((sum, section) => sum + section.chars, 0)
      if (chars !== undefined && response?.usage.input) return clamp(chars / response.usage.input, 2.5, 5)
    }
  }
  return CHARS_PER_TOKEN
}

function* lastFirst<Item>(items: readonly Item[]): Generator<Item> {
  for (let index = items.length - 1; index >= 0; index--) {
    const item = items[index]
    if (item !== undefined) yield item
  }
}

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))

/**
 * The compaction that has to come before the next request, or null if it fits: `rest` characters are in it beside the
 * turns. It tells as few turns in short as free half of the room, and leaves the last eight as they are.
 */
export function planCompaction(
  view: MindView,
  rest: number,
  { tokens, charsPerToken: perToken }: Room,
  fullAt = FULL,
): Omit<EventOf<'context_compacted'>, 'event_type' | 'turn'> | null {
  const { state } = view
  const before = compactionOf(state)
  const told = before?.to_turn ?? 0
  const last = state.turns.length - TURNS_KEPT
  const size = (chars: number) => Math.ceil(chars / perToken)
  const full = rest + sizeOfAll(laidOutTurns(state, before))
  if (size(full) <= fullAt * tokens || last <= told) return null
  const most = Math.floor(MOST_CHRONICLE * tokens * perToken)
  const compacted = (toTurn: number) => {
    const text = chronicle(view, { from: 1, to: toTurn }, most)
    const compaction = { from_turn: 1, to_turn: toTurn, method: 'chronicle' as const, text }
    const tokensAfter = size(
      rest + sizeOfAll(laidOutTurns(state, { ...compaction, turn: 0, tokens_before: 0, tokens_after: 0 })),
    )
    return { ...compaction, tokens_before: size(full), tokens_after: tokensAfter }
  }
  // More turns in short are never longer by much, so that halving finds the fewest that are enough.
  let [enough, tooFew] = [last, told]
  while (enough - tooFew > 1) {
    const middle = Math.floor((enough + tooFew) / 2)
    if (compacted(middle).tokens_after <= EMPTIED * tokens) enough = middle
    else tooFew = middle
  }
  return compacted(enough)
}
