import { StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { LATEST_PROTOCOL_VERSION, McpError as ProtocolError } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { tryParseJson } from '@shared/base/json/bound-json'
import { isRecord } from '@shared/base/json/is-record'
import { visibleLine } from '@shared/base/visible-text'
import { whyNotValidIn } from '@shared/base/why-not-valid'
import type { SecretMask } from '../../secrets/secret-mask'
import { cutText } from './cut-text'

/** Thrown if a message could not be delivered, because the server is gone or accepts no more. */
export class NotDelivered extends Error {
  override readonly name = 'NotDelivered'
}

/**
 * Whether the transport could not reach the server: a message was not delivered, the HTTP connection failed (fetch
 * throws a TypeError), or the server has forgotten the session (404, MCP transport specification). Does not depend on
 * the code or message of an answer, which a server chooses.
 */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof NotDelivered ||
  error instanceof TypeError ||
  (error instanceof StreamableHTTPError && error.code === 404)

/** Whether the error is an answer of the server, as opposed to a lost connection. */
export const isAnswer = (error: unknown): error is ProtocolError => error instanceof ProtocolError

/** Maximum length of an error message for the user. */
const MAX_CHARACTERS = 4000

/** An error as a clause for the user. Masked before it is cut, because a cut could leave part of a secret. */
export const describeError = (error: unknown, mask?: SecretMask): string => {
  const clause = clauseOf(error)
  return cutText(mask?.text(clause) ?? clause, MAX_CHARACTERS)
}

/** The message of an error as a clause of any length. The reason for a failed fetch is in its cause. */
export function clauseOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof StreamableHTTPError && error.code === 401) return 'the server requires authorization (HTTP 401)'
  // This happens only if the reader accepts an answer that the SDK refuses; more details would not help a user.
  if (error instanceof z.ZodError) return `its answer is not a valid MCP message: ${whyNotValidIn('it', error)}`
  const [, address] = ELSEWHERE.exec(error.message) ?? []
  if (address !== undefined)
    return `the server wants its messages sent to ${address}: use that address in the URL, or set the public address in the configuration of the server`
  const [, body] = POSTED.exec(error.message) ?? []
  if (body !== undefined) {
    const status = error instanceof StreamableHTTPError ? error.code : /HTTP (\d+)/.exec(error.message)?.[1]
    return `the server refused the message (HTTP ${status}): ${errorInPage(body)}`
  }
  const reason = reasonIn(error.cause)
  return reason === null || reason === ''
    ? error.message.replace(/^MCP error -?\d+: /, '')
    : `${error.message}: ${reason}`
}

/**
 * The revisions that a refusal names (code -32022 of revision 2026-07-28), if each is newer than those of this app;
 * empty otherwise.
 */
export function newerRevisionsIn(error: unknown): readonly string[] {
  if (!(error instanceof Error)) return []
  const [, body] = POSTED.exec(error.message) ?? []
  const answer = body === undefined ? null : tryParseJson(body.slice(0, 100_000))
  const refusal = isRecord(answer) ? answer.error : error
  const data: unknown = refusal !== null && typeof refusal === 'object' && 'data' in refusal ? refusal.data : null
  const supported = isRecord(data) && Array.isArray(data.supported) ? data.supported.slice(0, 10) : []
  const areNewer = supported.every(
    (revision) => typeof revision === 'string' && REVISION.test(revision) && revision > LATEST_PROTOCOL_VERSION,
  )
  return areNewer ? (supported as string[]) : []
}

/** Revisions are dates. */
const REVISION = /^\d{4}-\d\d-\d\d$/

/** The SDK's message for an older server that names an address of another origin. */
const ELSEWHERE = /^Endpoint origin does not match connection origin: (\S+)/

/** The SDK's message before the body of a refusal. */
const POSTED = /^(?:Streamable HTTP error: )?Error POSTing to endpoint(?: \(HTTP \d+\))?: ([^]*)$/
const MAX_PAGE = 500

/**
 * The reason in the body of a refusal: the message of a JSON error, the title of a web page, or the text itself;
 * "nothing" for an empty body.
 */
export function errorInPage(body: string): string {
  const text = body.slice(0, 100_000)
  const value = tryParseJson(text)
  const title = /<title[^>]{0,200}>([^<]{1,300})/i.exec(text)?.[1]
  const reason = messageIn(value) ?? title ?? text
  return visibleLine(reason.replaceAll(/\s+/g, ' ').trim(), MAX_PAGE) || 'nothing'
}

function messageIn(value: unknown): string | null {
  if (typeof value === 'string') return value
  if (!isRecord(value)) return null
  const found = [value.error, value.message, value.error_description, value.detail, value.title]
    .map((part) => messageIn(part))
    .find((part) => part !== null)
  return found ?? null
}

function reasonIn(cause: unknown): string | null {
  if (cause instanceof AggregateError) return (cause.errors[0] as Error).message
  return cause instanceof Error ? cause.message : null
}
