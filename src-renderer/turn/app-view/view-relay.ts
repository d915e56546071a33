import { LONGEST_VIEW_MESSAGE } from '@shared/mcp/apps/view-policy'

/** Limits of messages: a first burst, then a rate. A view that sends more is stopped. */
const BURST = 200
const MESSAGES_A_SECOND = 50

interface Relay {
  readonly frame: HTMLIFrameElement
  readonly html: string
  /** Receives each message of the view, as JSON. */
  readonly onMessage: (json: string) => void
  /** Called if the view sends too many messages and must be removed at once. */
  readonly onFlood: () => void
  /** A monotonic clock, in milliseconds. */
  readonly now?: () => number
}

/**
 * Writes the view into its frame and passes on its messages. Messages of frames inside the view are not passed on, but
 * count towards the limits. Returns a function that stops the relay.
 */
export function relayView({ frame, html, onMessage, onFlood, now = () => performance.now() }: Relay): () => void {
  let left = BURST
  let since = now()
  let isWritten = false
  const take = ({ source, data }: MessageEvent<unknown>) => {
    if (source === window) return
    left = Math.min(BURST, left + ((now() - since) * MESSAGES_A_SECOND) / 1000)
    since = now()
    if (--left < 0) {
      stop()
      return onFlood()
    }
    if (source !== frame.contentWindow || source === null) return
    if (!isWritten) {
      isWritten = true
      return frame.contentWindow?.postMessage({ html }, '*')
    }
    const json = asJson(data)
    if (json !== null) onMessage(json)
  }
  const stop = () => window.removeEventListener('message', take)
  window.addEventListener('message', take)
  return stop
}

/** A message as JSON; null if it cannot be a JSON-RPC message or is too long. */
function asJson(data: unknown): string | null {
  if (typeof data !== 'object' || data === null) return null
  try {
    const json = JSON.stringify(data)
    return json.length > LONGEST_VIEW_MESSAGE ? null : json
  } catch {
    return null
  }
}
