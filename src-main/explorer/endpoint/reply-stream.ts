import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { beginEvents, sendJson, toServerSentEvent } from '../../base/chat-endpoint/answer-http'
import { type Completion, FINGERPRINT } from './completion'

/** The whole reply as one JSON object. `created` is 0: the explorer reads no clock. */
function toChatCompletion({ id, model, content, toolCalls, finishReason, usage }: Completion) {
  const message = {
    role: 'assistant',
    content,
    ...(toolCalls.length > 0 && { tool_calls: toolCalls.map(toWireCall) }),
  }
  return {
    id,
    object: 'chat.completion',
    created: 0,
    model,
    system_fingerprint: FINGERPRINT,
    choices: [{ index: 0, message, logprobs: null, finish_reason: finishReason }],
    usage,
  }
}

/** The chunks of a streamed reply: the role, single words, the finish reason and, if requested, the usage. */
function* toChunks(completion: Completion, includeUsage: boolean): Generator<StreamedChunk> {
  const { id, model, content, toolCalls, finishReason, usage } = completion
  const chunk = (choices: readonly unknown[], isWord: boolean, counted: typeof usage | null = null): StreamedChunk => ({
    isWord,
    data: {
      id,
      object: 'chat.completion.chunk',
      created: 0,
      model,
      system_fingerprint: FINGERPRINT,
      choices,
      ...(includeUsage && { usage: counted }),
    },
  })
  const delta = (value: unknown, isWord: boolean) =>
    chunk([{ index: 0, delta: value, logprobs: null, finish_reason: null }], isWord)
  yield delta({ role: 'assistant', content: content === null ? null : '' }, false)
  for (const word of wordsWithSpace(content ?? '')) yield delta({ content: word }, true)
  for (const [index, call] of toolCalls.entries()) {
    yield delta({ tool_calls: [{ index, ...toWireCall({ ...call, arguments: '' }) }] }, false)
    for (const word of wordsWithSpace(call.arguments))
      yield delta({ tool_calls: [{ index, function: { arguments: word } }] }, true)
  }
  yield chunk([{ index: 0, delta: {}, logprobs: null, finish_reason: finishReason }], false)
  if (includeUsage) yield chunk([], false, usage)
}

interface StreamedChunk {
  /** True for words of the text and of arguments: only these are paced. */
  readonly isWord: boolean
  readonly data: unknown
}

const toWireCall = ({ id, name, arguments: text }: Completion['toolCalls'][number]) => ({
  id,
  type: 'function',
  function: { name, arguments: text },
})
const wordsWithSpace = (text: string): string[] => text.match(/\s*\S+\s*/g) ?? []

interface Delivery {
  readonly streamed: boolean
  readonly includeUsage: boolean
  readonly wordsPerSecond: number
}

/** Sends a reply. Resolves when it is sent or the client has disconnected. */
export async function sendReply(response: ServerResponse, completion: Completion, delivery: Delivery): Promise<void> {
  if (delivery.streamed) return stream(response, completion, delivery)
  sendJson(response, toChatCompletion(completion))
}

async function stream(
  response: ServerResponse,
  completion: Completion,
  { includeUsage, wordsPerSecond }: Delivery,
): Promise<void> {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  beginEvents(response)
  let unsent = ''
  for (const { data, isWord } of toChunks(completion, includeUsage)) {
    if (wordsPerSecond > 0 && isWord) {
      response.write(unsent)
      unsent = ''
      await sleep(1000 / wordsPerSecond, undefined, { signal: gone.signal }).catch(() => undefined)
    }
    if (gone.signal.aborted) return
    unsent += toServerSentEvent(data)
  }
  response.end(unsent + toServerSentEvent('[DONE]'))
}
