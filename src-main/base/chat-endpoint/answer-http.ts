import type { IncomingMessage, ServerResponse } from 'node:http'
import { RequestError } from './chat-request'

const MAX_BODY_BYTES = 64 * 1024 * 1024

/** The body of a request. Throws a `RequestError` for a body over the limit. */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_BODY_BYTES)
      throw new RequestError(413, 'request_too_large', `The body is larger than ${MAX_BODY_BYTES} bytes.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

export function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(value))
}

export function beginEvents(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' })
}

export const toServerSentEvent = (data: unknown): string =>
  `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`

/** The body of an error, in OpenAI's form. */
export function errorBody(error: unknown) {
  const { status, code, message } = asRequestError(error)
  const type = status < 500 ? 'invalid_request_error' : 'server_error'
  return { error: { message, type, param: null, code } }
}

/** Answers with the error; in a stream that has begun, as its last event. */
export function sendError(response: ServerResponse, error: unknown): void {
  if (!response.headersSent) return sendJson(response, errorBody(error), asRequestError(error).status)
  response.end(toServerSentEvent(errorBody(error)))
}

const asRequestError = (error: unknown): RequestError =>
  error instanceof RequestError
    ? error
    : new RequestError(500, 'internal_error', error instanceof Error ? error.message : String(error))

/** Throws a `RequestError` unless this is a POST of JSON. */
export function assertPostOfJson({ method, headers }: IncomingMessage): void {
  if (method !== 'POST') throw new RequestError(405, 'method_not_allowed', 'Send chat completions with POST.')
  if (!/^application\/json\b/i.test(headers['content-type'] ?? ''))
    throw new RequestError(415, 'unsupported_media_type', 'The Content-Type must be application/json.')
}
