import { type ChatMessage, type ToolDefinition, wholeText } from '@shared/episode/log/chat'
import type { EventOf } from '@shared/episode/log/event'

/** What is sent for one call: the messages, and what they are made of for the reader of the request. */
export interface Prompt {
  readonly messages: readonly ChatMessage[]
  readonly sections?: NonNullable<EventOf<'llm_request'>['sections']>
}

/** What a call adds to what the state asks: words of the tool servers, their tools, and what this turn has brought. */
export interface RestOfRequest {
  readonly instructions: string | null
  readonly tools: readonly ToolDefinition[] | null
  readonly added: readonly ChatMessage[]
}

/** Requirement 4.7. */
export const cached = (role: 'system' | 'user', content: string): ChatMessage => ({
  role,
  content,
  cache_control: { type: 'ephemeral' },
})

/** A message with a tail is one whose newest turn it is; without anything to say it has none. */
export const withTail = (message: ChatMessage, tail: string): ChatMessage =>
  tail === '' ? message : { ...message, tail }

/**
 * The list of a call. What tool servers say of themselves stands behind our own words in the system prompt: it holds
 * for the whole turn and changes seldom, so the cached prefix stays.
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

/** What a message costs beside its text, as characters: its role and the marks around it. */
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
