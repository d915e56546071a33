import { leaveWithHost } from './leave-with-host'

type Params = Readonly<Record<string, unknown>>

/** What is answered with a JSON-RPC error instead of a result. */
export class RpcError extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

export const INVALID_PARAMS = -32602
const PARSE_ERROR = -32700
const INVALID_REQUEST = -32600
const METHOD_NOT_FOUND = -32601

const REVISIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07']

export interface LineServer {
  readonly about: { readonly serverInfo: { readonly name: string; readonly version: string }; readonly capabilities: object; readonly instructions: string }
  /** By method, beyond `initialize` and `ping`. Each returns its result; a thrown `RpcError` becomes the error. */
  readonly methods: Readonly<Record<string, (params: Params) => object>>
}

/**
 * MCP over standard input and output without the SDK (revision 2025-11-25, "Transports", stdio: one JSON-RPC message a line), for a server
 * that is started anew for every turn: the SDK alone takes longer to load than Node to start. It answers requests and asks nothing.
 */
export function serveLines(server: LineServer): void {
  leaveWithHost(async () => {})
  let pieces: string[] = []
  process.stdin.setEncoding('utf8').on('data', (piece: string) => {
    pieces.push(piece)
    if (!piece.includes('\n')) return
    const lines = pieces.join('').split('\n')
    pieces = [lines.pop() ?? '']
    for (const line of lines) {
      const answer = line.trim() === '' ? null : answerLine(line, server)
      if (answer) process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...answer })}\n`)
    }
  })
}

/** Null for what wants no answer. */
function answerLine(line: string, server: LineServer): object | null {
  let message: unknown
  try {
    message = JSON.parse(line)
  } catch {
    return { id: null, error: { code: PARSE_ERROR, message: 'This line is not JSON.' } }
  }
  if (!isObject(message) || typeof message.method !== 'string') return isObject(message) && 'id' in message && !('method' in message) ? null : { id: null, error: { code: INVALID_REQUEST, message: 'This is no JSON-RPC request.' } }
  const { id, method, params } = message
  if (id === undefined) return null
  try {
    return { id, result: answerRequest(method, isObject(params) ? params : {}, server) }
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    return { id, error: { code: error.code, message: error.message } }
  }
}

function answerRequest(method: string, params: Params, { about, methods }: LineServer): object {
  if (method === 'initialize') return { protocolVersion: REVISIONS.find((revision) => revision === params.protocolVersion) ?? REVISIONS[0], ...about }
  if (method === 'ping') return {}
  const answer = Object.hasOwn(methods, method) ? methods[method] : undefined
  if (!answer) throw new RpcError(METHOD_NOT_FOUND, `There is no method ${method}.`)
  return answer(params)
}

const isObject = (value: unknown): value is Params => typeof value === 'object' && value !== null && !Array.isArray(value)
