import { z } from 'zod'
import { isRecord } from '../base/json/is-record'
import type { ChatMessage } from '../episode/log/chat'
import { LONGEST_OPENED_BYTES } from '../episode/log/episode-file'
import { endKind, type EventOf } from '../episode/log/event'
import {
  notRecorded,
  type Recording,
  recordingOf,
  type RecordedAnswer,
  type RecordedCall,
  type RecordedTurn,
  tooLong,
} from './recording'

/** The parts of a sample in Inspect AI's logs that are read. All other fields are ignored. */
const part = z.object({ type: z.string(), text: z.string().optional(), reasoning: z.string().optional() })
const content = z.union([z.string(), z.array(part)])
const toolCall = z.object({ id: z.string(), function: z.string(), arguments: z.record(z.string(), z.unknown()) })
const message = z.object({
  role: z.enum(['system', 'user', 'assistant', 'tool']),
  content,
  tool_calls: z.array(toolCall).nullish(),
  tool_call_id: z.string().nullish(),
})
type Message = z.infer<typeof message>

const modelUsage = z.object({
  input_tokens: z.number().int(),
  output_tokens: z.number().int(),
  input_tokens_cache_read: z.number().int().nullish(),
  reasoning_tokens: z.number().int().nullish(),
})
const index = z.number().int().nonnegative()
const modelEvent = z.object({
  event: z.literal('model'),
  model: z.string(),
  role: z.string().nullish(),
  input: z.array(message),
  input_refs: z.array(z.tuple([index, index])).nullish(),
  output: z.object({
    choices: z.array(z.object({ message })),
    usage: modelUsage.nullish(),
    time: z.number().nullish(),
  }),
})
/** Events that our own export adds, so that a recording is as complete as its log. */
const playedEvent = z.object({
  event: z.literal('info'),
  source: z.literal('zorkgpt'),
  timestamp: z.string(),
  data: z.object({
    action: z
      .object({ action: z.string(), reasoning: z.string(), source: z.enum(['model', 'default', 'human', 'random']) })
      .nullable(),
    observation: z.looseObject({ text: z.string() }).nullable(),
  }),
})
const sample = z.object({
  id: z.union([z.string(), z.number()]),
  epoch: z.number().int(),
  messages: z.array(message),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  events: z.array(z.unknown()).nullish(),
  events_data: z.object({ messages: z.array(message) }).nullish(),
  attachments: z.record(z.string(), z.string()).nullish(),
  started_at: z.string().nullish(),
})
type Sample = z.infer<typeof sample>

/** Facts of a log that apply to all its samples. */
export interface Task {
  readonly name: string
  readonly model: string
  /** Modification time of the log's file. */
  readonly writtenAt: Date
}

/** Throws `bad_file` if the sample is not a text game. */
export function readSample(fileName: string, json: unknown, task: Task): Recording {
  const read = sample.safeParse(json)
  if (!read.success)
    throw notRecorded(
      fileName,
      `a sample has no ${read.error.issues[0]?.path.join('.') || 'fields'} as Inspect writes it`,
    )
  const told = read.data
  const name = `${told.id}-${told.epoch}`.replaceAll(/[^\w.-]+/g, '-')
  const own = ownTurns(told, name)
  return own === null ? conversation(told, name, task) : isOwnSample(told, name, own, task)
}

function isOwnSample(
  { metadata, started_at }: Sample,
  name: string,
  turns: readonly RecordedTurn[],
  task: Task,
): Recording {
  const { story, player, outcome, unit, opening, ...rest } = metadata ?? {}
  const { seed, handicap, on_death, disguise, turn_limit, header_profile } = rest
  // The values are validated when the log's first event is created from them.
  const rules = { seed, handicap, turn_limit, header_profile } as Partial<EventOf<'episode_started'>>
  const ended = endKind.safeParse(isRecord(outcome) ? outcome.ended : null)
  return recordingOf({
    name,
    lacks: ['settings', 'surveys of locations', 'saved states of the game', 'calls of tools'],
    game: story as EventOf<'episode_started'>['game'],
    player: player as EventOf<'episode_started'>['player'],
    rules: {
      ...rules,
      ...(on_death != null && { on_death: on_death as EventOf<'episode_started'>['on_death'] }),
      ...(disguise != null && { disguise: disguise as EventOf<'episode_started'>['disguise'] }),
      ...(isRecord(unit) && { unit: unit as EventOf<'episode_started'>['unit'] }),
    },
    startedAt: started_at ?? task.writtenAt.toISOString(),
    opening: isRecord(opening) ? (opening as unknown as RecordedAnswer) : { text: '' },
    turns,
    ended: ended.success ? ended.data : null,
  })
}

/** Null for a sample without our own events. */
function ownTurns(told: Sample, name: string): readonly RecordedTurn[] | null {
  const pool = (told.events_data?.messages ?? []).map(chatMessage)
  const turns: RecordedTurn[] = []
  let calls: RecordedCall[] = []
  let messages = 0
  for (const event of told.events ?? []) {
    const asked = modelEvent.safeParse(event)
    if (asked.success && !asked.data.role) {
      messages += countOf(asked.data, pool)
      if (messages > MAX_MESSAGES)
        throw notRecorded(name, `its model was sent more than ${MAX_MESSAGES.toLocaleString('en')} messages`)
      calls.push(callOf(asked.data, pool))
    }
    const { data: played } = playedEvent.safeParse(event)
    if (played === undefined) continue
    const { action, observation } = played.data
    if (action !== null && observation !== null)
      turns.push({
        calls,
        action: action.action,
        reasoning: action.reasoning,
        source: action.source,
        answer: observation as RecordedAnswer,
        endedAt: played.timestamp,
        durationMs: null,
      })
    calls = []
  }
  return turns.length === 0 ? null : turns
}

function callOf(
  { model, input, input_refs: refs, output }: z.infer<typeof modelEvent>,
  pool: readonly ChatMessage[],
): RecordedCall {
  const answer = output.choices[0]?.message
  return {
    model,
    messages: refs ? refs.flatMap(([from, to]) => pool.slice(from, to)) : input.map(chatMessage),
    content: answer ? textOf(answer) : '',
    reasoning: (answer && thoughtOf(answer)) || null,
    usage: {
      input: output.usage?.input_tokens ?? null,
      output: output.usage?.output_tokens ?? null,
      cached: output.usage?.input_tokens_cache_read ?? null,
      reasoning: output.usage?.reasoning_tokens ?? null,
    },
    durationMs: (output.time ?? 0) * 1000,
  }
}

/** Maximum number of messages in all calls together, because each call lists all earlier messages again. */
const MAX_MESSAGES = 2_000_000

const countOf = ({ input, input_refs: refs }: z.infer<typeof modelEvent>, { length }: readonly unknown[]): number =>
  refs?.reduce((sum, [from, to]) => sum + Math.max(0, Math.min(to, length) - from), 0) ?? input.length

const chatMessage = (told: Message): ChatMessage => ({
  role: told.role,
  content: textOf(told),
  ...(told.tool_call_id && { tool_call_id: told.tool_call_id }),
  ...(told.tool_calls && {
    tool_calls: told.tool_calls.map(({ id, function: name, arguments: given }) => ({
      id,
      type: 'function' as const,
      function: { name, arguments: JSON.stringify(given) },
    })),
  }),
})

const textOf = ({ content: told }: Message): string =>
  typeof told === 'string' ? told : told.flatMap(({ text }) => text ?? []).join('\n')

const thoughtOf = ({ content: told }: Message): string =>
  typeof told === 'string' ? '' : told.flatMap(({ reasoning }) => reasoning ?? []).join('\n')

/** A game command is a single short line. */
const LONGEST_COMMAND = 200

/** A game played in Inspect: the model writes a command or passes it to a tool, and the game replies. */
function conversation(told: Sample, name: string, task: Task): Recording {
  // Text after the last reply is not a command, but for example a summary.
  const last = told.messages.findLastIndex(({ role }) => role === 'user' || role === 'tool')
  const opening: string[] = []
  const turns: (Omit<RecordedTurn, 'answer'> & { readonly answers: string[] })[] = []
  let length = 0
  for (const [index, message] of told.messages.slice(0, last + 1).entries()) {
    const said = inFull(message, told.attachments ?? {})
    length += textOf(said).length
    if (length > LONGEST_OPENED_BYTES) throw tooLong(name)
    const answers = turns.at(-1)?.answers ?? opening
    if (said.role === 'user' || said.role === 'tool') answers.push(textOf(said))
    if (said.role !== 'assistant') continue
    const action = commandOf(said)
    if (action === null)
      throw notRecorded(
        name,
        `message ${index + 1} is not a game command: one line of at most ${LONGEST_COMMAND} characters, as text or as the argument of a tool`,
      )
    const reasoning = thoughtOf(said) || (said.tool_calls?.length ? textOf(said) : '')
    turns.push({ calls: [], action, reasoning, source: 'model', endedAt: null, durationMs: null, answers: [] })
  }
  return recordingOf({
    name,
    lacks: ['the file of the story', 'scores', 'locations', 'what is carried and seen', 'when each turn was'],
    game: { title: task.name },
    player: { label: task.model, model: task.model },
    rules: {},
    startedAt: told.started_at ?? task.writtenAt.toISOString(),
    opening: { text: opening.join('\n\n') },
    turns: turns
      .filter(({ answers }) => answers.length > 0)
      .map(({ answers, ...turn }) => ({ ...turn, answer: { text: answers.join('\n') } })),
    ended: null,
  })
}

function commandOf(said: Message): string | null {
  const [call, second] = said.tool_calls ?? []
  const given = call && Object.values(call.arguments)
  if (second !== undefined || (given && given.length !== 1)) return null
  const command = given ? given[0] : textOf(said).trim()
  return typeof command === 'string' && command !== '' && command.length <= LONGEST_COMMAND && !command.includes('\n')
    ? command
    : null
}

/** Replaces references to attachments, in which Inspect stores long texts, by their text. */
function inFull(told: Message, attachments: Readonly<Record<string, string>>): Message {
  const resolve = (text: string): string => {
    const key = /^attachment:\/\/(\w+)$/.exec(text)?.[1]
    return key !== undefined && Object.hasOwn(attachments, key) ? (attachments[key] ?? text) : text
  }
  return {
    ...told,
    content:
      typeof told.content === 'string'
        ? resolve(told.content)
        : told.content.map((one) => (one.text === undefined ? one : { ...one, text: resolve(one.text) })),
  }
}
