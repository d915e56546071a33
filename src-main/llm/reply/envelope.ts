import { tryParseJson } from '@shared/base/json/bound-json'
import { isRecord } from '@shared/base/json/is-record'
import { asTooMuch } from '../../base/limits/too-much-error'
import type { SecretMask } from '../../secrets/secret-mask'
import { AnswerError } from '../failure/attempt-errors'

/** An error body is read up to about this length. */
const MAX_ERROR_LENGTH = 256 * 1024

/**
 * A `fetch` whose answers are event streams of chat chunks, also if the endpoint sent one JSON object, or one JSON
 * object per line. Rejects with `AnswerError` for an error status, and for a web page or plain text with status 200.
 * `onDone` is called at `[DONE]`, which the package hides, and at the end of JSON: the answer is then complete, even
 * without a finish reason.
 */
export function fetchEvents(send: typeof fetch, mask: SecretMask, onDone: () => void): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init)
    const { status, headers } = response
    if (!response.ok) throw new AnswerError(status, headers, parseBody(await readStart(response), mask))
    if (!isChat(input) || response.body === null) return response
    const { start, rest } = await peek(response.body.getReader())
    if (start === '' || EVENT.test(start)) return withBody(response, rest.pipeThrough(watchForEnd(onDone)))
    // A page of a proxy, or plain text.
    if (!/^[[{]/.test(start))
      throw new AnswerError(status, headers, parseBody(await readStart(new Response(rest)), mask))
    return withBody(response, rest.pipeThrough(asEvents(onDone)))
  }
}

const isChat = (input: string | URL | Request): boolean =>
  (input instanceof Request ? input.url : String(input)).includes('/chat/completions')

const withBody = ({ status, headers }: Response, body: ReadableStream<Uint8Array>): Response => {
  const kept = new Headers(headers)
  kept.set('content-type', 'text/event-stream')
  return new Response(body, { status, headers: kept })
}

function parseBody(text: string, mask: SecretMask): unknown {
  const json = tryParseJson(text)
  return json === undefined ? mask.text(text) : mask.deep(json)
}

async function readStart(response: Response): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  try {
    for await (const piece of response.body ?? []) {
      text += decoder.decode(piece, { stream: true })
      if (text.length > MAX_ERROR_LENGTH) break
    }
  } catch (error) {
    if (asTooMuch(error)) throw error
    // The connection broke; the part that was received is the error.
  }
  return text
}

/** The fields of an event stream (HTML Standard, "Server-sent events"). */
const EVENT = /^(?::|(?:data|event|id|retry)\b)/
const ENOUGH_TO_KNOW = 'event:'.length

/** Reads until the form of the answer is known, and returns the whole stream with its first visible characters. */
async function peek(
  reader: ReadableStreamDefaultReader<Uint8Array>,
): Promise<{ readonly start: string; readonly rest: ReadableStream<Uint8Array> }> {
  const read: Uint8Array[] = []
  let start = ''
  while (start.length < ENOUGH_TO_KNOW && !start.startsWith(':')) {
    const { done, value } = await reader.read()
    if (done) break
    read.push(value)
    start = (start + new TextDecoder().decode(value)).trimStart()
  }
  const rest = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = read.shift()
      if (next) return controller.enqueue(next)
      const { done, value } = await reader.read()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: (reason) => reader.cancel(reason),
  })
  return { start, rest }
}

const LONGEST_MARK = 'data: [DONE]'.length + 8

/** Removes events without data, which keep a connection alive, because the package would parse them. */
function withoutEmptyData(event: string): string {
  const lines = event.split(/\r\n|\r|\n/)
  const data = lines.filter((line) => /^data:\s*\S/.test(line))
  if (data.length === 0 || (data.length === 1 && /^data:\s*null\s*$/.test(data[0] ?? ''))) return ''
  const kept = lines.filter((line) => !/^data:\s*$|^event:(?!\s*error)/.test(line))
  return kept.length === lines.length ? event : kept.join('\n')
}

/** Passes a stream on without empty events, and calls `onDone` at `[DONE]`. */
function watchForEnd(onDone: () => void): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder()
  let tail = ''
  return new TransformStream({
    transform(piece, controller) {
      const event = decoder.decode(piece, { stream: true })
      const text = tail + event
      if (/(?:^|[\r\n])data: ?\[DONE\]\s/.test(`${text}\n`)) onDone()
      tail = text.slice(-LONGEST_MARK)
      const kept = withoutEmptyData(event)
      if (kept !== '') controller.enqueue(kept === event ? piece : Buffer.from(kept))
    },
  })
}

/** Converts one JSON value, or one per line, to events. Other text becomes an event that cannot be parsed. */
function asEvents(onDone: () => void): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder()
  let pending = ''
  const write = (controller: TransformStreamDefaultController<Uint8Array>) => {
    const json = pending.trim().replace(/^data: ?/, '')
    if (json !== '') controller.enqueue(Buffer.from(`data: ${json.replaceAll(/[\r\n]+/g, ' ')}\n\n`))
    pending = ''
  }
  return new TransformStream({
    transform(piece, controller) {
      const lines = (pending + decoder.decode(piece, { stream: true })).split('\n')
      const last = lines.pop() ?? ''
      pending = ''
      for (const line of lines) {
        pending += `${line}\n`
        // A value of several lines ends at the line that contains only its closing bracket.
        if (/^\s*[[{].*[}\]]\s*$/.test(pending) || /^[}\]]\s*$/.test(line)) write(controller)
      }
      pending += last
    },
    flush(controller) {
      write(controller)
      onDone()
    },
  })
}

/** An error that was sent instead of a chunk, with status 200; null for a chunk. */
export function errorInChunk(chunk: unknown): unknown {
  const first: unknown = Array.isArray(chunk) ? chunk[0] : chunk
  if (!isRecord(first)) return null
  const isSet = (key: string) => first[key] !== undefined && first[key] !== null && first[key] !== ''
  const names = 'choices' in first || isRecord(first.message) ? ['error'] : ERROR_KEYS
  return names.some(isSet) || first.object === 'error' ? chunk : null
}

const ERROR_KEYS = ['error', 'errors', 'detail', 'message', 'msg', 'base_resp', 'error_msg', 'error_message']
