import { StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ErrorCode, McpError as ProtocolError } from '@modelcontextprotocol/sdk/types.js'

/** What the SDK throws, told apart. A user's abort carries the code of a timeout: ask the signal first. */
export const isTimeout = (error: unknown): boolean => hasCode(error, ErrorCode.RequestTimeout)

export const isClosed = (error: unknown): boolean => hasCode(error, ErrorCode.ConnectionClosed) || (error instanceof Error && /not connected|not running|EPIPE|destroyed/i.test(error.message))

/** HTTP: nobody answers (fetch throws a TypeError), or the server has forgotten the session (404, MCP transport specification). */
export const isUnreachable = (error: unknown): boolean => error instanceof TypeError || (error instanceof StreamableHTTPError && error.code === 404)

const hasCode = (error: unknown, code: number): boolean => error instanceof ProtocolError && error.code === code

/** One sentence for people. A failed fetch keeps the reason in its cause. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof StreamableHTTPError && error.code === 401) return 'the server wants authorization (HTTP 401): put an Authorization header into its `headers`'
  const { cause } = error
  const reason = cause instanceof AggregateError ? (cause.errors[0] as Error).message : cause instanceof Error ? cause.message : null
  return reason === null || reason === '' ? error.message.replace(/^MCP error -?\d+: /, '') : `${error.message}: ${reason}`
}
