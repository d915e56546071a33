import { LOG_BOUNDS, parseCutJson } from '@shared/base/json/bound-json'
import type { ChatMessage } from '@shared/episode/log/chat'
import type { LoggedEvent } from '@shared/episode/log/event'
import { emptyEpisode, type EpisodeState, type Observation, type Turn } from '@shared/episode/state/episode'
import { reduceEpisode } from '@shared/episode/state/reduce-episode'
import { wasChecked } from './checked-note'
import { isLogFault, logLines } from './log-lines'
import { indexOf, readLines } from './read-lines'
import { checkedEvents, withNewerVersionError } from './read-log'

export interface ReadTurn {
  readonly turn: Turn
  /** The observation before the turn. */
  readonly before: Observation | null
  /**
   * All messages of the actor's requests, by iteration. An iteration is absent if the log lacks some of its messages.
   */
  readonly sent: Sent
}

type Sent = ReadonlyMap<number, readonly ChatMessage[]>

export interface TurnsRead {
  readonly turns: readonly ReadTurn[]
  /** The state after these turns, without the parts that grow with the episode: turns and surveys. */
  readonly state: EpisodeState
}

type Change = (event: LoggedEvent) => LoggedEvent

interface TurnsWanted {
  /** Whether to read the requests too, which are half of a log. */
  readonly withRequests?: boolean
  /** The last turn that is needed; later turns are returned as far as they can be read. */
  readonly untilTurn?: number | undefined
}

/**
 * The complete turns of a log of any length, about a megabyte at a time. Cancelled turns are skipped. `change` is
 * applied to each event before it is reduced. Throws `bad_log` for an invalid line, unless it is after `untilTurn`.
 */
export const readEachTurn = (folder: string, change: Change, wanted: TurnsWanted = {}): AsyncGenerator<TurnsRead> =>
  withNewerVersionError(folder, readTurnByTurn(folder, change, wanted))

async function* readTurnByTurn(
  folder: string,
  change: Change,
  { withRequests = false, untilTurn = Infinity }: TurnsWanted,
): AsyncGenerator<TurnsRead> {
  const [mayTrust, { turnStarts, end: known }] = await Promise.all([wasChecked(folder), indexOf(folder)])
  let state = emptyEpisode
  let before: Observation | null = null
  let last = 0
  const lists = new MessageLists()
  const reduceLine = (line: Buffer, seq: number) => {
    for (const event of mayTrust
      ? [parseCutJson(line.toString(), LOG_BOUNDS) as LoggedEvent]
      : checkedEvents(line, seq)) {
      const changed = change(event)
      lists.follow(changed)
      state = reduceEpisode(state, changed)
    }
  }
  for await (const { bytes, firstSeq } of readLines(folder)) {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const turns: ReadTurn[] = []
    let seq = firstSeq
    for (const { start, end, type } of logLines(buffer)) {
      if (withRequests || type !== 'llm_request') {
        try {
          reduceLine(buffer.subarray(start, end), seq)
        } catch (error) {
          if (!isLogFault(error) || last < untilTurn) throw error
          return yield { turns, state }
        }
        const [turn] = state.turns
        // A turn that starts before its indexed position was played again later. A turn without an index entry was
        // cancelled, unless it is newer than the index.
        if (turn && turn.firstSeq >= (turnStarts[turn.number] ?? known).seq) {
          turns.push({ turn, before: before ?? state.opening, sent: lists.ofTurn })
          before = turn.observation
          last = turn.number
        }
        if (turn || state.surveys.length > 0) state = { ...state, turns: [], surveys: [] }
      }
      seq++
    }
    yield { turns, state }
  }
}

/** Restores the message lists of the actor's requests, each of which repeats the beginning of the list before it. */
class MessageLists {
  /** Null while unknown. */
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
