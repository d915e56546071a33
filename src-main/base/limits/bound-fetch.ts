import { setTimeout as sleep } from 'node:timers/promises'
import { cutJson } from '@shared/base/json/bound-json'
import { EventFramer } from './event-framer'
import { Pace } from './pace'
import { asTooMuch, tooLong, type TooMuchError } from './too-much-error'

interface AnswerBounds {
  /** Of one event of a stream, and of an answer that is no stream. */
  readonly maxMessageBytes: number
  /** Told when an answer was cut off for being more than that. */
  readonly onExceeded?: (error: TooMuchError) => void
}

/**
 * Requests of one caller that wait for an answer to begin: a server that asks and asks, and takes no reply, must not
 * use up the sockets of the host.
 */
const MOST_WAITING = 64

/**
 * A `fetch` for endpoints and servers that nobody has to trust: whatever reads its answers gets no message longer than
 * the bound, no value nested deeper or holding more than `GUEST_BOUNDS` allow, and no flood of events faster than
 * `Pace`. An answer that is too much rejects its reader with a `TooMuchError`. Nobody is sent on to another address.
 */
export function boundFetch({ maxMessageBytes, onExceeded }: AnswerBounds): typeof fetch {
  let waiting = 0
  const guarded = <Result>(work: () => Result): Result => {
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
        const events = guarded(() => framer.push(chunk))
        for (const event of events) controller.enqueue(event)
        const restMs = pace.restMs(events.length)
        if (restMs > 0) await sleep(restMs, undefined, { ref: false })
      },
      flush: (controller) => controller.enqueue(guarded(() => framer.end())),
    })
  }

  const boundWhole = (): TransformStream<Uint8Array, Uint8Array> => {
    const parts: Uint8Array[] = []
    let bytes = 0
    return new TransformStream({
      transform(chunk) {
        guarded(() => {
          bytes += chunk.length
          if (bytes > maxMessageBytes) throw tooLong(maxMessageBytes)
          parts.push(chunk)
        })
      },
      flush: (controller) => controller.enqueue(guarded(() => Buffer.from(cutJson(Buffer.concat(parts).toString())))),
    })
  }

  return async (input, init) => {
    if (waiting >= MOST_WAITING) throw new Error(`${MOST_WAITING} requests wait for an answer already`)
    waiting++
    const response = await fetchThere(input, init).finally(() => waiting--)
    const { body, url, redirected } = response
    if (body === null) return response
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
    const bounded = new Response(body.pipeThrough(isStream ? boundEvents() : boundWhole()), response)
    return Object.defineProperties(bounded, { url: { value: url }, redirected: { value: redirected } })
  }
}

const MOST_HOPS = 5

/**
 * Follows whoever answers to other pages of its own address and no further: what is sent, keys in headers among it, was
 * given for that address, and what listens on this computer is nobody else's to reach.
 */
async function fetchThere(input: string | URL | Request, init: RequestInit = {}, hops = 0): Promise<Response> {
  const response = await fetch(input, { ...init, redirect: 'manual' })
  const location = response.headers.get('location')
  if (response.status < 300 || response.status > 399 || location === null) return response
  await response.body?.cancel()
  const to = new URL(location, response.url)
  if (to.origin !== new URL(response.url).origin)
    throw new Error(
      `it sends requests on to ${to.origin}, and is not followed there. If it is meant, write that address`,
    )
  if (hops === MOST_HOPS) throw new Error('it sends requests on and on')
  // As the Fetch Standard has it, "HTTP-redirect fetch".
  const becomesGet = response.status === 303 || (response.status < 303 && init.method === 'POST')
  return fetchThere(to, becomesGet ? { ...init, method: 'GET', body: null } : init, hops + 1)
}
