import type { EpisodeState } from '@shared/episode/state/episode'
import { traitsOf } from '@shared/episode/state/players'
import type { ChangeSignal } from './change-signal'
import type { RunningEpisode } from './running-episode'

export interface PlayedEpisode {
  readonly id: string
  readonly state: EpisodeState
}

export interface Played {
  /** All that this host plays now. */
  readonly here: readonly PlayedEpisode[]
  /** Those of the time before that it plays no more: they have ended, or were let go. */
  readonly gone: readonly PlayedEpisode[]
}

/** What a host plays, now and whenever an episode comes, has played a turn, is paused, goes on or goes. */
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

/** Whether anything goes on in it without a person: not while it is paused, nor where a person says each action. */
export const goesOnAlone = ({ state }: PlayedEpisode): boolean =>
  state.control.mode !== 'paused' && state.ended === null && !traitsOf(state).isPerson
