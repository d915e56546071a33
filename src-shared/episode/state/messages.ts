import type { ChatMessage } from '../log/chat'
import type { EpisodeState, Iteration } from './episode'

/**
 * The messages that an iteration sent. The log stores only additions, so this function walks back through earlier
 * requests. Null if one of them is missing.
 */
export function messagesSent(
  state: EpisodeState,
  turnNumber: number,
  iterationNumber: number,
): readonly ChatMessage[] | null {
  const sent: ChatMessage[] = []
  let wanted = Infinity
  for (const { number, turn, request } of requestsBackwards(state, turnNumber)) {
    if (request === null || (turn === turnNumber && number > iterationNumber)) continue
    if (wanted === Infinity && (turn !== turnNumber || number !== iterationNumber)) return null
    const { messages_kept: kept, messages_added: added } = request
    sent.unshift(...added.slice(0, Math.max(0, wanted - kept)))
    wanted = Math.min(wanted, kept)
    if (wanted === 0) return sent
  }
  return null
}

function* requestsBackwards(state: EpisodeState, from: number): Generator<Iteration & { turn: number }> {
  const turns =
    state.openTurn && state.openTurn.number <= from ? [...state.turns, state.openTurn] : state.turns.slice(0, from)
  for (const turn of turns.toReversed())
    for (const iteration of turn.iterations.toReversed()) yield { ...iteration, turn: turn.number }
}

/** Number of leading messages that two lists share, as in `llm_request.messages_kept`. */
export function sharedPrefix(before: readonly ChatMessage[], after: readonly ChatMessage[]): number {
  const length = Math.min(before.length, after.length)
  for (let index = 0; index < length; index++) if (!sameMessage(before[index], after[index])) return index
  return length
}

/** Compares the contents first, which is cheaper than serializing both messages. */
const sameMessage = (a: ChatMessage | undefined, b: ChatMessage | undefined) =>
  a === b ||
  (a?.content === b?.content && JSON.stringify({ ...a, content: null }) === JSON.stringify({ ...b, content: null }))
