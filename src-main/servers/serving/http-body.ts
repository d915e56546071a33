import type { IncomingMessage, ServerResponse } from 'node:http'
import type { JSONRPCErrorResponse } from '@modelcontextprotocol/sdk/types.js'
import { refusal } from './json-rpc'

/** The limit of the SDK's own transport. */
const MAX_BODY_BYTES = 4 * 1024 * 1024

/**
 * The body as text; null if it is too long, and then the rest is not read. Rejects when the client hangs up before its
 * end.
 */
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

/** Refuses as a transport does: with a JSON-RPC error that has no id. */
export const refuse = (response: ServerResponse, status: number, message: string, code = REFUSED): void =>
  refuseWith(response, status, refusal(code, message))

export function refuseWith(response: ServerResponse, status: number, answer: JSONRPCErrorResponse): void {
  response.writeHead(status, {
    'Content-Type': 'application/json',
    ...(status === 401 && { 'WWW-Authenticate': 'Bearer' }),
    ...(status === 413 && { Connection: 'close' }),
  })
  response.end(JSON.stringify(answer))
}
