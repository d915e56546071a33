import type { ProgressCallback } from '@modelcontextprotocol/sdk/shared/protocol.js'
import type { Tool } from '@modelcontextprotocol/sdk/types.js'
import { ExpectedError, isExpected } from '@shared/base/expected-error'
import type { McpLastCall } from '@shared/contract/mcp'
import type { McpServer } from '@shared/mcp/mcp-entry'
import { maskSecrets, maskOf } from '../launch/command-line'
import { reasonIn } from '../launch/reason-in'
import { createOutputCheck } from '../tools/check-output'
import { resultContent } from '../tools/tool-result'
import type { ToolOutcome, ToolProgress } from '../tools/tool-session'
import type { Invoker } from '../tools/tool-table'
import { viewOf } from '../tools/view-of'
import { cutText } from '../transport/cut-text'
import { DeadlineError, withDeadline } from '../transport/deadline'
import type { Clock } from '../transport/pausable-timer'
import { describeError, isUnreachable } from '../transport/protocol-error'
import { callTool } from './call-tool'
import type { Connection } from './connection'
import type { ServerMessages } from './server-messages'

interface InvokerOptions {
  readonly callTimeoutMs: number
  /** Measures the time of a call. */
  readonly clock: Clock
  /** Returns a monotonic time in ms. */
  readonly now: () => number
  /** Receives warnings about the tool for the user. */
  readonly warn: (text: string) => void
  readonly onCall: OnCall
  readonly openAddresses: ServerMessages['openAddresses']
}

/** Receives each call that was not cancelled. */
export type OnCall = (call: EndedCall) => void
export type EndedCall = Omit<McpLastCall, 'at'> & { readonly ms: number }

/**
 * A tool of an MCP server as an invoker. Throws `sign_in_needed`, because only a person can help, and the signal's
 * reason; every other end of a call is a `ToolOutcome`.
 */
export function createInvoker(
  server: McpServer,
  connection: Connection,
  tool: Tool,
  { callTimeoutMs: timeoutMs, clock, now, warn, onCall, openAddresses }: InvokerOptions,
): Invoker {
  const serverName = server.name
  const failed = (kind: 'error' | 'died', error: string): ToolOutcome => ({
    kind,
    serverName,
    error: maskSecrets(error, server.secrets),
  })
  const checkOutput = createOutputCheck(tool, warn)

  const attempt: Invoker['invoke'] = async (parameters, signal, onProgress, traceparent) => {
    signal.throwIfAborted()
    try {
      // The deadline is fixed, and progress does not extend it.
      const result = await withDeadline(
        timeoutMs,
        signal,
        (request) =>
          callTool(
            connection.client,
            tool,
            {
              arguments: { ...parameters },
              // OpenTelemetry's conventions for MCP put the trace context into the metadata of a request.
              ...(traceparent !== undefined && { _meta: { traceparent } }),
            },
            { ...request, ...(onProgress && { onprogress: thinOut(onProgress, timeoutMs, now) }) },
          ),
        clock,
      )
      const mismatch = result.isError ? null : checkOutput(result.structuredContent, result.content.length > 0)
      return mismatch === null
        ? { kind: 'result', serverName, content: resultContent(result), isError: result.isError === true }
        : failed('error', mismatch)
    } catch (error) {
      signal.throwIfAborted()
      // Thrown, because only a person can help, not the model.
      if (isExpected(error, 'sign_in_needed'))
        throw new ExpectedError(
          'sign_in_needed',
          `the MCP server "${serverName}" needs a sign-in: ${maskSecrets(error.message, server.secrets)}`,
          { server: serverName },
        )
      if (error instanceof DeadlineError) {
        const strays = connection.reader.describeStrays() ?? strayAnswer(connection.stderrTail())
        if (strays !== null) warn(`${tool.name} had no answer within ${timeoutMs / 1000} s. The server ${strays}`)
        return { kind: 'timeout', serverName, timeoutSeconds: timeoutMs / 1000 }
      }
      if (connection.isOver()) {
        const reason = reasonIn(connection.stderrTail())
        const how = connection.lastWords() || 'closed the connection'
        return failed('died', `the MCP server '${serverName}' ${how}${reason}`)
      }
      return failed(
        isUnreachable(error) ? 'died' : 'error',
        (await openAddresses(error)) ?? describeError(error, maskOf(server.secrets)),
      )
    }
  }
  const invoke: Invoker['invoke'] = async (...call) => {
    const began = now()
    const end = (error: string | null) => onCall({ tool: tool.name, error, ms: now() - began })
    const outcome = await attempt(...call).catch((error: unknown) => {
      if (isExpected(error)) end(error.message)
      throw error
    })
    end(errorOf(outcome))
    return outcome
  }
  const view = viewOf(tool)
  return {
    name: tool.name,
    description: tool.description ?? tool.title ?? '',
    parameters: tool.inputSchema,
    ...(view !== null && { view }),
    invoke,
  }
}

function errorOf(outcome: ToolOutcome): string | null {
  if (outcome.kind === 'result') return null
  return outcome.kind === 'timeout' ? `No answer within ${outcome.timeoutSeconds} s` : outcome.error
}

/** A clause about answers in standard error, where some servers print them; null if there are none. */
const strayAnswer = (stderr: string): string | null =>
  /^\s*\{"[^\n]*"(?:result|error)":/m.test(stderr)
    ? 'prints answers to standard error, but MCP requires them on standard output.'
    : null

/** Limits the progress of one call to about a hundred reports, whatever its timeout. */
export function thinOut(
  onProgress: (progress: ToolProgress) => void,
  timeoutMs: number,
  now: () => number,
): ProgressCallback {
  let next = 0
  return ({ progress, total, message }) => {
    if (now() < next) return
    next = now() + Math.max(MIN_PROGRESS_MS, timeoutMs / 100)
    onProgress({
      progress,
      total: total ?? null,
      message: message === undefined ? null : cutText(message, MAX_PROGRESS_TEXT),
    })
  }
}

const MIN_PROGRESS_MS = 100
const MAX_PROGRESS_TEXT = 500
