import { setTimeout as sleep } from 'node:timers/promises'
import { cutJson } from '@shared/json/bound-json'
import { EventFramer } from './event-framer'
import { Pace } from './pace'
import { asTooMuch, tooLong, type TooMuchError } from './too-much-error'

export interface AnswerBounds {
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
 * `Pace`. An answer that is too much rejects its reader with a `TooMuchError`.
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
    const response = await fetch(input, init).finally(() => waiting--)
    const { body, url, redirected } = response
    if (body === null) return response
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
    const bounded = new Response(body.pipeThrough(isStream ? boundEvents() : boundWhole()), response)
    return Object.defineProperties(bounded, { url: { value: url }, redirected: { value: redirected } })
  }
}
