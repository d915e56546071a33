import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { messageOf } from '@shared/base/expected-error'
import { tryParseJson } from '@shared/base/json/bound-json'
import { isRecord } from '@shared/base/json/is-record'
import { whyRefused } from '../../base/limits/admission'
import { closeServer, listenOnLoopback, MAX_CONNECTIONS } from '../../base/limits/connections'
import { printError } from '../../base/terminal/terminal'
import { HttpSession, readBody, refuse, SESSION_OVER } from './http-session'
import { PARSE_ERROR } from './json-rpc'

export interface OpenServer {
  readonly server: Server
  /** Called when the session ends; the endpoint's `close` waits for it. */
  readonly close: () => void | Promise<void>
}

export interface HttpOptions {
  /** 0 means any free port. */
  readonly port: number
  /** Every request must contain one of these, as a bearer token or in the address; null admits every local program. */
  readonly tokens: readonly string[] | null
  /** Answers a challenge before a client shows its token, see zorkgpt/endpoint-file.ts. */
  readonly prove?: (challenge: string) => string
  readonly open: () => OpenServer
  /** A session without requests and streams ends after this time. */
  readonly idleMs: number
  readonly maxSessions: number
  /** Whether a call is answered with one JSON object instead of a stream, which is faster but has no progress. */
  readonly plainAnswers: boolean
}

export interface HttpEndpoint {
  /** The address without the token. */
  readonly url: string
  readonly sessionCount: () => number
  readonly close: () => Promise<void>
}

interface Session {
  readonly transport: HttpSession
  lastUsed: number
  openRequests: number
}

const PATH = '/mcp'
export const CHALLENGE_HEADER = 'zorkgpt-challenge'
export const PROOF_HEADER = 'zorkgpt-proof'

/**
 * MCP over Streamable HTTP (revision 2025-11-25, "Transports") on 127.0.0.1. The SDK's transport speaks the protocol;
 * this guard in front of it admits requests, bounds bodies, connections and sessions, and ends idle sessions. Each
 * client has its own session and server.
 */
export async function serveHttp(options: HttpOptions): Promise<HttpEndpoint> {
  const { port, tokens, prove, open, idleMs, maxSessions, plainAnswers } = options
  const sessions = new Map<string, Session>()
  const endings = new Set<Promise<void>>()
  const http = createServer()
  // Allows two connections per session, for its event stream and its occasional requests.
  const ownPort = await listenOnLoopback(http, port, MAX_CONNECTIONS + 2 * maxSessions).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new Error(
      `Port ${port} is in use by another program. Choose another with --http PORT, or 0 for any free port.`,
    )
  })

  http.on('request', (request, response) => {
    answer(request, response).catch((error: unknown) => {
      // A client that hangs up before the end of its message is not an error of this program.
      if (request.complete) reportFault(error)
      response.destroy()
    })
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const challenge = request.headers[CHALLENGE_HEADER]
    if (prove && typeof challenge === 'string') response.setHeader(PROOF_HEADER, prove(challenge))
    const refusal = whyRefused(request, ownPort, tokens)
    if (refusal) return refuse(response, refusal.status, refusal.reason)
    if ((request.url ?? '/').split('?')[0] !== PATH) return refuse(response, 404, `The only path here is ${PATH}.`)
    const id = request.headers['mcp-session-id']
    if (request.method !== 'POST' && id === undefined)
      return refuse(response, 400, 'Initialize a session first, by a POST without Mcp-Session-Id.')
    let body: unknown
    if (request.method === 'POST') {
      const text = await readBody(request)
      if (text === null) return refuse(response, 413, 'The message is too long.')
      body = tryParseJson(text)
      if (body === undefined) return refuse(response, 400, 'The body is not JSON, or too deep or large.', PARSE_ERROR)
    }
    if (id === undefined) return initialize(request, response, body)
    const session = sessions.get(String(id))
    if (!session) return refuse(response, 404, SESSION_OVER)
    use(session, response)
    await session.transport.answer(request, response, body)
  }

  /** Opens a session. It is added in the same step as the sessions are counted, so that their limit holds. */
  async function initialize(request: IncomingMessage, response: ServerResponse, body: unknown): Promise<void> {
    if (!isRecord(body) || body.method !== 'initialize') return refuse(response, 400, 'Initialize a session first.')
    if (sessions.size >= maxSessions)
      return refuse(response, 503, `There are ${maxSessions} sessions already. Try again later.`)
    const id = randomUUID()
    const { server, close } = open()
    const transport = new HttpSession({ sessionIdGenerator: () => id, enableJsonResponse: plainAnswers })
    transport.onclose = () => {
      sessions.delete(id)
      transport.endOpenPosts()
      const ending = Promise.resolve(close()).catch((error: unknown) => reportFault(error))
      endings.add(ending)
      void ending.then(() => endings.delete(ending))
    }
    const session: Session = { transport, lastUsed: performance.now(), openRequests: 0 }
    sessions.set(id, session)
    use(session, response)
    await server.connect(transport)
    await transport.answer(request, response, body)
    if (transport.sessionId === undefined) await transport.close()
  }

  const endIdle = () => {
    const now = performance.now()
    for (const { transport, openRequests, lastUsed } of sessions.values())
      if (openRequests === 0 && now - lastUsed > idleMs) void transport.close()
  }
  const sweep = setInterval(endIdle, Math.min(idleMs, 30_000)).unref()

  return {
    url: `http://127.0.0.1:${ownPort}${PATH}`,
    sessionCount: () => sessions.size,
    async close() {
      clearInterval(sweep)
      await Promise.all([...sessions.values()].map(({ transport }) => transport.close()))
      await Promise.all(endings)
      await closeServer(http)
    },
  }
}

/** Counts the request as open until its answer is sent. */
function use(session: Session, response: ServerResponse): void {
  session.openRequests++
  response.once('close', () => {
    session.openRequests--
    session.lastUsed = performance.now()
  })
}

const reportFault = (error: unknown) => printError(`A request failed: ${messageOf(error)}`)
