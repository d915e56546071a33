import { StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { McpError as ProtocolError } from '@modelcontextprotocol/sdk/types.js'
import { cutText } from './cut-text'

/** A message could not be handed to the server: its process is gone, or takes no more. */
export class NotDelivered extends Error {
  override readonly name = 'NotDelivered'
}

/**
 * The transport could not reach the server. Over HTTP nobody answers (fetch throws a TypeError), or the server has
 * forgotten the session (404, MCP transport specification). Never told by the code or the words of an answer: these are
 * the server's own.
 */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof NotDelivered ||
  error instanceof TypeError ||
  (error instanceof StreamableHTTPError && error.code === 404)

/** The server answered, with an error; of a connection that has not ended. */
export const isAnswer = (error: unknown): boolean => error instanceof ProtocolError

/** Of what a server says is wrong: enough for a person. */
const MOST_CHARACTERS = 4000

/** One sentence for people. A failed fetch keeps the reason in its cause. */
export const explain = (error: unknown): string => cutText(tell(error), MOST_CHARACTERS)

function tell(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof StreamableHTTPError && error.code === 401)
    return 'the server wants authorization (HTTP 401): put an Authorization header into its `headers`'
  const reason = reasonIn(error.cause)
  return reason === null || reason === ''
    ? error.message.replace(/^MCP error -?\d+: /, '')
    : `${error.message}: ${reason}`
}

function reasonIn(cause: unknown): string | null {
  if (cause instanceof AggregateError) return (cause.errors[0] as Error).message
  return cause instanceof Error ? cause.message : null
}
