import { create } from 'zustand'
import { noAnnotations } from '@shared/episode/log/annotate'
import type { Annotations } from '@shared/episode/log/annotations'
import type { LoggedEvent } from '@shared/episode/log/event'
import { summarizeEpisode } from '@shared/episode/projections/summary'
import { emptyEpisode } from '@shared/episode/state/episode'
import { reduceEvents } from '@shared/episode/state/reduce-episode'
import { useEpisodeList } from '../episodes/episodes-store'
import { sessionStrings } from '../strings'
import { type EpisodeStore, useEpisode } from './episode-store'
import type { Playhead } from './playhead'

/** A read-only episode that exists only in this page: read from a file, or part of a replay page. */
export interface LocalEpisode {
  readonly fileName: string
  readonly events: readonly LoggedEvent[]
  readonly warning: string | null
}

/** The demo recording. It belongs to the app, so no list shows it. */
export const DEMO_ID = 'file:demo'

export const useLocalEpisodes = create<{ readonly episodes: ReadonlyMap<string, LocalEpisode> }>()(() => ({
  episodes: new Map(),
}))

/** The prefix of local ids. No episode folder can have a name with it. */
const PREFIX = 'file:'

/** Adds the episode to the list and opens it. */
export function openLocalEpisode(
  episode: LocalEpisode,
  playhead: Playhead = 'live',
  annotations: Annotations = noAnnotations,
): void {
  const { episodes } = useLocalEpisodes.getState()
  const id = `${PREFIX}${episode.events[0]?.episode_id ?? ''}`
  useLocalEpisodes.setState({ episodes: new Map(episodes).set(id, episode) })
  const summary = summarizeEpisode(reduceEvents(emptyEpisode, episode.events))
  if (id !== DEMO_ID)
    useEpisodeList
      .getState()
      .receive({ changed: [{ id, running: false, readable: true, summary, annotations, reason: null }], removed: [] })
  useEpisode.getState().close()
  useEpisode.getState().open(id, playhead)
  useEpisode.getState().receive({ events: episode.events, live: true, warning: episode.warning })
}

export function closeLocalEpisode(id: string): void {
  const episodes = new Map(useLocalEpisodes.getState().episodes)
  episodes.delete(id)
  useLocalEpisodes.setState({ episodes })
  useEpisodeList.getState().receive({ changed: [], removed: [id] })
  if (useEpisode.getState().id === id) useEpisode.getState().close()
}

/**
 * Shows a local episode again. False if `id` is not local. The store reports a failure if a reload has closed the file.
 */
export function showLocalEpisode(id: string, store: EpisodeStore = useEpisode): boolean {
  const episode = useLocalEpisodes.getState().episodes.get(id)
  if (!episode) {
    if (id.startsWith(PREFIX)) store.getState().fail(sessionStrings.fileIsClosed)
    return id.startsWith(PREFIX)
  }
  if (store.getState().history.latest.seq < 0)
    store.getState().receive({ events: episode.events, live: true, warning: episode.warning })
  return true
}

export const isLocal = (id: string | null): boolean => id !== null && useLocalEpisodes.getState().episodes.has(id)
export const useIsLocal = (): boolean => {
  const id = useEpisode((episode) => episode.id)
  return useLocalEpisodes(({ episodes }) => id !== null && episodes.has(id))
}
