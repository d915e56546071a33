import { createServer, type IncomingMessage, type Server as HttpServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { whyRefused } from './admission'
import { refuse } from './http-body'
import { createArrivalOrder } from './arrival-order'
import { HttpSession, SESSION_OVER } from './http-session'
import type { McpServer } from './mcp-server'
import { MOST_CONNECTIONS } from '../../base/limits/connections'
import { complain } from '../../base/terminal/say'

export interface HttpOptions {
  /** 0 takes any free port. */
  readonly port: number
  /**
   * One of these every request must carry, as a bearer or in the address; null lets every program of this machine in.
   */
  readonly tokens: readonly string[] | null
  /** Answers a challenge before a client shows its token, see zorkgpt/endpoint-proof.ts. */
  readonly prove?: (challenge: string) => string
  /**
   * Makes the server of one client. `close` is called when its session is over; the endpoint's own `close` waits for
   * it.
   */
  readonly open: () => { readonly server: McpServer; readonly close: () => void | Promise<void> }
  /** A session that nobody has used for so long is over. */
  readonly idleMs: number
  readonly maxSessions: number
  /** Answer a call with one JSON object instead of a stream: quicker, but nothing can be told while a call runs. */
  readonly plainAnswers: boolean
}

export interface HttpEndpoint {
  /** Without the token. */
  readonly url: string
  readonly sessionCount: () => number
  close(): Promise<void>
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
 * MCP over Streamable HTTP (revision 2025-11-25, "Transports") on 127.0.0.1: every client has its own session and its
 * own server. A client that goes away in the middle of a call leaves the others alone, and its session is over when it
 * stays away.
 */
export async function serveHttp({
  port,
  tokens,
  prove,
  open,
  idleMs,
  maxSessions,
  plainAnswers,
}: HttpOptions): Promise<HttpEndpoint> {
  const sessions = new Map<string, Session>()
  const endings = new Set<Promise<void>>()
  const myTurn = createArrivalOrder()
  const tooMany = `There are ${maxSessions} sessions already. Try again later.`
  const http = createServer()
  // A session has a stream of events, and a request now and then.
  http.maxConnections = MOST_CONNECTIONS + 2 * maxSessions
  await listen(http, port)
  const ownPort = (http.address() as AddressInfo).port

  http.on('request', (request, response) => {
    answer(request, response).catch((error: unknown) => {
      // Who leaves in the middle of a message has failed at nothing of ours.
      if (request.complete) reportFault(error)
      response.destroy()
    })
  })
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const challenge = request.headers[CHALLENGE_HEADER]
    if (prove && typeof challenge === 'string') response.setHeader(PROOF_HEADER, prove(challenge))
    const refusal = whyRefused(request, ownPort, tokens)
    if (refusal) return refuse(response, refusal.status, refusal.reason)
    if ((request.url ?? '/').split('?')[0] !== PATH) return refuse(response, 404, `There is nothing here but ${PATH}.`)
    const id = request.headers['mcp-session-id']
    const session = id === undefined ? await newSession() : sessions.get(String(id))
    if (session === undefined) return refuse(response, 404, SESSION_OVER)
    if (session === null) return refuse(response, 503, tooMany)
    session.openRequests++
    response.once('close', () => {
      session.openRequests--
      session.lastUsed = performance.now()
    })
    try {
      await session.transport.handle(request, response, id === undefined)
    } finally {
      // Also when its client goes in the middle of what would have begun it.
      if (!sessions.has(session.transport.sessionId)) await session.transport.close()
    }
  }

  /**
   * Counts once its first message is to be answered: many may have come this far at once. Null if there are too many
   * already.
   */
  async function newSession(): Promise<Session | null> {
    if (sessions.size >= maxSessions) return null
    const { server, close } = open()
    const begin = () => {
      if (sessions.size >= maxSessions) return tooMany
      sessions.set(transport.sessionId, session)
      return null
    }
    const transport = new HttpSession({ plainAnswers, myTurn, begin })
    const session: Session = { transport, lastUsed: performance.now(), openRequests: 0 }
    transport.onclose = () => {
      sessions.delete(transport.sessionId)
      const ending = Promise.resolve(close()).catch((error: unknown) => reportFault(error))
      endings.add(ending)
      void ending.then(() => endings.delete(ending))
    }
    await server.connect(transport)
    return session
  }

  const sweep = setInterval(
    () => {
      const now = performance.now()
      for (const { transport, openRequests, lastUsed } of sessions.values())
        if (openRequests === 0 && now - lastUsed > idleMs) void transport.close()
    },
    Math.min(idleMs, 30_000),
  )
  sweep.unref()

  return {
    url: `http://127.0.0.1:${ownPort}${PATH}`,
    sessionCount: () => sessions.size,
    async close() {
      clearInterval(sweep)
      await Promise.all([...sessions.values()].map(({ transport }) => transport.close()))
      await Promise.all(endings)
      const closed = new Promise<void>((resolve) => http.close(() => resolve()))
      http.closeAllConnections()
      await closed
    },
  }
}

const reportFault = (error: unknown) =>
  complain(`A request failed: ${error instanceof Error ? error.message : String(error)}`)

function listen(http: HttpServer, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    http.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(
              `Port ${port} is in use by another program. Choose another with --http PORT, or 0 for any free one.`,
            )
          : error,
      ),
    )
    http.listen(port, '127.0.0.1', resolve)
  })
}
