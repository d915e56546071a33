import type { HostApi } from '@shared/contract/contract'
import { emptyEpisode, type EpisodeState } from '@shared/episode/state/episode'
import { reduceEpisode, reduceEvents } from '@shared/episode/state/reduce-episode'
import type { ToolCallContext } from '../serving/offer-tools'

export interface Followed {
  readonly state: EpisodeState
  readonly isRunning: boolean
}

/** The episode now, then after each change until it no longer runs. Rejects when the signal aborts. */
async function* followEpisode(api: HostApi, episodeId: string, signal: AbortSignal): AsyncGenerator<Followed> {
  let state = emptyEpisode
  for await (const { events, live } of api.watchEpisode({ episodeId, fromSeq: 0 }, signal)) {
    state = reduceEvents(state, events)
    if (live) yield { state, isRunning: true }
  }
  signal.throwIfAborted()
  yield { state, isRunning: false }
}

export async function readEpisode(api: HostApi, episodeId: string, signal: AbortSignal): Promise<Followed> {
  for await (const followed of followEpisode(api, episodeId, signal)) return followed
  throw new Error(`Episode ${episodeId} cannot be read.`)
}

/** The episode at the end of a turn; 0 is the opening. Rejects with a sentence if the turn was not completed. */
export async function readEpisodeAt(
  api: HostApi,
  episodeId: string,
  turn: number,
  signal: AbortSignal,
): Promise<EpisodeState> {
  let state = emptyEpisode
  for await (const { events, live } of api.watchEpisode({ episodeId, fromSeq: 0 }, signal)) {
    for (const event of events) {
      state = reduceEpisode(state, event)
      if (state.opening !== null && state.openTurn === null && state.turns.length === turn) return state
    }
    if (live) break
  }
  signal.throwIfAborted()
  throw new Error(`Episode ${episodeId} has ${state.turns.length} complete turns: there is no turn ${turn}.`)
}

/** Waits until `isDone` or the episode no longer runs. Reports each turn. Aborting ends only the waiting. */
export async function waitUntil(
  api: HostApi,
  episodeId: string,
  isDone: (state: EpisodeState) => boolean,
  { signal, report }: ToolCallContext,
): Promise<Followed> {
  let reported: number | null = null
  for await (const followed of followEpisode(api, episodeId, signal)) {
    const { state, isRunning } = followed
    const turns = state.turns.length
    if (reported !== null && turns > reported)
      await report({
        progress: turns,
        ...(state.turnLimit !== null && { total: state.turnLimit }),
        message: lastTurnLine(state),
      })
    reported = turns
    if (!isRunning || (state.ended === null && isDone(state))) return followed
  }
  throw new Error(`Episode ${episodeId} cannot be read.`)
}

function lastTurnLine({ turns }: EpisodeState): string {
  const last = turns.at(-1)
  const { location = null, score = null } = last?.observation ?? {}
  return [
    `Turn ${turns.length}: ${last?.action?.action ?? ''}`,
    location?.name,
    score === null ? null : `score ${score}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

export const isPaused = ({ control }: EpisodeState): boolean => control.mode === 'paused'
