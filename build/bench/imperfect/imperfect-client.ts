import type { ChatMessage } from '@shared/episode/log/chat'
import type { ChatClient } from '../../../src-main/llm/chat-client'
import type { ImperfectModel } from './imperfect-model'

export const IMPERFECT_MODEL = 'imperfect-1'

/** The model as a chat client of this process: the same as over HTTP, without its cost. */
export function imperfectClient(player: ImperfectModel): ChatClient {
  return {
    async complete({ model, messages }) {
      const content = player.answer(messages.map(asRead))
      const input = tokensOf(lengthOf(messages))
      return {
        model,
        content,
        accompanyingText: null,
        reasoning: null,
        providerFields: null,
        toolCalls: [],
        finishReason: 'stop',
        usage: { input, output: tokensOf(content.length), cached: null, reasoning: null, estimated: true },
        costUsd: null,
        timeToFirstTokenMs: null,
        durationMs: 0,
        systemFingerprint: null,
      }
    },
    supportsTools: async () => false,
    contextLength: async () => null,
    readModels: async () => ({ data: [{ id: IMPERFECT_MODEL }] }),
  }
}

/** On the wire the tail follows the text. */
const asRead = ({ role, content, tail }: ChatMessage) => ({
  role,
  content: tail === undefined ? (content ?? '') : `${content ?? ''}\n\n${tail}`,
})

/** In characters, as they are sent. */
export const lengthOf = (messages: readonly ChatMessage[]): number =>
  messages.reduce((sum, message) => sum + wholeLength(message), 0)

const wholeLength = ({ content, tail }: ChatMessage): number =>
  (content?.length ?? 0) + (tail === undefined ? 0 : tail.length + 2)

/** The estimate of the explorer's endpoint. */
export const tokensOf = (characters: number): number => Math.ceil(characters / 4)

/** Number of characters at the beginning that are equal in both lists as they are sent: a prefix cache stores them. */
export function sharedLength(before: readonly ChatMessage[], after: readonly ChatMessage[]): number {
  let shared = 0
  for (const [index, message] of after.entries()) {
    const old = before[index]
    const isSame = old !== undefined && old.role === message.role && old.content === message.content
    if (isSame && old.tail === message.tail) shared += wholeLength(message)
    else {
      if (isSame) shared += message.content?.length ?? 0
      else shared += sharedStart(old?.content ?? '', message.content ?? '')
      break
    }
  }
  return shared
}

function sharedStart(before: string, after: string): number {
  let at = 0
  while (at < before.length && at < after.length && before[at] === after[at]) at++
  return at
}
