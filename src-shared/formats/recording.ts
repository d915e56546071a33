import { APP_VERSION } from '../base/app-version'
import { ExpectedError } from '../base/expected-error'
import { visibleLine } from '../base/visible-text'
import type { ChatMessage, Usage } from '../episode/log/chat'
import { LONGEST_OPENED_BYTES } from '../episode/log/episode-file'
import {
  type EventBody,
  type EventOf,
  type Facts,
  LOG_FORMAT,
  type LoggedEvent,
  loggedEvent,
} from '../episode/log/event'
import type { Observation } from '../episode/state/episode'

/** An episode that another program recorded, as a log of this app. */
export interface Recording {
  /** Unique in its file, and valid as the name of a folder. */
  readonly name: string
  readonly events: readonly LoggedEvent[]
  /** Data that a log of this app has and the recording lacks, each worded to follow "It lacks". */
  readonly lacks: readonly string[]
}

type Manifest = EventOf<'episode_started'>

/** Contents of a recording. Unknown values are null or absent. */
interface RecordedEpisode {
  readonly name: string
  readonly lacks: readonly string[]
  readonly game: Partial<Manifest['game']> & { readonly title: string }
  readonly player: Partial<Manifest['player']> & { readonly label: string }
  readonly rules: Partial<
    Pick<Manifest, 'seed' | 'handicap' | 'on_death' | 'disguise' | 'header_profile' | 'turn_limit' | 'unit'>
  >
  readonly startedAt: string
  readonly opening: RecordedAnswer
  readonly turns: readonly RecordedTurn[]
  readonly ended: EventOf<'episode_ended'>['ended'] | null
}

export type RecordedAnswer = Partial<Observation> & { readonly text: string }

export interface RecordedTurn {
  readonly calls: readonly RecordedCall[]
  readonly action: string
  readonly reasoning: string
  readonly source: EventOf<'action_chosen'>['source']
  readonly answer: RecordedAnswer
  readonly endedAt: string | null
  readonly durationMs: number | null
}

/** A call of the model. */
export interface RecordedCall {
  readonly model: string
  readonly messages: readonly ChatMessage[]
  readonly content: string
  readonly reasoning: string | null
  readonly usage: Partial<Usage>
  readonly durationMs: number | null
}

/** Maximum number of turns of a recording, because the window has it in memory. */
export const MAX_TURNS = 100_000
/** Replaces invalid times. */
const NO_TIME = '1970-01-01T00:00:00.000Z'

/** Throws `bad_file` if the recording is not an episode. */
export function recordingOf(told: RecordedEpisode): Recording {
  const { name, turns, opening, ended, startedAt } = told
  if (turns.length === 0) throw notRecorded(name, 'it has no turn')
  if (turns.length > MAX_TURNS) throw notRecorded(name, `it has more than ${MAX_TURNS.toLocaleString('en')} turns`)
  const log = new Writer(name, startedAt)
  log.add(beginningOf(told))
  log.add({ event_type: 'observation_made', turn: 0, action: null, ...observed(opening) })
  let sent: readonly ChatMessage[] = []
  for (const [index, { action, reasoning, source, calls, answer, durationMs, endedAt }] of turns.entries()) {
    const turn = index + 1
    log.add({ event_type: 'turn_started', turn })
    for (const [number, call] of calls.entries()) {
      for (const body of callEvents(turn, number + 1, call, sent)) log.add(body)
      sent = call.messages
    }
    log.goTo(endedAt)
    log.add({ event_type: 'action_chosen', turn, action, reasoning, new_objective: null, source })
    log.add({ event_type: 'observation_made', turn, action, ...observed(answer) })
    log.add(completed(turn, durationMs))
  }
  if (ended !== null) log.add({ event_type: 'episode_ended', ended, reason: 'The recording ends here' })
  return { name, lacks: told.lacks, events: log.events }
}

export const notRecorded = (name: string, why: string): ExpectedError =>
  new ExpectedError('bad_file', `${visibleLine(name, 100)} cannot be opened as an episode: ${why}.`)

export const tooLong = (name: string): ExpectedError =>
  notRecorded(name, `it would become longer than ${LONGEST_OPENED_BYTES >> 20} MB`)

class Writer {
  readonly events: LoggedEvent[] = []
  #length = 0
  readonly #name: string
  #at: string

  constructor(name: string, at: string) {
    this.#name = name
    this.#at = isTime(at) ? at : NO_TIME
  }

  goTo(at: string | null): void {
    if (at !== null && isTime(at) && Date.parse(at) > Date.parse(this.#at)) this.#at = at
  }

  /** Validates the event like a line of a log, because its data comes from another program. */
  add(body: EventBody): void {
    const seq = this.events.length
    const event = loggedEvent.safeParse({ seq, at: new Date(this.#at).toISOString(), episode_id: this.#name, ...body })
    if (!event.success) throw notRecorded(this.#name, `its ${event.error.issues[0]?.path.join('.') ?? ''} is invalid`)
    this.events.push(event.data)
    // A text that occurs once in the file may be repeated many times in the log.
    this.#length += lengthOf(event.data)
    if (this.#length > LONGEST_OPENED_BYTES) throw tooLong(this.#name)
  }
}

/** Length of the event's JSON; Infinity if it cannot be serialized because of its length. */
function lengthOf(event: LoggedEvent): number {
  try {
    return JSON.stringify(event).length
  } catch {
    return Infinity
  }
}

const isTime = (text: string): boolean => !Number.isNaN(Date.parse(text))

function beginningOf({ game, player, rules }: RecordedEpisode): Manifest {
  return {
    event_type: 'episode_started',
    format: LOG_FORMAT,
    app_version: APP_VERSION,
    game: { file_name: '', sha256: '', version: 0, release: 0, serial: '', ...game },
    header_profile: 'plain',
    seed: 0,
    handicap: 'L0',
    turn_limit: null,
    ...rules,
    player: { kind: 'llm', model: null, base_url: null, profile: null, ...player },
    prompt_sha256: null,
    sampling: null,
    settings: {},
  }
}

const NO_FACTS: Facts = {
  location: null,
  score: null,
  max_score: null,
  moves: null,
  inventory: null,
  visible: null,
  victory: null,
  game_over: null,
}

const observed = (answer: RecordedAnswer): Observation => ({
  prompt: '>',
  input: 'line',
  ...NO_FACTS,
  notices: [],
  fault: false,
  ...answer,
})

const completed = (turn: number, durationMs: number | null): EventBody => ({
  event_type: 'turn_completed',
  turn,
  duration_ms: durationMs ?? 0,
  snapshot: null,
  state_hash: '',
})

function callEvents(
  turn: number,
  iteration: number,
  { model, messages, content, reasoning, usage, durationMs }: RecordedCall,
  sent: readonly ChatMessage[],
): readonly EventBody[] {
  const differs = messages.findIndex((message, index) => message !== sent[index])
  const kept = differs === -1 ? messages.length : differs
  return [
    { event_type: 'mcp_iteration_start', turn, iteration, max_iterations: iteration },
    {
      event_type: 'llm_request',
      turn,
      iteration,
      model,
      messages_kept: kept,
      messages_added: messages.slice(kept),
      tool_set: null,
      tool_choice: null,
      response_format: null,
      sampling: { temperature: null, top_p: null, top_k: null, min_p: null, max_tokens: null, seed: null },
      forced: false,
    },
    {
      event_type: 'llm_response',
      turn,
      iteration,
      model,
      content,
      reasoning,
      tool_calls: [],
      finish_reason: null,
      usage: { input: null, output: null, cached: null, reasoning: null, estimated: false, ...usage },
      cost_usd: null,
      time_to_first_token_ms: null,
      duration_ms: durationMs ?? 0,
      system_fingerprint: null,
    },
  ]
}
