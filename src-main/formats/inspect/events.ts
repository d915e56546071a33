import { isRecord } from '@shared/base/json/is-record'
import type { ToolDefinition } from '@shared/episode/log/chat'
import type { HelperCall, Iteration, ToolCall } from '@shared/episode/state/episode'
import { problemText, resultOf } from '@shared/episode/state/strings'
import type { ReadTurn } from '../../episode/log/read-each-turn'
import { modelOutput, noOutput } from './messages'
import type { MessagePool } from './sample'
import { scored } from './scores'

/** The time of an event, by the clock and in playing time. */
interface Moment {
  readonly timestamp: string
  /** In seconds. */
  readonly working_start: number
}

interface TurnOf {
  readonly read: ReadTurn
  readonly tools: readonly ToolDefinition[]
  /** Duration of the turns before it in ms. */
  readonly playedMs: number
  readonly pool: MessagePool
}

/** The events of a turn in one span: model calls, tool calls, the action and the score. */
export function turnEvents({ read, tools, playedMs, pool }: TurnOf): readonly object[] {
  const { turn } = read
  const clock = new Clock(turn.startedAt, playedMs)
  const offered = tools.map(toolInfo)
  const span = `turn-${turn.number}`
  const begin = { ...clock.now(), event: 'span_begin', id: span, name: `turn ${turn.number}`, type: 'turn' }
  const calls = [
    ...turn.iterations.flatMap((iteration) => [
      ...modelEvent(iteration, clock, offered, read, pool),
      ...iteration.toolCalls.map((call) => toolEvent(call, clock)),
    ]),
    ...(turn.helperCalls ?? []).flatMap((call) => modelEvent(call, clock, [], read, pool)),
  ]
  if (turn.completed) clock.goTo(turn.completed.at)
  const inSpan = [...calls, playedEvent(read, clock), ...scoreEvents(read, clock)]
  const end = { ...clock.now(), event: 'span_end', id: span }
  return [begin, ...inSpan.map((event) => ({ ...event, span_id: span })), end]
}

class Clock {
  readonly #start: number
  readonly #playedMs: number
  #at: number

  constructor(startedAt: string, playedMs: number) {
    this.#start = Date.parse(startedAt)
    this.#at = this.#start
    this.#playedMs = playedMs
  }

  /** Advances the clock; never sets it back. */
  goTo(at: string): void {
    this.#at = Math.max(this.#at, Date.parse(at))
  }

  pass(ms: number): void {
    this.#at += Math.max(0, ms)
  }

  now(): Moment {
    return {
      timestamp: new Date(this.#at).toISOString(),
      working_start: (this.#playedMs + this.#at - this.#start) / 1000,
    }
  }
}

type Tools = readonly ReturnType<typeof toolInfo>[]

/** Empty for a request that was never sent. */
function modelEvent(
  call: Iteration | HelperCall,
  clock: Clock,
  offered: Tools,
  { sent }: ReadTurn,
  pool: MessagePool,
): readonly object[] {
  const { request, response, failures = [] } = call
  if (request === null) return []
  const isHelper = 'role' in call
  const messages = (isHelper ? request.messages_added : sent.get(call.number)) ?? []
  if ('at' in request && typeof request.at === 'string') clock.goTo(request.at)
  const began = clock.now()
  clock.pass(response?.duration_ms ?? 0)
  const { temperature, top_p, top_k, max_tokens, seed, reasoning_effort = null } = request.sampling
  return [
    {
      ...began,
      event: 'model',
      model: request.model,
      role: isHelper ? call.role : null,
      input: [],
      input_refs: pool.refsOf(messages),
      tools: request.tool_set === null ? [] : offered,
      tool_choice: request.tool_choice ?? 'none',
      config: { temperature, top_p, top_k, max_tokens, seed, reasoning_effort },
      output: response === null ? noOutput(request.model) : modelOutput(response),
      retries: failures.length,
      ...(response === null && { error: failures.at(-1)?.message ?? 'It was not answered.' }),
      completed: clock.now().timestamp,
      working_time: (response?.duration_ms ?? 0) / 1000,
    },
  ]
}

function toolEvent(call: ToolCall, clock: Clock): object {
  const { callId, toolName, arguments: given, status, durationMs } = call
  const began = clock.now()
  clock.pass(durationMs ?? 0)
  const text = resultText(resultOf(call))
  const error = { type: status === 'timeout' ? 'timeout' : 'unknown', message: text }
  return {
    ...began,
    event: 'tool',
    type: 'function',
    id: callId,
    function: toolName,
    arguments: isRecord(given) ? given : { arguments: given ?? null },
    result: text,
    events: [],
    ...(status !== 'ok' && status !== 'running' && { error, failed: true }),
    completed: clock.now().timestamp,
    working_time: (durationMs ?? 0) / 1000,
  }
}

/** The text parts of an MCP result, which are what the model reads. */
function resultText(result: unknown): string {
  if (typeof result === 'string') return result
  const texts = Array.isArray(result)
    ? result.flatMap((item: unknown) => (isRecord(item) && typeof item.text === 'string' ? [item.text] : []))
    : []
  return texts.length > 0 ? texts.join('\n') : JSON.stringify(result ?? null)
}

/** Data of a turn that no other event contains, for the import. */
function playedEvent({ turn: { number, action, observation, problems } }: ReadTurn, clock: Clock): object {
  const data = { turn: number, action, observation, problems: problems.map(problemText) }
  return { ...clock.now(), event: 'info', source: 'zorkgpt', data }
}

function scoreEvents({ turn: { observation } }: ReadTurn, clock: Clock): readonly object[] {
  const points = observation?.score ?? null
  return points === null
    ? []
    : [{ ...clock.now(), event: 'score', scorer: 'score', intermediate: true, score: scored(points) }]
}

/** A tool as offered to the model, with the part of its schema that Inspect supports. */
function toolInfo({ function: { name, description, parameters } }: ToolDefinition) {
  return {
    name,
    description,
    parameters: {
      type: 'object',
      properties: schemasIn(parameters.properties) ?? {},
      required: textsIn(parameters.required) ?? [],
      additionalProperties: parameters.additionalProperties !== false,
    },
  }
}

const TYPES = ['string', 'integer', 'number', 'boolean', 'array', 'object', 'null']
const isType = (value: unknown): boolean => TYPES.some((type) => type === value)

function schemaOf(value: unknown): Readonly<Record<string, unknown>> {
  if (!isRecord(value)) return { default: null }
  const { type, description, format, items, properties, required, anyOf, additionalProperties: others } = value
  const isKnown = isType(type) || (Array.isArray(type) && type.length > 0 && type.every(isType))
  return {
    ...(isKnown && { type }),
    ...(typeof description === 'string' && { description }),
    ...(typeof format === 'string' && { format }),
    ...(Array.isArray(value.enum) && { enum: value.enum }),
    ...(isRecord(items) && { items: schemaOf(items) }),
    ...(isRecord(properties) && { properties: schemasIn(properties) }),
    ...(Array.isArray(required) && { required: textsIn(required) }),
    ...(Array.isArray(anyOf) && { anyOf: anyOf.map(schemaOf) }),
    ...(typeof others === 'boolean' && { additionalProperties: others }),
    default: value.default ?? null,
  }
}

const schemasIn = (properties: unknown) =>
  isRecord(properties)
    ? Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, schemaOf(schema)]))
    : null

const textsIn = (list: unknown): readonly string[] | null =>
  Array.isArray(list) ? list.filter((item) => typeof item === 'string') : null
