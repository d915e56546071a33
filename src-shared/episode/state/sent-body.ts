import { type ChatMessage, wholeText } from '../log/chat'
import type { EventOf } from '../log/event'

type Json = Readonly<Record<string, unknown>>
type Sent = Pick<EventOf<'llm_sent'>, 'body' | 'cache_marks' | 'messages'>

/** A message in the form that most endpoints accept. */
function plainMessage(message: ChatMessage): Json {
  const { role, content, tool_calls, tool_call_id } = message
  if (role === 'tool') return { role, tool_call_id, content: content ?? '' }
  if (role === 'assistant') return { role, content, ...(tool_calls && { tool_calls }) }
  return { role, content: wholeText(message) }
}

/** A message with a cache breakpoint between its content and its tail. */
function markedMessage({ role, content, tail, cache_control }: ChatMessage): Json {
  const text = { type: 'text', text: content ?? '', cache_control }
  return { role, content: tail === undefined ? [text] : [text, { type: 'text', text: tail }] }
}

/**
 * The part of a body that the log stores: its keys except messages and tools, and the messages that differ from the
 * request's.
 */
export function packBody(body: Json, asked: readonly ChatMessage[]): Sent {
  const { messages, tools: _tools, ...rest } = body
  const marks: number[] = []
  const others: { index: number; message: Json }[] = []
  for (const [index, message] of (messages as readonly Json[]).entries()) {
    const logged = asked[index]
    const is = (form: Json) => JSON.stringify(form) === JSON.stringify(message)
    if (logged && is(plainMessage(logged))) continue
    if (logged && is(markedMessage(logged))) marks.push(index)
    else others.push({ index, message })
  }
  return { body: rest, cache_marks: marks, messages: others }
}

/** Rebuilds the body that was sent. `asked` are the messages of the request, `tools` those that were sent. */
export function unpackBody(
  { body, cache_marks, messages }: Sent,
  asked: readonly ChatMessage[],
  tools: readonly unknown[],
): Json {
  const changed = new Map(messages.map(({ index, message }) => [index, message]))
  const { model, ...rest } = body
  return {
    model,
    messages: asked.map(
      (message, index) =>
        changed.get(index) ?? (cache_marks.includes(index) ? markedMessage(message) : plainMessage(message)),
    ),
    ...(tools.length > 0 && { tools }),
    ...rest,
  }
}
