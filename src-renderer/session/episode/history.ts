import type { EpisodeEvent, EventOf, LoggedEvent, Stamp } from '@shared/episode/log/event'
import { emptyEpisode, type EpisodeState } from '@shared/episode/state/episode'
import { reduceEvents } from '@shared/episode/state/reduce-episode'

/**
 * All received events of an episode, with the span of each turn and a keyframe of the reduced state every 50 turns
 * (more in a very long episode) for fast seeking. A keyframe is a cache of the fold, never the source of truth.
 *
 * Successive histories share `events` and `keyframes`, which grow in place; each reads only up to its own `latest`.
 */
export interface History {
  /** `events[seq]`. It holds logged events only; a draft exists only in `latest`. */
  readonly events: LoggedEvent[]
  /** `spans[turn]`. Turn 0 is the opening. */
  readonly spans: readonly TurnSpan[]
  readonly keyframes: Keyframe[]
  readonly latest: EpisodeState
}

/** A state whose turns are the first `turnCount` of `latest`. Separate lists of turns would exhaust the memory. */
export interface Keyframe {
  readonly state: EpisodeState
  readonly turnCount: number
}

/** The events of one turn. `lastSeq` is null while the turn may get more events. */
export interface TurnSpan {
  readonly firstSeq: number
  readonly lastSeq: number | null
}

/** The number of turns between two keyframes. It grows, because a fixed distance is slow at 100,000 turns. */
const keyframeDistance = (turn: number) => Math.max(50, turn / 200)

export const emptyHistory = (): History => ({
  events: [],
  spans: [{ firstSeq: 0, lastSeq: null }],
  keyframes: [],
  latest: emptyEpisode,
})

/** Appends `batch`. Throws if an event is missing, because a fold across a gap gives a state that never existed. */
export function extendHistory(history: History, batch: readonly EpisodeEvent[]): History {
  const { events, keyframes } = history
  let { latest } = history
  const spans = history.spans.slice()
  // Drop events that a cancelled feed appended for another history.
  events.length = latest.seq + 1
  dropKeyframes(keyframes, latest)
  let folded = 0
  /** Folds up to event `end` of the batch; folding many events at once copies shared state only once. */
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

/** Events between two turns (a pause, the end of the episode) belong to the earlier turn. */
function startSpan(spans: TurnSpan[], { turn, seq }: EventOf<'turn_started'> & Stamp): void {
  if (turn === 0) return
  spans.length = Math.min(spans.length, turn)
  const last = spans.at(-1)
  if (last?.lastSeq === null) spans[spans.length - 1] = { ...last, lastSeq: seq - 1 }
  spans.push({ firstSeq: seq, lastSeq: null })
}

/** Drops the span of a turn that a crash or a stop cut off, once the episode is resumed or ended. */
function dropCutTurn(spans: TurnSpan[], { turns }: EpisodeState): void {
  spans.length = Math.min(spans.length, turns.length + 1)
}

/** Drops keyframes that are after `latest` or include undone turns. */
function dropKeyframes(keyframes: Keyframe[], { seq, turns }: EpisodeState): void {
  for (let last; (last = keyframes.at(-1)) && (last.state.seq > seq || last.turnCount > turns.length);) keyframes.pop()
}

/**
 * The state after event `seq`. `near` is a state without a draft, from which the fold starts unless a keyframe is
 * closer.
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
