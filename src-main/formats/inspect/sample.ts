import { visibleJson } from '@shared/base/visible-text'
import type { ChatMessage } from '@shared/episode/log/chat'
import { type EpisodeState, type Observation, type Turn, seedInForce } from '@shared/episode/state/episode'
import { modelCallsOf } from '@shared/episode/state/model-calls'
import type { TurnsRead } from '../../episode/log/read-each-turn'
import type { ExportedEpisode } from '../exported-episode'
import { openingOf } from '../turn-rows'
import { turnEvents } from './events'
import type { Message, Scores } from './inspect-log'
import { addUsage, inspectMessage, noOutput, thought, type Usages } from './messages'
import { scored, scoresOf } from './scores'

export interface SampleName {
  readonly id: string
  /** From 1. */
  readonly epoch: number
}

/** The data of a sample that the log lists separately. */
export interface SampleSummary extends SampleName {
  readonly input: string
  readonly scores: Scores
  readonly ended: ExportedEpisode['outcome']['ended']
  readonly sums: Sums
}

/**
 * An episode as a sample of Inspect, as JSON in parts. It is read three times instead of being held in memory: for
 * events, for the messages they refer to, and for the conversation. `onSummary` is called at the end.
 */
export async function* sampleParts(
  episode: ExportedEpisode,
  name: SampleName,
  onSummary: (told: SampleSummary) => void,
): AsyncGenerator<string> {
  const { ended } = episode.outcome
  const scores = scoresOf(episode.outcome)
  const head = { ...name, target: '', store: {}, attachments: {} }
  yield `${visibleJson(head).slice(0, -1)},"events":[`
  let sums = noSums
  const events = new JsonList()
  const pool = new MessagePool()
  for await (const part of episode.read()) {
    if (sums === noSums) yield events.add([initEvent(episode, name, part)])
    for (const read of part.turns) {
      const tools = part.state.toolSets[read.turn.session?.tool_set ?? ''] ?? []
      yield events.add(turnEvents({ read, tools, playedMs: sums.playedMs, pool }))
      sums = addTurn(sums, read.turn)
    }
    pool.takeAdded()
    sums = withState(sums, part)
  }
  yield events.add(lastEvents(scores, ended, sums))
  yield '],"events_data":{"calls":[],"messages":['
  yield* pooledMessages(episode)
  yield ']},"messages":['
  yield* conversation(episode)
  const input = sums.opening?.text ?? ''
  yield `],${visibleJson(restOf(episode, scores, input, sums)).slice(1)}`
  onSummary({ ...name, input, scores, ended, sums })
}

interface Sums {
  readonly startedAt: string
  readonly completedAt: string
  readonly playedMs: number
  readonly turns: number
  readonly modelUsage: Usages
  readonly roleUsage: Usages
  readonly last: Turn | null
  readonly opening: Observation | null
  /** The state after the last turn that was read; null before the first turn. */
  readonly state: EpisodeState | null
}

const noSums: Sums = {
  startedAt: '',
  completedAt: '',
  playedMs: 0,
  turns: 0,
  modelUsage: {},
  roleUsage: {},
  last: null,
  opening: null,
  state: null,
}

function addTurn(sums: Sums, turn: Turn): Sums {
  let { modelUsage, roleUsage } = sums
  for (const { response } of modelCallsOf(turn))
    if (response) modelUsage = addUsage(modelUsage, response.model, response.usage, response.cost_usd)
  for (const { role, response } of turn.helperCalls ?? [])
    if (response) roleUsage = addUsage(roleUsage, role, response.usage, response.cost_usd)
  return {
    ...sums,
    modelUsage,
    roleUsage,
    startedAt: sums.startedAt || turn.startedAt,
    completedAt: turn.completed?.at ?? sums.completedAt,
    playedMs: sums.playedMs + (turn.completed?.durationMs ?? 0),
    turns: sums.turns + 1,
    last: turn,
  }
}

/** Adds the state and, for an episode without turns, the times. */
function withState(sums: Sums, part: TurnsRead): Sums {
  const { manifest } = part.state
  return {
    ...sums,
    startedAt: sums.startedAt || (manifest?.at ?? ''),
    completedAt: sums.completedAt || (manifest?.at ?? ''),
    opening: sums.opening ?? openingOf(part),
    state: part.state,
  }
}

function initEvent(episode: ExportedEpisode, { id }: SampleName, part: TurnsRead): object {
  const timestamp = part.turns[0]?.turn.startedAt ?? part.state.manifest?.at ?? ''
  const sample = { id, input: openingOf(part)?.text ?? '', target: '', metadata: { episode: episode.id } }
  return { timestamp, working_start: 0, event: 'sample_init', sample, state: {} }
}

function lastEvents(scores: Scores, ended: string | null, { completedAt, playedMs, state }: Sums): readonly object[] {
  const at = { timestamp: completedAt, working_start: playedMs / 1000 }
  const message = state?.ended?.reason ?? ''
  const limit = { ...at, event: 'sample_limit', type: 'turn', limit: state?.turnLimit ?? null, message }
  return [
    ...(ended === 'turn_limit' ? [limit] : []),
    ...Object.entries(scores).map(([scorer, score]) => ({
      ...at,
      event: 'score',
      scorer,
      intermediate: false,
      score: score ?? scored(0),
    })),
  ]
}

/** The messages by number; the numbers are the same in every pass. */
async function* pooledMessages(episode: ExportedEpisode): AsyncGenerator<string> {
  const list = new JsonList()
  const pool = new MessagePool()
  for await (const { turns, state } of episode.read()) {
    for (const read of turns)
      turnEvents({ read, tools: state.toolSets[read.turn.session?.tool_set ?? ''] ?? [], playedMs: 0, pool })
    yield list.add(pool.takeAdded().map(inspectMessage))
  }
}

/** The conversation of game and player. The requests to the model are in the events. */
async function* conversation(episode: ExportedEpisode): AsyncGenerator<string> {
  const list = new JsonList()
  let isFirst = true
  for await (const part of episode.read()) {
    const opening = isFirst ? openingOf(part) : null
    if (opening !== null) {
      isFirst = false
      yield list.add([said(opening)])
    }
    yield list.add(
      part.turns.flatMap(({ turn }) => [
        ...(turn.action === null ? [] : [acted(turn, part.state)]),
        ...(turn.observation === null ? [] : [said(turn.observation)]),
      ]),
    )
  }
}

const said = ({ text }: Observation): Message => ({ role: 'user', content: text })

function acted({ action }: Turn, { manifest }: EpisodeState): Message {
  const { action: text = '', reasoning = '', source } = action ?? {}
  return {
    role: 'assistant',
    content: reasoning === '' ? text : [thought(reasoning), { type: 'text', text }],
    model: modelOf(manifest),
    source: source === 'human' ? 'operator' : 'generate',
  }
}

/** Inspect requires the name of a model. */
export const modelOf = (manifest: EpisodeState['manifest']): string =>
  manifest?.player.model ?? `zorkgpt/${manifest?.player.kind ?? 'player'}`

function restOf(episode: ExportedEpisode, scores: Scores, input: string, sums: Sums): object {
  const { last, state, startedAt, completedAt, playedMs } = sums
  const model = modelOf(state?.manifest ?? null)
  const isOver = episode.outcome.ended === 'turn_limit' && state?.turnLimit != null
  return {
    input,
    output:
      last === null || state === null
        ? noOutput(model)
        : {
            model,
            choices: [{ message: acted(last, state), stop_reason: 'stop' }],
            completion: last.action?.action ?? '',
          },
    scores,
    metadata: metadataOf(episode, sums),
    model_usage: sums.modelUsage,
    role_usage: sums.roleUsage,
    started_at: startedAt,
    completed_at: completedAt,
    total_time: (Date.parse(completedAt) - Date.parse(startedAt)) / 1000,
    working_time: playedMs / 1000,
    turn_count: sums.turns,
    ...(isOver && { limit: { type: 'turn', limit: state.turnLimit } }),
  }
}

/** Metadata for the import and for display. */
function metadataOf({ id, unit, outcome }: ExportedEpisode, { opening, state }: Sums): object {
  const { manifest = null } = state ?? {}
  return {
    episode: id,
    unit,
    outcome,
    ...(manifest !== null && {
      story: manifest.game,
      seed: state && seedInForce(state),
      handicap: manifest.handicap,
      on_death: manifest.on_death ?? null,
      disguise: manifest.disguise ?? 'none',
      turn_limit: state?.turnLimit ?? null,
      header_profile: manifest.header_profile,
      player: manifest.player,
      app_version: manifest.app_version,
      forked_from: state?.forkedFrom ?? null,
      opening,
    }),
  }
}

/** The items of a JSON list, written in parts. */
class JsonList {
  #isBegun = false

  add(items: readonly unknown[]): string {
    if (items.length === 0) return ''
    const comma = this.#isBegun ? ',' : ''
    this.#isBegun = true
    return `${comma}${items.map((item) => visibleJson(item)).join(',')}`
  }
}

/** Numbers the distinct messages of a sample. A call refers to its messages by half-open ranges of numbers. */
export class MessagePool {
  readonly #numbers = new WeakMap<ChatMessage, number>()
  #count = 0
  #added: ChatMessage[] = []

  refsOf(messages: readonly ChatMessage[]): readonly (readonly [start: number, end: number])[] {
    const refs: [number, number][] = []
    for (const message of messages) {
      const number = this.#numberOf(message)
      const last = refs.at(-1)
      if (last !== undefined && last[1] === number) last[1]++
      else refs.push([number, number + 1])
    }
    return refs
  }

  takeAdded(): readonly ChatMessage[] {
    const added = this.#added
    this.#added = []
    return added
  }

  #numberOf(message: ChatMessage): number {
    const known = this.#numbers.get(message)
    if (known !== undefined) return known
    this.#numbers.set(message, this.#count)
    this.#added.push(message)
    return this.#count++
  }
}
