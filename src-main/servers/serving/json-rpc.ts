import type {
  JSONRPCErrorResponse,
  JSONRPCMessage,
  JSONRPCRequest,
  JSONRPCResultResponse,
  RequestId,
} from '@modelcontextprotocol/sdk/types.js'

/** Error codes of JSON-RPC 2.0. */
export const PARSE_ERROR = -32700
export const INVALID_REQUEST = -32600
export const METHOD_NOT_FOUND = -32601
export const INVALID_PARAMS = -32602
export const INTERNAL_ERROR = -32603
/** MCP revision 2025-11-25, "Resources". */
export const RESOURCE_NOT_FOUND = -32002

/** Thrown by a request handler to answer with this JSON-RPC error. */
export class RpcError extends Error {
  readonly code: number
  readonly data: object | undefined
  constructor(code: number, message: string, data?: object) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** An error that answers no request. JSON-RPC requires the id `null`, which the SDK's type does not allow. */
export const refusal = (code: number, message: string): JSONRPCErrorResponse =>
  ({ jsonrpc: '2.0', id: null, error: { code, message } }) as unknown as JSONRPCErrorResponse

/**
 * Refuses a request whose id is in use. An answer with that id could be mistaken for the answer to the first request.
 */
export const idInUse = (id: RequestId): JSONRPCErrorResponse =>
  refusal(
    INVALID_REQUEST,
    `The request id ${JSON.stringify(id)} belongs to another request that is still being answered. Use a new id for each request.`,
  )

export const isRequest = (message: JSONRPCMessage): message is JSONRPCRequest => 'method' in message && 'id' in message
export const isAnswer = (message: JSONRPCMessage): message is JSONRPCResultResponse | JSONRPCErrorResponse =>
  !('method' in message)

/** The id of the request that `message` cancels; undefined if it is not a cancellation. */
export const cancelledId = (message: JSONRPCMessage): RequestId | undefined =>
  'method' in message && message.method === 'notifications/cancelled'
    ? (message.params?.requestId as RequestId | undefined)
    : undefined
