import type { LoggedEvent } from '@shared/episode/log/event'
import { firstTurnOf } from '@shared/episode/state/part'
import type { History } from './history'

/** The shown point. `event` counts from 0 in the turn; null is the turn's last event. "live" follows the end. */
export type Playhead = 'live' | { readonly turn: number; readonly event: number | null }

/** `seq` of the last event applied. A playhead beyond the known turns is at the end. */
export function seqOf({ spans, latest }: History, playhead: Playhead): number {
  if (playhead === 'live') return latest.seq
  const span = spans[playhead.turn]
  if (!span) return latest.seq
  const last = span.lastSeq ?? latest.seq
  return playhead.event === null ? last : Math.min(span.firstSeq + playhead.event, last)
}

/** The turn at the playhead; 0 is the opening. */
export const turnOf = ({ spans }: History, playhead: Playhead): number =>
  playhead === 'live' ? spans.length - 1 : Math.min(playhead.turn, spans.length - 1)

/** Never "live": while an episode opens, its first turn is also its end for a moment. */
export const FIRST_TURN: Playhead = { turn: 0, event: null }

/** The opening. In a part of an episode: its first turn, and from there the opening. */
export function toStart(history: History, playhead: Playhead): Playhead {
  const from = firstTurnOf(history.latest)
  return turnOf(history, playhead) > from ? { turn: from, event: null } : FIRST_TURN
}

/**
 * Turn `turn`, clamped; the last turn is "live". While the log is read, the last turn is unknown and the playhead waits
 * for `turn`.
 */
export function atTurn({ spans }: History, turn: number, isRead = true): Playhead {
  if (isRead && turn >= spans.length - 1) return 'live'
  return { turn: Math.max(0, Math.round(turn)), event: null }
}

/** The playhead at `share` (0 to 1) of the known turns. */
export const atShare = (history: History, share: number, isRead = true): Playhead =>
  atTurn(history, Math.round(share * (history.spans.length - 1)), isRead)

/** Moves by `turns`, back if negative. From inside a turn, the first step back leads to the previous turn. */
export function stepTurns(history: History, playhead: Playhead, turns: number, isRead = true): Playhead {
  const from = isRead || playhead === 'live' ? turnOf(history, playhead) : playhead.turn
  return atTurn(history, from + turns, isRead)
}

/** Moves by one event (+1 or -1) across turns. At the last event read so far, it stays. */
export function stepEvent(
  history: History,
  playhead: Playhead,
  by: 1 | -1,
  isSkipped: (event: LoggedEvent) => boolean = () => false,
  isRead = true,
): Playhead {
  const { spans, events, latest } = history
  let turn = turnOf(history, playhead)
  // If a turn was cut off, "live" may be beyond the last turn.
  let seq = Math.min(seqOf(history, playhead), (spans[turn]?.lastSeq ?? latest.seq) + 1)
  for (;;) {
    seq += by
    const span = spans[turn]
    if (!span || turn < 0) return { turn: 0, event: 0 }
    if (seq > (span.lastSeq ?? latest.seq)) {
      const next = spans[++turn]
      if (!next) return isRead ? 'live' : playhead
      seq = next.firstSeq
    } else if (seq < span.firstSeq) {
      const previous = spans[--turn]
      if (!previous) return { turn: 0, event: 0 }
      seq = previous.lastSeq ?? latest.seq
    }
    const event = events[seq]
    if (event && !isSkipped(event)) return { turn, event: seq - (spans[turn]?.firstSeq ?? 0) }
  }
}
