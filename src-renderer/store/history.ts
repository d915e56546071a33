import { emptyEpisode, type EpisodeState, reduceEpisode } from '@shared/episode/episode'
import type { EpisodeEvent, LoggedEvent } from '@shared/episode/event'

/**
 * Every event the window has received of one episode, and what is needed to be at any of them at once: where each turn lies, and a
 * keyframe of the reduced state every 50 turns. A keyframe is a saved step of the fold, never the source of truth.
 *
 * `events` and `keyframes` grow in place and are shared by successive histories; a history reads no further than its own `latest`.
 */
export interface History {
  /** `events[seq]`. Logged events only: drafts live in `latest` and nowhere else. */
  readonly events: LoggedEvent[]
  /** `spans[turn]`. Turn 0 is the opening. */
  readonly spans: readonly TurnSpan[]
  readonly keyframes: EpisodeState[]
  readonly latest: EpisodeState
}

/** The events of one turn. `lastSeq` is null while more may come. */
export interface TurnSpan {
  readonly firstSeq: number
  readonly lastSeq: number | null
}

const KEYFRAME_TURNS = 50

export const emptyHistory = (): History => ({ events: [], spans: [{ firstSeq: 0, lastSeq: null }], keyframes: [], latest: emptyEpisode })

/** The history with `batch` at its end. Throws if an event is missing: what follows a gap would be a state that never was. */
export function extendHistory(history: History, batch: readonly EpisodeEvent[]): History {
  const { events, keyframes } = history
  let { latest, spans } = history
  for (const event of batch) {
    latest = reduceEpisode(latest, event)
    if (event.event_type === 'llm_delta') continue
    if (event.seq !== events.length) throw new Error(`Event ${events.length} of the episode is missing; the host sent ${event.seq}.`)
    events.push(event)
    spans = extendSpans(spans, event, latest)
    if (event.event_type === 'turn_completed' && event.turn % KEYFRAME_TURNS === 0) keyframes.push(latest)
  }
  return { events, keyframes, spans, latest }
}

/**
 * What follows a turn without opening the next (a pause, the end of the episode) belongs to that turn. A turn that was cut off, by a
 * crash or by a stop, belongs to none: once the episode was resumed or ended it no longer counts.
 */
function extendSpans(spans: readonly TurnSpan[], event: LoggedEvent, { turns }: EpisodeState): readonly TurnSpan[] {
  if (event.event_type === 'episode_resumed' || event.event_type === 'episode_ended') return spans.slice(0, turns.length + 1)
  if (event.event_type !== 'turn_started' || event.turn === 0) return spans
  const before = spans.slice(0, event.turn)
  const last = before.at(-1)
  if (last?.lastSeq === null) before[before.length - 1] = { ...last, lastSeq: event.seq - 1 }
  before.push({ firstSeq: event.seq, lastSeq: null })
  return before
}

/**
 * The state after event `seq`; at the end that is `latest`, with the draft that is being streamed.
 * `near` is a state of this history without a draft, from which the fold may start if it is closer than a keyframe.
 */
export function stateAt(history: History, seq: number, near: EpisodeState = emptyEpisode): EpisodeState {
  if (seq >= history.latest.seq) return history.latest
  const keyframe = history.keyframes.findLast((state) => state.seq <= seq) ?? emptyEpisode
  const start = near.seq <= seq && near.seq > keyframe.seq ? near : keyframe
  return history.events.slice(start.seq + 1, seq + 1).reduce(reduceEpisode, start)
}
