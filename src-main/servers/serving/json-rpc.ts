import { isRecord } from '@shared/base/json/is-record'
import type {
  JSONRPCErrorResponse,
  JSONRPCMessage,
  JSONRPCRequest,
  JSONRPCResultResponse,
  RequestId,
} from '@modelcontextprotocol/sdk/types.js'

/**
 * JSON-RPC 2.0 as MCP uses it (revision 2025-11-25, "Base protocol"): parameters are objects, and an id is a text or a
 * number.
 */
export type Params = Readonly<Record<string, unknown>>

export const PARSE_ERROR = -32700
export const INVALID_REQUEST = -32600
export const METHOD_NOT_FOUND = -32601
export const INVALID_PARAMS = -32602
export const INTERNAL_ERROR = -32603

/** What is answered with a JSON-RPC error instead of a result. */
export class RpcError extends Error {
  readonly code: number
  readonly data: object | undefined
  constructor(code: number, message: string, data?: object) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** An answer to no request: JSON-RPC wants its id to be null, which the SDK's type does not know. */
export const refusal = (code: number, message: string): JSONRPCErrorResponse =>
  ({ jsonrpc: '2.0', id: null, error: { code, message } }) as unknown as JSONRPCErrorResponse

/**
 * For a request with the id of one that is still being answered: under that id its answer would be taken for the
 * other's.
 */
export const idInUse = (id: RequestId): JSONRPCErrorResponse =>
  refusal(
    INVALID_REQUEST,
    `The request id ${JSON.stringify(id)} is that of another request, which is still being answered. Give each request an id of its own.`,
  )

export const isRequest = (message: JSONRPCMessage): message is JSONRPCRequest => 'method' in message && 'id' in message
export const isAnswer = (message: JSONRPCMessage): message is JSONRPCResultResponse | JSONRPCErrorResponse =>
  !('method' in message)

/** Null for what is no message. Only the envelope is checked: what a method takes is the method's to check. */
export function readMessage(value: unknown): JSONRPCMessage | null {
  if (!isRecord(value) || value.jsonrpc !== '2.0') return null
  const { id, method, params } = value
  const hasId = typeof id === 'string' || Number.isInteger(id)
  const isCall = typeof method === 'string' && (params === undefined || isRecord(params)) && (hasId || !('id' in value))
  const answers = method === undefined && (isRecord(value.result) ? hasId : isRecord(value.error))
  return isCall || answers ? (value as unknown as JSONRPCMessage) : null
}

/** A parameter that must be a text. Throws the error that names it. */
export function textOf(params: Params, name: string): string {
  const text = params[name]
  if (typeof text !== 'string') throw new RpcError(INVALID_PARAMS, `The parameter "${name}" must be a text.`)
  return text
}
