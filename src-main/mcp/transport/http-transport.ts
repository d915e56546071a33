import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js'
import { StreamableHTTPClientTransport, StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js'
import { type ExpectedError, isExpected } from '@shared/base/expected-error'
import type { RemoteServer } from '@shared/mcp/mcp-entry'
import { boundFetch } from '../../base/limits/bound-fetch'
import type { AnswerReader } from '../reader/answer-reader'
import { type BoundedRequest, withDeadline } from './deadline'
import { clauseOf, isAnswer, newerRevisionsIn } from './protocol-error'
import { readAnswers } from './read-answers'
import { SessionTransport } from './session-transport'
import { MAX_MESSAGE_BYTES } from './stdio-transport'
import { untilAborted } from './until-aborted'

/** Time limit for ending a server's session explicitly. */
const GOODBYE_MS = 1000

/** Time limit for a server to answer a ping. */
const ALIVE_MS = 5000

/** Adds the authorization of a sign-in to the requests of a server. */
export type Authorize = (send: typeof fetch) => typeof fetch

interface RemoteConnection {
  readonly client: Client
  /** Why the connection was closed, e.g. "sent a message of more than 32 MB"; empty otherwise. */
  lastWords(): string
  close(): Promise<void>
}

/**
 * Connects by Streamable HTTP (MCP revision 2025-11-25). If the server answers with a 4xx, as an older server does,
 * tries SSE, except after a refusal that is independent of the transport (`OF_ANY_TRANSPORT`). `createClient` is called
 * for each attempt, because a failed client cannot be reused.
 */
export async function connectRemote(
  server: RemoteServer,
  createClient: () => Client,
  reader: AnswerReader,
  options: BoundedRequest,
  authorize: Authorize = (send) => send,
): Promise<RemoteConnection> {
  if (server.transport === 'sse') return connectSse(server, createClient(), reader, options, authorize)
  try {
    return await connectStreamable(server, createClient(), reader, options, authorize)
  } catch (first) {
    if (!speaksOnlySse(first) || newerRevisionsIn(first).length > 0) throw first
    return connectSse(server, createClient(), reader, options, authorize).catch((second: unknown) => {
      options.signal.throwIfAborted()
      // The second error alone would hide why the first attempt failed.
      throw new Error(`${clauseOf(first)} (as an older server, over SSE: ${clauseOf(second)})`, {
        cause: null,
      })
    })
  }
}

async function connectSse(
  server: RemoteServer,
  client: Client,
  reader: AnswerReader,
  options: BoundedRequest,
  authorize: Authorize,
): Promise<RemoteConnection> {
  const { fetch: boundedFetch, lastWords, giveUp } = watchBounds(client, reader, authorize)
  let hasStream = false
  let refusal: ExpectedError | null = null
  // A reopened stream belongs to a new session, which would refuse everything without a handshake.
  const fetch: typeof boundedFetch = async (input, init) => {
    const isStream = (init?.method ?? 'GET') === 'GET'
    if (isStream && hasStream) giveUp('lost its stream of events')
    hasStream ||= isStream
    return boundedFetch(input, init).catch((error: unknown) => {
      // The library of the stream would hide this error.
      if (isExpected(error, 'sign_in_needed')) refusal = error
      throw error
    })
  }
  const connecting = client.connect(
    new SSEClientTransport(new URL(server.url), { fetch, requestInit: { headers: { ...server.headers } } }),
    options,
  )
  // The SDK waits for the first event of the stream without a limit.
  await untilAborted(connecting, options.signal).catch(async (error: unknown) => {
    await client.close()
    throw refusal ?? error
  })
  closeWhenLost(client)
  return { client, lastWords, close: () => client.close() }
}

/** Adds the cookies of a server to later requests. A load balancer uses them to find the process of a session. */
function withCookies(send: typeof fetch): typeof fetch {
  const cookies = new Map<string, string>()
  return async (input, init) => {
    const headers = new Headers(init?.headers)
    const sent = [headers.get('cookie'), ...[...cookies].map(([name, value]) => `${name}=${value}`)]
    if (cookies.size > 0) headers.set('cookie', sent.filter((cookie) => cookie !== null).join('; '))
    const response = await send(input, { ...init, headers })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^\s*([^=;\s]+)=([^;]*)/.exec(cookie) ?? []
      if (name === undefined || value === undefined) continue
      if (cookies.has(name) || cookies.size < MAX_COOKIES) cookies.set(name, value.trim())
    }
    return response
  }
}

const MAX_COOKIES = 20

/**
 * Limits and reads the answers of a server before the SDK reads them. A message that is too large closes the
 * connection, because its request would otherwise wait for its time limit.
 */
function watchBounds(
  client: Client,
  reader: AnswerReader,
  authorize: Authorize,
): {
  readonly fetch: typeof fetch
  readonly lastWords: () => string
  readonly giveUp: (fault: string) => void
} {
  let fault = ''
  const giveUp = (reason: string) => {
    fault ||= reason
    void client.close()
  }
  const bounded = boundFetch({ maxMessageBytes: MAX_MESSAGE_BYTES, onExceeded: ({ message }) => giveUp(message) })
  return { fetch: readAnswers(authorize(withCookies(bounded)), reader), lastWords: () => fault, giveUp }
}

async function connectStreamable(
  server: RemoteServer,
  client: Client,
  reader: AnswerReader,
  options: RequestOptions,
  authorize: Authorize,
): Promise<RemoteConnection> {
  const { fetch, lastWords } = watchBounds(client, reader, authorize)
  const open = () =>
    new StreamableHTTPClientTransport(new URL(server.url), {
      fetch,
      requestInit: { headers: { ...server.headers } },
      // The optional stream for messages of the server is reopened, because an episode may be long.
      reconnectionOptions: {
        initialReconnectionDelay: 1000,
        maxReconnectionDelay: 30_000,
        reconnectionDelayGrowFactor: 1.5,
        maxRetries: 10,
      },
    })
  const transport = new SessionTransport(open, reader)
  await client.connect(transport, options)
  closeWhenLost(client)
  const close = async () => {
    const goodbye = transport.terminateSession().catch(() => {})
    await Promise.race([goodbye, new Promise((resolve) => setTimeout(resolve, GOODBYE_MS).unref())])
    await client.close()
  }
  return { client, lastWords, close }
}

/**
 * Closes the connection if the server is gone. The SDK only reports that a stream broke, so a call would wait for its
 * time limit. A broken stream is common and harmless while the server lives, so the server is pinged; without an answer
 * the connection is closed, which rejects all pending requests.
 */
function closeWhenLost(client: Client): void {
  let isAsking = false
  client.onerror = (error) => {
    if (isAsking || !/stream disconnected|SSE error/i.test(error.message)) return
    isAsking = true
    void withDeadline(ALIVE_MS, new AbortController().signal, (request) => client.ping(request))
      // A server without ping answers with an error, which also proves that it lives.
      .catch((failure: unknown) => (isAnswer(failure) ? undefined : client.close()))
      .finally(() => (isAsking = false))
  }
}

const speaksOnlySse = (error: unknown): boolean =>
  error instanceof StreamableHTTPError &&
  error.code !== undefined &&
  error.code >= 400 &&
  error.code < 500 &&
  !OF_ANY_TRANSPORT.has(error.code)

/** Statuses that are independent of the transport: authorization, limits, a wrong host. */
const OF_ANY_TRANSPORT = new Set([401, 402, 403, 407, 408, 421, 429])
