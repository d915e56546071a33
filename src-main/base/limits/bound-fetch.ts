import { setTimeout as sleep } from 'node:timers/promises'
import { cutJson, UNTRUSTED_BOUNDS } from '@shared/base/json/bound-json'
import { fetchFromNetwork } from '../network/system-certificates'
import { Pace } from './pace'
import { asTooMuch, tooLong, type TooMuchError } from './too-much-error'

interface AnswerBounds {
  /** Limit of one event of a stream, or of an answer without a stream. */
  readonly maxMessageBytes: number
  readonly onExceeded?: (error: TooMuchError) => void
  /** Sends the requests instead of `fetchFromNetwork`. */
  readonly send?: typeof fetch
}

/** Maximum number of unanswered requests, because a server can cause requests that it never answers. */
const MAX_WAITING = 64

/**
 * A `fetch` for untrusted endpoints and servers. Limits the length of messages, the depth and size of JSON values
 * (`UNTRUSTED_BOUNDS`), and the rate of events (`Pace`). Reading an answer beyond a limit rejects with a
 * `TooMuchError`. Redirects to other origins are not followed.
 */
export function boundFetch({ maxMessageBytes, onExceeded, send = fetchFromNetwork }: AnswerBounds): typeof fetch {
  let waiting = 0
  const reportExcess = <Result>(work: () => Result): Result => {
    try {
      return work()
    } catch (error) {
      const tooMuch = asTooMuch(error)
      if (tooMuch) onExceeded?.(tooMuch)
      throw tooMuch ?? error
    }
  }

  const boundEvents = (): TransformStream<Uint8Array, Uint8Array> => {
    const framer = new EventFramer(maxMessageBytes)
    const pace = new Pace()
    return new TransformStream({
      async transform(chunk, controller) {
        const events = reportExcess(() => framer.push(chunk))
        for (const event of events) controller.enqueue(event)
        const pauseMs = pace.pauseMs(events.length)
        if (pauseMs > 0) await sleep(pauseMs, undefined, { ref: false })
      },
      flush: (controller) => controller.enqueue(reportExcess(() => framer.end())),
    })
  }

  const boundWhole = (): TransformStream<Uint8Array, Uint8Array> => {
    const parts: Uint8Array[] = []
    let bytes = 0
    return new TransformStream({
      transform(chunk) {
        reportExcess(() => {
          bytes += chunk.length
          if (bytes > maxMessageBytes) throw tooLong(maxMessageBytes)
          parts.push(chunk)
        })
      },
      flush: (controller) =>
        controller.enqueue(reportExcess(() => Buffer.from(cutJson(Buffer.concat(parts).toString())))),
    })
  }

  return async (input, init) => {
    if (waiting >= MAX_WAITING) throw new Error(`${MAX_WAITING} requests are already waiting for an answer`)
    waiting++
    const response = await fetchSameOrigin(send, input, init).finally(() => waiting--)
    const { body, url, redirected } = response
    if (body === null) return response
    const isStream = /^text\/event-stream/i.test(response.headers.get('content-type') ?? '')
    const bounded = new Response(body.pipeThrough(isStream ? boundEvents() : boundWhole()), response)
    return Object.defineProperties(bounded, { url: { value: url }, redirected: { value: redirected } })
  }
}

const MAX_REDIRECTS = 5

/** Follows redirects within the origin only: keys belong to it, and a server must not cause requests to others here. */
async function fetchSameOrigin(
  send: typeof fetch,
  input: string | URL | Request,
  init: RequestInit = {},
  redirects = 0,
): Promise<Response> {
  const response = await send(input, { ...init, redirect: 'manual' })
  const location = response.headers.get('location')
  if (response.status < 300 || response.status > 399 || location === null) return response
  await response.body?.cancel()
  const to = new URL(location, response.url)
  if (to.origin !== new URL(response.url).origin)
    throw new Error(`it redirects to ${to.origin}, which is not followed. If you trust it, use that address`)
  if (redirects === MAX_REDIRECTS) throw new Error('it redirects too often')
  // After 301 and 302 a browser would repeat a POST as GET, but the new address needs the same request.
  const becomesGet = response.status === 303
  return fetchSameOrigin(send, to, becomesGet ? { ...init, method: 'GET', body: null } : init, redirects + 1)
}

const [LF, CR, BRACE, BRACKET] = [0x0a, 0x0d, 0x7b, 0x5b]

/** Splits server-sent events (HTML Standard) into complete events, with limits for their length and depth. */
export class EventFramer {
  readonly #maxBytes: number
  #parts: Uint8Array[] = []
  #bytes = 0
  #brackets = 0
  #lineBytes = 0
  #afterReturn = false

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Returns the events that this chunk completes. Throws a `TooMuchError`, or a `JsonBoundError`. */
  push(chunk: Uint8Array): Uint8Array[] {
    const events: Uint8Array[] = []
    let start = 0
    for (const [at, byte] of chunk.entries()) {
      if (byte === BRACE || byte === BRACKET) this.#brackets++
      if (byte !== LF && byte !== CR) {
        this.#lineBytes++
        this.#afterReturn = false
        continue
      }
      const isSecondHalf = byte === LF && this.#afterReturn
      this.#afterReturn = byte === CR
      if (isSecondHalf) {
        // The CR has already ended the event.
        if (this.#bytes === 0 && start === at) start = at + 1
        continue
      }
      if (this.#lineBytes === 0) {
        this.#append(chunk.subarray(start, at + 1))
        // Without this LF, a parser would wait for one after the CR, which may arrive long after the event.
        if (byte === CR) this.#append(Buffer.of(LF))
        events.push(this.end())
        start = at + 1
      }
      this.#lineBytes = 0
    }
    this.#append(chunk.subarray(start))
    return events
  }

  end(): Uint8Array {
    const event = Buffer.concat(this.#parts)
    const needsCheck = this.#brackets > UNTRUSTED_BOUNDS.depth || event.length > 2 * UNTRUSTED_BOUNDS.values
    this.#parts = []
    this.#bytes = 0
    this.#brackets = 0
    return needsCheck ? cutEvent(event) : event
  }

  #append(part: Uint8Array): void {
    this.#bytes += part.length
    if (this.#bytes > this.#maxBytes) throw tooLong(this.#maxBytes)
    this.#parts.push(part)
  }
}

function cutEvent(event: Buffer): Uint8Array {
  const lines = event.toString().split(/\r\n|\r|\n/)
  const isData = (line: string) => line.startsWith('data:')
  const data = lines
    .filter(isData)
    .map((line) => line.slice('data:'.length))
    .join('\n')
  const cut = cutJson(data)
  if (cut === data) return event
  const others = lines.filter((line) => line !== '' && !isData(line))
  return Buffer.from(`${[...others, ...cut.split('\n').map((line) => `data:${line}`)].join('\n')}\n\n`)
}
