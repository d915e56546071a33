import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { LOG_BOUNDS, parseCutJson, tryParseJson } from '@shared/base/json/bound-json'
import { isRecord } from '@shared/base/json/is-record'
import type { AnswerReader } from '../reader/answer-reader'
import { errorInPage } from './protocol-error'

type Id = string | number
type RequestHeaders = RequestInit['headers']

/**
 * A `fetch` whose answers are read by `reader` before the SDK sees them. `fetch` must limit the size of answers and
 * yield one event per chunk.
 */
export function readAnswers(fetch: typeof globalThis.fetch, reader: AnswerReader): typeof globalThis.fetch {
  /** The id of the last event of each answer whose stream can be resumed. */
  const lastEvents = new Map<Id, string>()
  /** Whether the server has opened its stream of messages. */
  let offersStream: Promise<boolean> = Promise.resolve(false)
  return async (input, init) => {
    const lastEvent = new Headers(init?.headers).get('last-event-id')
    const resumed = [...lastEvents].find(([id, event]) => event === lastEvent && reader.isPending(id))?.[0] ?? null
    const asked = noteSent(init?.body, reader) ?? resumed
    const sending = fetch(input, init)
    if ((init?.method ?? 'GET') === 'GET' && resumed === null)
      offersStream = sending.then(isEventStream).catch(() => false)
    const response = await sending
    const failed = (id: Id, why: string) => JSON.stringify(reader.failed(id, why))
    if (resumed !== null && !response.ok)
      return like(response, `data: ${failed(resumed, NO_ANSWER)}\n\n`, 'text/event-stream', 200)
    if (asked !== null && response.status === 202 && !(await offersStream))
      return like(response, failed(asked, NEVER_ANSWERED), 'application/json', 200)
    // A notification has no answer, so its refusal is ignored. The next request shows whether the server is reachable.
    const isNotification = asked === null && typeof init?.body === 'string'
    if (isNotification && !response.ok && response.status !== 401 && response.status !== 403) {
      await response.body?.cancel()
      return new Response(null, { status: 202 })
    }
    if (hasForgotten(response.status)) return refused(response, init?.headers)
    if (!response.ok || response.status === 202) return response
    if (isEventStream(response) && response.body !== null) {
      const body = asked === null ? response.body : endAtBreak(response.body, init?.signal)
      return like(response, body.pipeThrough(readEvents(reader, asked, init?.headers, lastEvents)), 'text/event-stream')
    }
    if (asked === null) return response
    const text = await response.text()
    if (isBareRefusal(text, init?.headers)) return like(response, text, 'application/json', 404)
    return like(response, JSON.stringify(readBody(text, response, asked, reader)), 'application/json')
  }
}

const isEventStream = ({ ok, headers }: Response): boolean =>
  ok && /^\s*text\/event-stream\s*(?:;|$)/i.test(headers.get('content-type') ?? '')

const NO_ANSWER = 'the server ended the stream of its answer without the answer'
const NEVER_ANSWERED = 'the server accepted the request (HTTP 202), but offers no stream on which an answer could come'

/**
 * A stream that ends instead of failing when the connection breaks, so that the waiting request fails or the stream is
 * resumed.
 */
function endAtBreak(body: ReadableStream<Uint8Array>, signal?: AbortSignal | null): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        // The client closed the stream.
        if (signal?.aborted === true) throw error
        return { done: true, value: undefined }
      })
      if (done || value === undefined) controller.close()
      else controller.enqueue(value)
    },
    cancel: (reason) => reader.cancel(reason),
  })
}

/** Passes a sent message to the reader. Returns the id if it is a request, else null. */
function noteSent(body: unknown, reader: AnswerReader): Id | null {
  if (typeof body !== 'string') return null
  const message = parseCutJson(body, LOG_BOUNDS) as JSONRPCMessage
  reader.sent(message)
  return 'method' in message && 'id' in message ? (message.id as Id) : null
}

/** A response with another body. The SDK reads the address of a response, which a new response does not have. */
function like(response: Response, body: string | ReadableStream, type: string, status = response.status): Response {
  const headers = new Headers(response.headers)
  headers.set('content-type', type)
  headers.delete('content-length')
  return Object.defineProperties(new Response(body, { status: status === 204 ? 200 : status, headers }), {
    url: { value: response.url },
    redirected: { value: response.redirected },
  })
}

/** The error of a request if the server refuses the session after the answer has begun. */
export const FORGOTTEN = 'the server does not know the session'

/** Messages of servers about an unknown session. MCP requires status 404, but many answer 400 or 410. */
const NO_SESSION =
  /session[\w\s"':-]{0,80}(?:not found|expired|invalid|unknown|terminated|closed|does not exist)|(?:unknown|invalid|expired|no valid|no such|missing)[\w\s"':-]{0,20}session/i

const hasForgotten = (status: number): boolean => status === 400 || status === 410

const isInSession = (headers: RequestHeaders): boolean => new Headers(headers).has('mcp-session-id')

async function refused(response: Response, headers: RequestHeaders): Promise<Response> {
  const text = await response.text()
  const isForgotten = isInSession(headers) && NO_SESSION.test(text.slice(0, 10_000))
  return like(response, text, response.headers.get('content-type') ?? 'text/plain', isForgotten ? 404 : response.status)
}

/** Whether an answer is an error about the session that has no id, and so answers no request. */
function isBareRefusal(text: string, headers: RequestHeaders): boolean {
  if (text.length > 10_000 || !isInSession(headers)) return false
  const value = tryParseJson(text)
  return isRecord(value) && value.error !== undefined && (value.id ?? null) === null && NO_SESSION.test(text)
}

/** The messages in a body that is not a stream, whatever its type claims. */
function readBody(
  text: string,
  response: Response,
  asked: Id,
  reader: AnswerReader,
): JSONRPCMessage | JSONRPCMessage[] {
  if (/^\s*</.test(text))
    return reader.failed(asked, `the server answered with a web page (HTTP ${response.status}): ${errorInPage(text)}`)
  const isEvents = /^(?:event|data|id|retry)?:/.test(text)
  const bodies = isEvents ? text.split(/\r?\n\r?\n/).map((event) => dataOf(event.split(/\r?\n/))) : [text]
  const messages = bodies.flatMap((body) => reader.text(body, isEvents && body.trim() === '' ? null : asked))
  if (reader.isPending(asked))
    messages.push(
      reader.failed(asked, `the server answered without a message (HTTP ${response.status}): ${errorInPage(text)}`),
    )
  const [only] = messages
  return messages.length === 1 && only ? only : messages
}

const dataOf = (lines: readonly string[]): string =>
  lines
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice('data:'.length).trimStart())
    .join('\n')

/**
 * Reads a stream of server-sent events, one complete event per chunk. If the stream ends without the answer for which
 * it was opened, the request fails, unless an event had an id, with which the stream can be resumed.
 */
function readEvents(
  reader: AnswerReader,
  asked: Id | null,
  headers: RequestHeaders,
  lastEvents: Map<Id, string>,
): TransformStream<Uint8Array, Uint8Array> {
  let canResume = false
  const eventOf = (messages: readonly JSONRPCMessage[], fields: readonly string[] = []) =>
    Buffer.from(messages.map((message) => `${[...fields, `data: ${JSON.stringify(message)}`].join('\n')}\n\n`).join(''))
  return new TransformStream({
    transform(chunk, controller) {
      const lines = Buffer.from(chunk)
        .toString()
        .replace(/^\uFEFF/, '')
        .split(/\r\n|\r|\n/)
      const isBare = /^[{[]/.test(lines[0] ?? '')
      const data = isBare ? lines.join('\n') : dataOf(lines)
      const fields = lines.filter((line) => /^(?:id|retry)\b/.test(line))
      const event = fields.findLast((field) => field.startsWith('id'))?.replace(/^id:? ?/, '')
      canResume ||= event !== undefined
      if (asked !== null && event !== undefined) lastEvents.set(asked, event)
      // Other events, such as the address of an older server, are not messages.
      if (!/^\s*[{["\uFEFF]/.test(data)) return controller.enqueue(chunk)
      if (asked !== null && isBareRefusal(data, headers))
        return controller.enqueue(eventOf([reader.failed(asked, FORGOTTEN)], fields))
      const messages = reader.text(data.trim(), asked)
      controller.enqueue(messages.length > 0 ? eventOf(messages, fields) : Buffer.from(`${fields.join('\n')}\n\n`))
    },
    flush(controller) {
      if (asked === null) return
      if (!reader.isPending(asked)) lastEvents.delete(asked)
      else if (!canResume) controller.enqueue(eventOf([reader.failed(asked, NO_ANSWER)]))
    },
  })
}
