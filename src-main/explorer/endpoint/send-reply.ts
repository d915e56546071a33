import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Completion } from './completion'
import type { FaultKind } from './faults'
import { toChatCompletion, toChunks, toServerSentEvent } from './reply-stream'

export interface Delivery {
  readonly streamed: boolean
  readonly includeUsage: boolean
  readonly wordsPerSecond: number
  readonly fault: FaultKind | null
}

/** Puts a reply on the wire. Resolves when it is sent or the client is gone. */
export async function sendReply(response: ServerResponse, completion: Completion, delivery: Delivery): Promise<void> {
  if (delivery.streamed) return stream(response, completion, delivery)
  if (delivery.fault === 'stall') return
  if (delivery.fault === 'cut') return void response.destroy()
  const { usage, ...rest } = toChatCompletion(completion)
  response
    .writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
    .end(JSON.stringify(delivery.fault === 'no_usage' ? rest : { ...rest, usage }))
}

async function stream(
  response: ServerResponse,
  completion: Completion,
  { includeUsage, wordsPerSecond, fault }: Delivery,
): Promise<void> {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' })
  const chunks = [...toChunks(completion, includeUsage && fault !== 'no_usage')]
  const pace = fault === 'slow' ? SLOW_WORDS_PER_SECOND : wordsPerSecond
  const breaksAt =
    fault === 'stall' || fault === 'cut' || fault === 'broken_chunk' ? Math.ceil(chunks.length / 2) : Infinity
  let unsent = ''
  for (const [index, { data, isWord }] of chunks.entries()) {
    if (pace > 0 && isWord) {
      response.write(unsent)
      unsent = ''
      await sleep(1000 / pace, undefined, { signal: gone.signal }).catch(() => undefined)
    }
    if (gone.signal.aborted) return
    if (index === breaksAt) return breakOff(response, unsent, fault)
    unsent += toServerSentEvent(data)
  }
  response.end(unsent + toServerSentEvent('[DONE]'))
}

const SLOW_WORDS_PER_SECOND = 5

/**
 * `stall`: nothing more comes, and the line stays open. `cut`: the line drops. `broken_chunk`: what comes is no JSON.
 */
function breakOff(response: ServerResponse, unsent: string, fault: FaultKind | null): void {
  if (fault === 'broken_chunk')
    response.end(unsent + toServerSentEvent('{"id": "chatcmpl-') + toServerSentEvent('[DONE]'))
  else response.write(unsent, () => fault === 'cut' && response.destroy())
}
