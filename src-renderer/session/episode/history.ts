import { emptyEpisode, type EpisodeState } from '@shared/episode/state/episode'
import { reduceEvents } from '@shared/episode/state/reduce-episode'
import type { EpisodeEvent, EventOf, LoggedEvent, Stamp } from '@shared/episode/log/event'

/**
 * Every event the window has received of one episode, and what is needed to be at any of them at once: where each turn
 * lies, and a keyframe of the reduced state every 50 turns, or more in a very long one. A keyframe is a saved step of
 * the fold, never the source of truth.
 *
 * `events` and `keyframes` grow in place and are shared by successive histories; a history reads no further than its
 * own `latest`.
 */
export interface History {
  /** `events[seq]`. Logged events only: drafts live in `latest` and nowhere else. */
  readonly events: LoggedEvent[]
  /** `spans[turn]`. Turn 0 is the opening. */
  readonly spans: readonly TurnSpan[]
  readonly keyframes: Keyframe[]
  readonly latest: EpisodeState
}

/**
 * A state without its turns, which are the first `turnCount` of `latest`: with lists of their own the keyframes of a
 * hundred thousand turns would fill the memory.
 */
export interface Keyframe {
  readonly state: EpisodeState
  readonly turnCount: number
}

/** The events of one turn. `lastSeq` is null while more may come. */
export interface TurnSpan {
  readonly firstSeq: number
  readonly lastSeq: number | null
}

/** In turns. At a fixed distance those of a hundred thousand turns would take long to make. */
const keyframeDistance = (turn: number) => Math.max(50, turn / 200)

export const emptyHistory = (): History => ({
  events: [],
  spans: [{ firstSeq: 0, lastSeq: null }],
  keyframes: [],
  latest: emptyEpisode,
})

/** The history with `batch` at its end. Throws if an event is missing: what follows would be a state that never was. */
export function extendHistory(history: History, batch: readonly EpisodeEvent[]): History {
  const { events, keyframes } = history
  let { latest } = history
  const spans = history.spans.slice()
  // What another history added after this one is not part of this one: a feed that was cut off while it read on.
  events.length = latest.seq + 1
  dropKeyframes(keyframes, latest)
  let folded = 0
  /**
   * Folds up to event `end` of the batch. In pieces, for a fold of many events copies what they all change only once.
   */
  const foldTo = (end: number) => {
    latest = reduceEvents(latest, batch.slice(folded, end))
    folded = end
  }
  for (const [index, event] of batch.entries()) {
    if (event.event_type === 'llm_delta') continue
    if (event.seq !== events.length)
      throw new Error(`Event ${events.length} of the episode is missing; the host sent ${event.seq}.`)
    events.push(event)
    if (event.event_type === 'turn_started') startSpan(spans, event)
    if (event.event_type === 'episode_resumed' || event.event_type === 'episode_ended') {
      foldTo(index + 1)
      dropCutTurn(spans, latest)
      dropKeyframes(keyframes, latest)
    }
    if (
      event.event_type === 'turn_completed' &&
      event.turn - (keyframes.at(-1)?.turnCount ?? 0) >= keyframeDistance(event.turn)
    ) {
      foldTo(index + 1)
      keyframes.push({ state: { ...latest, turns: [] }, turnCount: latest.turns.length })
    }
  }
  foldTo(batch.length)
  return { events, keyframes, spans, latest }
}

/** What follows a turn without opening the next (a pause, the end of the episode) belongs to that turn. */
function startSpan(spans: TurnSpan[], { turn, seq }: EventOf<'turn_started'> & Stamp): void {
  if (turn === 0) return
  spans.length = Math.min(spans.length, turn)
  const last = spans.at(-1)
  if (last?.lastSeq === null) spans[spans.length - 1] = { ...last, lastSeq: seq - 1 }
  spans.push({ firstSeq: seq, lastSeq: null })
}

/**
 * A turn that was cut off, by a crash or by a stop, belongs to none: once the episode was resumed or ended it no longer
 * counts.
 */
function dropCutTurn(spans: TurnSpan[], { turns }: EpisodeState): void {
  spans.length = Math.min(spans.length, turns.length + 1)
}

/** Those that are not on the way to `latest`: after it, or of turns that were taken back. */
function dropKeyframes(keyframes: Keyframe[], { seq, turns }: EpisodeState): void {
  for (let last; (last = keyframes.at(-1)) && (last.state.seq > seq || last.turnCount > turns.length);) keyframes.pop()
}

/**
 * The state after event `seq`; at the end that is `latest`, with the draft that is being streamed.
 * `near` is a state of this history without a draft, from which the fold may start if it is closer than a keyframe.
 */
export function stateAt(history: History, seq: number, near: EpisodeState = emptyEpisode): EpisodeState {
  if (seq >= history.latest.seq) return history.latest
  const keyframe = history.keyframes.findLast(({ state }) => state.seq <= seq)
  const isNear = near.seq <= seq && near.seq > (keyframe?.state.seq ?? -1)
  const fromKeyframe = (): EpisodeState =>
    keyframe === undefined
      ? emptyEpisode
      : { ...keyframe.state, turns: history.latest.turns.slice(0, keyframe.turnCount) }
  const start = isNear ? near : fromKeyframe()
  return reduceEvents(start, history.events.slice(start.seq + 1, seq + 1))
}
