import type { HostApi } from '@shared/contract/contract'
import { useEpisode } from './episode-store'
import { fillGaps, isWhole } from './fill-gaps'
import { parseLines } from '../connection/parse-lines'
import { turnOf } from './playhead'

/** So many turns on either side of the playhead are read whole. */
const REACH_TURNS = 100
/** A playhead that is dragged along is let go first. */
const REST_MS = 80

/**
 * Of an episode that is known by its outline, keeps the turns around the playhead whole, until `signal` aborts. Rejects
 * if they cannot be read.
 */
export async function followPlayhead(api: HostApi, episodeId: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const turn = await gapUnderPlayhead(signal)
    if (turn === null) return
    const fromTurn = Math.max(0, turn - REACH_TURNS)
    const toTurn = turn + REACH_TURNS
    const { bytes } = await api.readTurns({ episodeId, fromTurn, toTurn })
    if (signal.aborted) return
    useEpisode.getState().fill(fillGaps(useEpisode.getState().history, fromTurn, toTurn, parseLines(bytes)))
  }
}

/**
 * Resolves with the turn under the playhead once that rests on one that is not whole; with null when `signal` aborts.
 */
function gapUnderPlayhead(signal: AbortSignal): Promise<number | null> {
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const settle = (turn: number | null) => {
      clearTimeout(timer)
      stop()
      signal.removeEventListener('abort', giveUp)
      resolve(turn)
    }
    const giveUp = () => settle(null)
    const look = () => {
      clearTimeout(timer)
      const { history, playhead } = useEpisode.getState()
      const turn = turnOf(history, playhead)
      if (!isWhole(history, turn)) timer = setTimeout(() => settle(turn), REST_MS)
    }
    const stop = useEpisode.subscribe(look)
    signal.addEventListener('abort', giveUp)
    look()
  })
}
