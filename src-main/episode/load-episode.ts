import { emptyEpisode, type EpisodeState } from '@shared/episode/state/episode'
import { reduceEvents } from '@shared/episode/state/reduce-episode'
import { type LogVersion, versionOf } from './log/checked-note'
import { isLogFault, type LogFault } from './log/log-lines'
import { readLog } from './log/read-log'

interface LoadedEpisode {
  readonly state: EpisodeState
  /**
   * The end of the last complete line. If the log was read to its end, a resumed episode must cut off the bytes after
   * it.
   */
  readonly endByte: number
  readonly warning: string | null
}

interface LoadedPart extends LoadedEpisode {
  /** The error that stopped reading before the end of the log; null if none. */
  readonly fault: LogFault | null
  /** The version of the log before it was read. */
  readonly version: LogVersion
}

/**
 * Reduces a whole log. With `untilTurn` it stops when that turn is complete, so that a replay of an early turn reads
 * only the head of the file. Throws `bad_log` if the log cannot be read that far.
 */
export async function loadEpisode(folder: string, untilTurn = Infinity): Promise<LoadedEpisode> {
  const { fault, ...loaded } = await loadReadable(folder, untilTurn)
  if (fault && loaded.state.turns.length < untilTurn) throw fault
  return loaded
}

/** Like `loadEpisode`, but returns the readable part, which may be empty, and the fault. */
export async function loadReadable(folder: string, untilTurn = Infinity): Promise<LoadedPart> {
  const version = await versionOf(folder)
  let state = emptyEpisode
  let endByte = 0
  let warning: string | null = null
  try {
    for await (const chunk of readLog(folder)) {
      endByte = chunk.endByte
      warning = chunk.warning
      // Reduced per chunk: reducing single events would copy the list of all turns each time.
      const end = chunk.events.findIndex((event) => event.event_type === 'turn_started' && event.turn > untilTurn)
      state = reduceEvents(state, end < 0 ? chunk.events : chunk.events.slice(0, end))
      if (end >= 0) break
    }
  } catch (error) {
    if (isLogFault(error)) return { state, endByte, warning, fault: error, version }
    throw error
  }
  return { state, endByte, warning, fault: null, version }
}
