import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { ExpectedError } from '@shared/base/expected-error'
import { listenOnLoopback } from '../../base/limits/connections'
import { untilAborted } from '../transport/until-aborted'

/** The answer of the authorization server, which the browser delivers. */
export interface Callback {
  readonly code: string | null
  readonly error: string | null
  readonly errorDescription: string | null
  /** The authorization server that answers (RFC 9207); null if it is not named. */
  readonly issuer: string | null
}

export interface CallbackServer {
  readonly url: string
  /** Resolves to the first answer that has this sign-in's `state`. Rejects with the signal's reason. */
  answer(signal: AbortSignal): Promise<Callback>
  close(): void
}

const PATH = '/callback'
const MAX_CONNECTIONS = 20
const PAGES = {
  done: 'ZorkGPT has received the answer of the sign-in. You can close this page.',
  foreign: 'This is not the answer that ZorkGPT waits for: it belongs to another sign-in, or was changed on the way.',
  second: 'ZorkGPT has already received the answer of this sign-in. You can close this page.',
  nothing: 'There is nothing here.',
} as const

/**
 * Starts a server on this computer that receives one answer of a sign-in from the browser (RFC 8252, section 7.3).
 * `port` 0 means any free port. Throws `not_possible` if the port cannot be used.
 */
export async function openCallbackServer(state: string, port: number): Promise<CallbackServer> {
  let receive: (callback: Callback) => void = () => {}
  const received = new Promise<Callback>((resolve) => (receive = resolve))
  let isAnswered = false
  let boundPort = port
  const respond = (request: IncomingMessage, response: ServerResponse) => {
    const say = (status: number, page: keyof typeof PAGES) =>
      response
        .writeHead(status, {
          'content-type': 'text/plain; charset=utf-8',
          'cache-control': 'no-store',
          'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
          'referrer-policy': 'no-referrer',
          connection: 'close',
        })
        .end(`${PAGES[page]}\n`)
    // `new URL` would throw for some request targets, such as `//`.
    const [path, query] = (request.url ?? '/').split('?')
    // A page of another site may reach this address under another name (DNS rebinding).
    if (request.headers.host !== `127.0.0.1:${boundPort}` || request.method !== 'GET' || path !== PATH)
      return say(404, 'nothing')
    const answer = new URLSearchParams(query)
    if (answer.get('state') !== state) return say(400, 'foreign')
    if (isAnswered) return say(409, 'second')
    isAnswered = true
    say(200, 'done')
    const text = (name: string) => answer.get(name)
    receive({
      code: text('code'),
      error: text('error'),
      errorDescription: text('error_description'),
      issuer: text('iss'),
    })
  }
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 10_000, maxHeaderSize: 16_384 }, respond)
  boundPort = await listenOnLoopback(server, port, MAX_CONNECTIONS).catch((error: unknown) => {
    throw new ExpectedError(
      'not_possible',
      `The port ${port} for the answer of the sign-in cannot be used: ${(error as Error).message}`,
    )
  })
  return {
    url: `http://127.0.0.1:${boundPort}${PATH}`,
    answer: (signal) => untilAborted(received, signal),
    // The delay lets the last page reach the browser.
    close: () => {
      server.close()
      setTimeout(() => server.closeAllConnections(), 1000).unref()
    },
  }
}
