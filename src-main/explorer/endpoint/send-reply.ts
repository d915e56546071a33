import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Completion } from './completion'
import { toChatCompletion, toChunks, toServerSentEvent } from './reply-stream'

interface Delivery {
  readonly streamed: boolean
  readonly includeUsage: boolean
  readonly wordsPerSecond: number
}

/** Puts a reply on the wire. Resolves when it is sent or the client is gone. */
export async function sendReply(response: ServerResponse, completion: Completion, delivery: Delivery): Promise<void> {
  if (delivery.streamed) return stream(response, completion, delivery)
  response
    .writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
    .end(JSON.stringify(toChatCompletion(completion)))
}

async function stream(
  response: ServerResponse,
  completion: Completion,
  { includeUsage, wordsPerSecond }: Delivery,
): Promise<void> {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' })
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
