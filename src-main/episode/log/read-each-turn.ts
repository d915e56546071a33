import type { ChatMessage } from '@shared/episode/log/chat'
import { emptyEpisode, type EpisodeState, type Observation, type Turn } from '@shared/episode/state/episode'
import { reduceEpisode } from '@shared/episode/state/reduce-episode'
import type { LoggedEvent } from '@shared/episode/log/event'
import { LOG_BOUNDS, parseCutJson } from '@shared/base/json/bound-json'
import { wasChecked } from './checked-note'
import { indexOf } from './log-index'
import { logLines } from './log-lines'
import { readLines } from './read-lines'
import { checkedEvents, tellingNewer } from './read-log'

export interface ReadTurn {
  readonly turn: Turn
  /** What the game had said before it. */
  readonly before: Observation | null
  /**
   * All messages that each iteration of the actor sent, by its number; of one that builds on what the log lacks there
   * is none. Empty unless requests are read.
   */
  readonly sent: Sent
}

export type Sent = ReadonlyMap<number, readonly ChatMessage[]>

export interface TurnsRead {
  readonly turns: readonly ReadTurn[]
  /** After these turns, without what would grow with the episode: its turns, and what was surveyed. */
  readonly state: EpisodeState
}

type Change = (event: LoggedEvent) => LoggedEvent

/**
 * The complete turns of a log of any length, a megabyte of it at a time and none of it kept; what the model was asked,
 * which is half of a log, only where `withRequests` is said. A turn that was taken back is left out. `change` is done
 * to each event before it is folded. Throws `bad_log` for a line that cannot be trusted.
 */
export const readEachTurn = (folder: string, change: Change, withRequests = false): AsyncGenerator<TurnsRead> =>
  tellingNewer(folder, readTurnByTurn(folder, change, withRequests))

async function* readTurnByTurn(folder: string, change: Change, withRequests: boolean): AsyncGenerator<TurnsRead> {
  const [mayTrust, { turnStarts, end: known }] = await Promise.all([wasChecked(folder), indexOf(folder)])
  let state = emptyEpisode
  let before: Observation | null = null
  const lists = new MessageLists()
  for await (const { bytes, firstSeq } of readLines(folder)) {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const turns: ReadTurn[] = []
    let seq = firstSeq
    for (const { start, end, type } of logLines(buffer)) {
      if (withRequests || type !== 'llm_request') {
        const line = buffer.subarray(start, end)
        for (const event of mayTrust
          ? [parseCutJson(line.toString(), LOG_BOUNDS) as LoggedEvent]
          : checkedEvents(line, seq)) {
          const changed = change(event)
          lists.follow(changed)
          state = reduceEpisode(state, changed)
        }
        const [turn] = state.turns
        // One that begins before the place where the index knows its number was played again later; one that it does
        // not know was taken back, unless it came since.
        if (turn && turn.firstSeq >= (turnStarts[turn.number] ?? known).seq) {
          turns.push({ turn, before: before ?? state.opening, sent: lists.ofTurn })
          before = turn.observation
        }
        if (turn || state.surveys.length > 0) state = { ...state, turns: [], surveys: [] }
      }
      seq++
    }
    yield { turns, state }
  }
}

/** The list of an actor's request is the beginning of the list before it in the log, and what it adds. */
class MessageLists {
  /** Null while it is not known. */
  #last: readonly ChatMessage[] | null = null
  #ofTurn = new Map<number, readonly ChatMessage[]>()

  get ofTurn(): Sent {
    return this.#ofTurn
  }

  follow(event: LoggedEvent): void {
    if (event.event_type === 'turn_started') this.#ofTurn = new Map()
    if (event.event_type !== 'llm_request' || event.role !== undefined) return
    const { messages_kept: kept, messages_added: added, iteration } = event
    const known = kept === 0 ? [] : this.#last
    this.#last = known === null || known.length < kept ? null : [...known.slice(0, kept), ...added]
    if (this.#last === null) this.#ofTurn.delete(iteration)
    else this.#ofTurn.set(iteration, this.#last)
  }
}
