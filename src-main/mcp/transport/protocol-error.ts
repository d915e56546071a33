import { StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { McpError as ProtocolError } from '@modelcontextprotocol/sdk/types.js'
import { cutText } from './cut-text'

/** A message could not be delivered: the process is gone, or accepts no more. */
export class NotDelivered extends Error {
  override readonly name = 'NotDelivered'
}

/**
 * The transport could not reach the server: over HTTP the connection fails (fetch throws a TypeError), or the server
 * has forgotten the session (404, MCP transport specification). Never derived from the code or message of an answer,
 * which a server chooses.
 */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof NotDelivered ||
  error instanceof TypeError ||
  (error instanceof StreamableHTTPError && error.code === 404)

/** The server answered with an error, on a connection that has not ended. */
export const isAnswer = (error: unknown): boolean => error instanceof ProtocolError

/** Longest error message shown to the user. */
const MOST_CHARACTERS = 4000

/** One sentence for the user. The cause of a failed fetch contains the reason. */
export const explain = (error: unknown): string => cutText(tell(error), MOST_CHARACTERS)

function tell(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof StreamableHTTPError && error.code === 401)
    return 'the server requires authorization (HTTP 401): put an Authorization header into its `headers`'
  const reason = reasonIn(error.cause)
  return reason === null || reason === ''
    ? error.message.replace(/^MCP error -?\d+: /, '')
    : `${error.message}: ${reason}`
}

function reasonIn(cause: unknown): string | null {
  if (cause instanceof AggregateError) return (cause.errors[0] as Error).message
  return cause instanceof Error ? cause.message : null
}
