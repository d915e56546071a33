import type { IncomingMessage, ServerResponse } from 'node:http'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import type { TransportSendOptions } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { JSONRPCErrorResponse, JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js'
import { cancelledId, idInUse, isAnswer, isRequest, refusal } from './json-rpc'

export const SESSION_OVER = 'This session does not exist or has ended. Initialize a new one.'

/** A POST that is being answered, and the ids of its unanswered requests. */
interface OpenPost {
  readonly response: ServerResponse
  readonly ids: Set<RequestId>
}

/**
 * The SDK's transport for one client, guarded where it would mix up or abandon requests: two requests with one id at
 * the same time, a POST whose request was cancelled, and POSTs that are open when the session ends.
 */
export class HttpSession extends StreamableHTTPServerTransport {
  readonly #posts = new Map<RequestId, OpenPost>()

  async answer(request: IncomingMessage, response: ServerResponse, body?: unknown): Promise<void> {
    const messages = (Array.isArray(body) ? body : [body]).filter(isMessage)
    const ids = messages.filter(isRequest).map(({ id }) => id)
    const taken = ids.find((id, index) => this.#posts.has(id) || ids.indexOf(id) < index)
    if (taken !== undefined) return refuseWith(response, 400, idInUse(taken))
    const post = { response, ids: new Set(ids) }
    for (const id of ids) this.#posts.set(id, post)
    const whole = this.handleRequest(request, response, body)
    for (const id of messages.map(cancelledId)) if (id !== undefined) this.#settleCancelled(id)
    await whole
    // A request that the SDK refused is not answered by the server.
    if (response.statusCode >= 400) for (const id of ids) this.#settle(id)
  }

  override async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if (isAnswer(message) && message.id !== undefined) this.#settle(message.id)
    // Sending fails if the client hung up before the answer.
    await super.send(message, options).catch(() => {})
  }

  /** Ends open POSTs with the session. The SDK leaves those open that wait for a JSON body. */
  endOpenPosts(): void {
    for (const { response } of this.#posts.values())
      if (response.headersSent) response.end()
      else refuse(response, 404, SESSION_OVER)
    this.#posts.clear()
  }

  #settle(id: RequestId): OpenPost | undefined {
    const post = this.#posts.get(id)
    this.#posts.delete(id)
    post?.ids.delete(id)
    return post
  }

  /** The SDK never answers a cancelled request, and would leave its POST open. */
  #settleCancelled(id: RequestId): void {
    const post = this.#settle(id)
    if (!post || post.ids.size > 0) return
    if (!post.response.headersSent) post.response.writeHead(202, { 'Content-Length': 0 })
    post.response.end()
  }
}

const isMessage = (value: unknown): value is JSONRPCMessage => typeof value === 'object' && value !== null

/** The limit of the SDK's own transport. */
const MAX_BODY_BYTES = 4 * 1024 * 1024

/** The body as text; null if it is too long. Rejects when the client hangs up before its end. */
export function readBody(request: IncomingMessage): Promise<string | null> {
  return new Promise((resolve, reject) => {
    if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) return resolve(null)
    const pieces: Buffer[] = []
    let length = 0
    request.on('data', (piece: Buffer) => {
      length += piece.length
      pieces.push(piece)
      if (length <= MAX_BODY_BYTES) return
      request.pause()
      resolve(null)
    })
    request.on('end', () => resolve(Buffer.concat(pieces).toString('utf8')))
    request.on('error', reject)
  })
}

const REFUSED = -32000

/** Refuses a request as a transport does, with a JSON-RPC error that has no id. */
export const refuse = (response: ServerResponse, status: number, message: string, code = REFUSED): void =>
  refuseWith(response, status, refusal(code, message))

function refuseWith(response: ServerResponse, status: number, answer: JSONRPCErrorResponse): void {
  response.writeHead(status, {
    'Content-Type': 'application/json',
    ...(status === 401 && { 'WWW-Authenticate': 'Bearer' }),
    ...(status === 413 && { Connection: 'close' }),
  })
  response.end(JSON.stringify(answer))
}
