import { chronicle } from '@shared/agent/parts/chronicle'
import { CHARS_PER_TOKEN, type MindView } from '@shared/agent/view'
import type { EventOf } from '@shared/episode/log/event'
import type { EpisodeState } from '@shared/episode/state/episode'
import { compactionOf, laidOutTurns } from './laid-out-context'
import { sizeOfAll } from './prompt'

/** Number of the latest turns that are never compacted. */
const TURNS_KEPT = 8

/**
 * Shares of the room: compaction starts above the first and stops at the second; the chronicle gets at most the third.
 */
const FULL = 0.9
const EMPTIED = 0.5
const MAX_CHRONICLE = 0.35

/** The size limit of a request. */
export interface Room {
  /** Maximum number of tokens of messages and tool definitions together. */
  readonly tokens: number
  readonly charsPerToken: number
}

/**
 * Characters per token according to the usage of the actor's last reply, between 2.5 and 5; 3.6 before the first reply.
 * Pure, so that a past prompt can be rebuilt.
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
 * The compaction needed before the next request; null if it fits, or if no more turns can be compacted. `rest` is the
 * size of the request without the opening and the turns, in characters; `fullAt` is the share of the room above which
 * the request does not fit. Compacts the fewest turns that free half of the room, or else all but the last eight.
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
  const most = Math.floor(MAX_CHRONICLE * tokens * perToken)
  const compacted = (toTurn: number) => {
    const text = chronicle(view, { from: 1, to: toTurn }, most)
    const compaction = { from_turn: 1, to_turn: toTurn, method: 'chronicle' as const, text }
    const tokensAfter = size(
      rest + sizeOfAll(laidOutTurns(state, { ...compaction, turn: 0, tokens_before: 0, tokens_after: 0 })),
    )
    return { ...compaction, tokens_before: size(full), tokens_after: tokensAfter }
  }
  // Size decreases with the number of compacted turns, so bisection finds the fewest.
  let [enough, tooFew] = [last, told]
  while (enough - tooFew > 1) {
    const middle = Math.floor((enough + tooFew) / 2)
    if (compacted(middle).tokens_after <= EMPTIED * tokens) enough = middle
    else tooFew = middle
  }
  return compacted(enough)
}
