import { type ChatMessage, type ToolDefinition, wholeText } from '@shared/episode/log/chat'
import type { EventOf } from '@shared/episode/log/event'

/** The messages of one call, and the sizes of their sections for the context bar. */
export interface Prompt {
  readonly messages: readonly ChatMessage[]
  readonly sections?: NonNullable<EventOf<'llm_request'>['sections']>
}

/** Additions of a call to the prompt of the state: instructions of tool servers, their tools, messages of this turn. */
export interface RestOfRequest {
  readonly instructions: string | null
  readonly tools: readonly ToolDefinition[] | null
  readonly added: readonly ChatMessage[]
}

/** A message with a mark for the prompt cache (requirement 4.7). */
export const cached = (role: 'system' | 'user', content: string): ChatMessage => ({
  role,
  content,
  cache_control: { type: 'ephemeral' },
})

/** Attaches a tail to a message; an empty tail changes nothing. */
export const withTail = (message: ChatMessage, tail: string): ChatMessage =>
  tail === '' ? message : { ...message, tail }

/**
 * The message list of a call. Instructions of tool servers follow our own text in the system prompt: they are constant
 * for the turn and rarely change, so the cached prefix stays valid.
 */
export function assemble(
  asked: readonly ChatMessage[],
  { instructions, added }: RestOfRequest,
): readonly ChatMessage[] {
  const [system, ...rest] = asked
  if (!system) return []
  const first = instructions === null ? system : { ...system, content: `${system.content}\n\n${instructions}` }
  return [first, ...rest, ...added]
}

/** Overhead of a message in characters: its role and delimiters. */
const MESSAGE_FRAME = 16

/** Characters of a message on the wire, roughly. */
export const sizeOf = (message: ChatMessage): number =>
  MESSAGE_FRAME +
  wholeText(message).length +
  (message.tool_calls ?? []).reduce(
    (sum, { function: { name, arguments: given } }) => sum + name.length + given.length,
    0,
  )

export const sizeOfAll = (messages: readonly ChatMessage[]): number =>
  messages.reduce((sum, message) => sum + sizeOf(message), 0)

export const sizeOfTools = (tools: RestOfRequest['tools']): number =>
  tools === null ? 0 : JSON.stringify(tools).length
