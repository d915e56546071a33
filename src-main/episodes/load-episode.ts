import { emptyEpisode, type EpisodeState, reduceEvents } from '@shared/episode/episode'
import { readLog } from './read-log'

export interface LoadedEpisode {
  readonly state: EpisodeState
  /** Where the last whole line that was read ends. Of a log that was read whole: what goes on from here must cut the rest off. */
  readonly endByte: number
  readonly warning: string | null
}

/**
 * Folds a whole log. With `untilTurn` it stops when that turn is complete, so a replay of an early turn reads only the head of the file.
 * Throws `LogError` for a log that cannot be trusted.
 */
export async function loadEpisode(folder: string, untilTurn = Infinity): Promise<LoadedEpisode> {
  let state = emptyEpisode
  let endByte = 0
  let warning: string | null = null
  for await (const chunk of readLog(folder)) {
    endByte = chunk.endByte
    warning = chunk.warning
    // Folded by the chunk: one by one, each turn would copy the list of all those before it.
    const end = chunk.events.findIndex((event) => event.event_type === 'turn_started' && event.turn > untilTurn)
    state = reduceEvents(state, end < 0 ? chunk.events : chunk.events.slice(0, end))
    if (end >= 0) break
  }
  return { state, endByte, warning }
}
