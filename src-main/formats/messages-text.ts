import { type ChatMessage, wholeText } from '@shared/episode/log/chat'

/** Messages as one text, for formats without message lists. */
export const messagesText = (messages: readonly ChatMessage[]): string =>
  messages.map((message) => [`${message.role}:`, wholeText(message), ...callsOf(message)].join('\n')).join('\n\n')

const callsOf = ({ tool_calls: calls = [] }: ChatMessage): readonly string[] =>
  calls.map(({ function: { name, arguments: given } }) => `${name} ${given}`)
