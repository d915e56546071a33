import { emptyEpisode, type EpisodeState, reduceEpisode } from '@shared/episode/episode'
import type { LoggedEvent } from '@shared/episode/event'
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
    for (const event of chunk.events) {
      if (reaches(state, event, untilTurn)) return { state, endByte, warning }
      state = reduceEpisode(state, event)
    }
  }
  return { state, endByte, warning }
}

const reaches = (state: EpisodeState, event: LoggedEvent, turn: number) => event.event_type === 'turn_started' && state.opening !== null && state.turns.length >= turn
