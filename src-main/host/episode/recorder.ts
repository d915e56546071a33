import { wellFormed } from '@shared/base/whole-characters'
import type { DraftEvent, EventBody, LoggedEvent } from '@shared/episode/log/event'
import type { EpisodeState } from '@shared/episode/state/episode'
import { reduceEpisode } from '@shared/episode/state/reduce-episode'
import type { EpisodeLog } from '../../episode/log/episode-log'
import { appendTextLog, textLines } from '../../episode/log/text-log'
import type { SecretMask } from '../../secrets/secret-mask'
import type { ToolCallRef } from '../../telemetry/ids'
import { ChangeSignal } from './change-signal'

/** Number of logged events kept in memory for viewers; a viewer further behind reads the file. */
const TAIL_LENGTH = 4000

export interface RecorderOptions {
  readonly log: EpisodeLog
  readonly folder: string
  readonly episodeId: string
  readonly initial: EpisodeState
  readonly maxToolIterations: number
  readonly now: () => Date
  /** Masks secrets before an event reaches the disk or a viewer. */
  readonly mask: SecretMask
  /** Called with every event and the state after it. Must not throw. */
  readonly observe?: (event: LoggedEvent, state: EpisodeState) => void
  /** Trace context for servers; absent without tracing. */
  readonly traceparentOf?: (episodeId: string, call: ToolCallRef) => string
}

/** The only writer of a running episode. A viewer sees an event only after it was appended to the log. */
export class Recorder {
  readonly changed = new ChangeSignal()
  readonly #options: RecorderOptions
  #state: EpisodeState
  #tail: LoggedEvent[] = []
  #drafts: DraftEvent[] = []
  #textLines: string[] = []
  #savedSeq: number

  constructor(options: RecorderOptions) {
    this.#options = options
    this.#state = options.initial
    this.#savedSeq = options.initial.seq
  }

  get state(): EpisodeState {
    return this.#state
  }

  get savedSeq(): number {
    return this.#savedSeq
  }

  readonly traceparentOf = (call: ToolCallRef): string | undefined =>
    this.#options.traceparentOf?.(this.#options.episodeId, call)

  record(body: EventBody): void {
    const { log, episodeId, maxToolIterations, now, mask, observe } = this.#options
    const event: LoggedEvent = {
      seq: this.#state.seq + 1,
      at: now().toISOString(),
      episode_id: episodeId,
      ...wellFormed(mask.deep(body)),
    }
    // Steps that can fail come first, so that log and state always have the same events.
    const state = reduceEpisode(this.#state, event)
    const lines = textLines(event, maxToolIterations)
    log.append(event)
    this.#state = state
    // An event such as a pause leaves the draft open.
    if ((state.openTurn?.iterations.at(-1)?.draft?.length ?? 0) === 0) this.#drafts = []
    this.#tail.push(event)
    if (this.#tail.length > 2 * TAIL_LENGTH) this.#tail = this.#tail.slice(-TAIL_LENGTH)
    this.#textLines.push(...lines)
    this.changed.fire()
    observe?.(event, this.#state)
  }

  /** Shows and reduces a piece of a streaming reply, which is never written. */
  draft(event: DraftEvent): void {
    this.#drafts.push(event)
    this.#state = reduceEpisode(this.#state, event)
    this.changed.fire()
  }

  /** At most `limit` logged events from `seq` on; null if the first of them is only in the file. */
  eventsFrom(seq: number, limit: number): readonly LoggedEvent[] | null {
    const first = this.#tail[0]?.seq ?? this.#state.seq + 1
    return seq < first ? null : this.#tail.slice(seq - first, seq - first + limit)
  }

  /** The open draft after its first `length` characters. */
  draftsFrom(length: number): readonly DraftEvent[] {
    return this.#drafts.slice(this.#drafts.findLastIndex(({ offset }) => offset < length) + 1)
  }

  /** Resolves when everything recorded is on disk. Rejects with `cannot_write`. */
  async sync(): Promise<void> {
    const lines = this.#textLines
    this.#textLines = []
    const { seq } = this.#state
    await this.#options.log.sync()
    this.#savedSeq = seq
    this.changed.fire()
    if (lines.length > 0) await appendTextLog(this.#options.folder, lines)
  }

  async close(): Promise<void> {
    try {
      await this.sync()
    } finally {
      await this.#options.log.close()
      this.changed.fire()
    }
  }
}
