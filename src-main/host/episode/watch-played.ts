import type { EpisodeState } from '@shared/episode/state/episode'
import { traitsOf } from '@shared/episode/state/players'
import type { ChangeSignal } from './change-signal'
import type { RunningEpisode } from './running-episode'

export interface PlayedEpisode {
  readonly id: string
  readonly state: EpisodeState
}

export interface Played {
  readonly here: readonly PlayedEpisode[]
  /** Episodes that have ended or were suspended since the last value. */
  readonly gone: readonly PlayedEpisode[]
}

/** Yields the episodes that a host plays, now and after each start, stop, completed turn, pause and resume. */
export async function* watchPlayed(
  running: ReadonlyMap<string, Pick<RunningEpisode, 'id' | 'recorder'>>,
  changed: ChangeSignal,
  signal: AbortSignal,
): AsyncGenerator<Played> {
  let before = new Map(running)
  while (!signal.aborted) {
    const { fired } = changed
    const gone = [...before.values()].filter((episode) => running.get(episode.id) !== episode)
    before = new Map(running)
    yield { here: [...before.values()].map(asPlayed), gone: gone.map(asPlayed) }
    if (changed.fired === fired) await changed.wait(signal)
  }
}

const asPlayed = ({ id, recorder }: Pick<RunningEpisode, 'id' | 'recorder'>): PlayedEpisode => ({
  id,
  state: recorder.state,
})

/** Whether the episode advances without a person. It does not while it is paused, or if a person enters each action. */
export const advancesAlone = ({ state }: PlayedEpisode): boolean =>
  state.control.mode !== 'paused' && state.ended === null && !traitsOf(state).isPerson
