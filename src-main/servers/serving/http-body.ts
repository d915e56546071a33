import type { IncomingMessage, ServerResponse } from 'node:http'

/** As long as the SDK's own transport takes. */
const MOST_BYTES = 4 * 1024 * 1024

/** The body as text; null if it is too long, and then the rest of it is not read. */
export async function readBody(request: IncomingMessage): Promise<string | null> {
  if (Number(request.headers['content-length'] ?? 0) > MOST_BYTES) return null
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of request as AsyncIterable<Buffer>) {
    length += piece.length
    if (length > MOST_BYTES) return null
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

const REFUSED = -32000

/** As a JSON-RPC error without an id, which is how the specification lets a transport refuse. */
export function refuse(response: ServerResponse, status: number, message: string, code = REFUSED): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...(status === 401 && { 'WWW-Authenticate': 'Bearer' }), ...(status === 413 && { Connection: 'close' }) })
  response.end(JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null }))
}
