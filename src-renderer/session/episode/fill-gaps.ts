import { emptyEpisode, reduceEpisode, type Turn } from '@shared/episode/episode'
import type { EventOf, LoggedEvent } from '@shared/episode/event'
import type { History } from './history'

/** True if nothing is missing of the turn. */
export const isWhole = ({ hasGaps, filled }: History, turn: number): boolean =>
  !hasGaps || (filled !== null && turn >= filled.fromTurn && turn <= filled.toTurn)

/**
 * The outline with the gaps of some turns filled, and with those open again that were filled before: what is kept of
 * the log stays the same however long one looks around in it. `read` holds every event of the turns, and before them
 * the requests that theirs build on.
 */
export function fillGaps(history: History, fromTurn: number, toTurn: number, read: readonly LoggedEvent[]): History {
  const { events, latest, spans } = history
  // oxlint-disable-next-line typescript/no-array-delete -- a gap is what it is to leave
  for (const seq of history.filled?.seqs ?? []) delete events[seq]
  const start = spans[fromTurn]?.firstSeq ?? 0
  const turns = new Map<number, Turn>()
  const seqs: number[] = []
  let state = emptyEpisode
  for (const event of read) {
    if (event.seq > latest.seq) break
    if (event.seq < start) {
      if (event.event_type === 'llm_request') addRequest(turns, latest.turns[event.turn - 1], event)
      continue
    }
    if (events[event.seq] === undefined) {
      events[event.seq] = event
      seqs.push(event.seq)
    }
    state = reduceEpisode(state, event)
    const done = event.event_type === 'turn_completed' ? state.turns.at(-1) : undefined
    if (done) turns.set(done.number, done)
  }
  return { ...history, filled: { fromTurn, toTurn, seqs, turns } }
}

/** To a turn that was left out of the outline: one that is in it has its requests. */
function addRequest(turns: Map<number, Turn>, told: Turn | undefined, request: EventOf<'llm_request'>): void {
  if (told === undefined || told.iterations.length > 0) return
  const turn = turns.get(told.number) ?? told
  turns.set(turn.number, {
    ...turn,
    iterations: [
      ...turn.iterations,
      { number: request.iteration, request, response: null, toolCalls: [], draft: null },
    ],
  })
}
