import type { JSONRPCErrorResponse, JSONRPCResultResponse } from '@modelcontextprotocol/sdk/types.js'
import { JsonBoundError, parseJson } from '@shared/base/json/bound-json'
import { isRecord } from '@shared/base/json/is-record'
import { LineFramer } from '../../base/limits/line-framer'
import {
  INTERNAL_ERROR,
  INVALID_PARAMS,
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  PARSE_ERROR,
  refusal,
  RpcError,
} from '../serving/json-rpc'

type Params = Readonly<Record<string, unknown>>
type Answer = JSONRPCResultResponse | JSONRPCErrorResponse

/** Returns the result of a request. An error that it throws becomes a JSON-RPC error; `RpcError` has its own code. */
export type Method = (params: Params) => object

const MAX_LINE_BYTES = 4 * 1024 * 1024
/** Newest first. */
const REVISIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07']

/**
 * The answer to one line of a client (JSON-RPC 2.0 as MCP uses it: parameters are objects, and an id is a string or an
 * integer); null if none is due. thoughtbox starts for every turn, and the SDK's `Server` takes longer to load than
 * Node to start.
 */
export function answerLine(line: string, methods: Readonly<Record<string, Method>>): Answer | null {
  let message: unknown
  try {
    message = parseJson(line)
  } catch (error) {
    return refusal(
      PARSE_ERROR,
      error instanceof JsonBoundError ? `The message is refused: ${error.message}.` : 'This line is not JSON.',
    )
  }
  if (!isMessage(message)) return refusal(INVALID_REQUEST, 'This is not a JSON-RPC message.')
  const { id, method, params = {} } = message
  if (id === undefined || method === undefined) return null
  try {
    const make = Object.hasOwn(methods, method) ? methods[method] : undefined
    if (!make) throw new RpcError(METHOD_NOT_FOUND, `There is no method ${method}.`)
    return { jsonrpc: '2.0', id, result: { ...make(params) } }
  } catch (error) {
    const { code, data } = error instanceof RpcError ? error : { code: INTERNAL_ERROR }
    return { jsonrpc: '2.0', id, error: { code, message: (error as Error).message, ...(data && { data }) } }
  }
}

interface Message {
  readonly id?: string | number
  readonly method?: string
  readonly params?: Params
}

/** Checks the envelope of a request, notification or answer; each method checks its own parameters. */
function isMessage(value: unknown): value is Message {
  if (!isRecord(value) || value.jsonrpc !== '2.0') return false
  const { id, method, params } = value
  const hasId = typeof id === 'string' || Number.isInteger(id)
  if (method === undefined) return isRecord(value.result) ? hasId : isRecord(value.error)
  return typeof method === 'string' && (params === undefined || isRecord(params)) && (hasId || !('id' in value))
}

/** Answers `initialize` with `about`, in the client's revision if it is known, else in the newest one. */
export const initializeWith =
  (about: object): Method =>
  ({ protocolVersion }) => ({
    protocolVersion: REVISIONS.find((revision) => revision === protocolVersion) ?? REVISIONS[0],
    ...about,
  })

/** A parameter that must be a string. Throws the `RpcError` that names it. */
export function stringOf(params: Params, name: string): string {
  const value = params[name]
  if (typeof value !== 'string') throw new RpcError(INVALID_PARAMS, `The parameter "${name}" must be a string.`)
  return value
}

/** Serves standard input and output (MCP revision 2025-11-25, "Transports": one JSON-RPC message per line). */
export function serveLines(methods: Readonly<Record<string, Method>>): void {
  const framer = new LineFramer(MAX_LINE_BYTES)
  const write = (answer: Answer | null) => answer && process.stdout.write(`${JSON.stringify(answer)}\n`)
  process.stdin.on('data', (piece: Buffer) => {
    for (const line of framer.push(piece)) {
      if (typeof line !== 'string') write(refusal(INVALID_REQUEST, 'The message is too long.'))
      else if (line.trim() !== '') write(answerLine(line, methods))
    }
  })
}
