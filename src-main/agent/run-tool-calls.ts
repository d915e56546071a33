import { isExpected } from '@shared/base/expected-error'
import { JsonBoundError, parseJson, tryParseJson } from '@shared/base/json/bound-json'
import { isRecord } from '@shared/base/json/is-record'
import { wellFormedJson } from '@shared/base/whole-characters'
import type { ChatMessage, ToolCallRequest } from '@shared/episode/log/chat'
import type { EventOf } from '@shared/episode/log/event'
import type { RecordEvent, ToolOutcome, ToolSession } from '../mcp/tools/tool-session'
import { TakenOver } from './logged-call'

interface Batch {
  readonly turn: number
  readonly iteration: number
  readonly calls: readonly ToolCallRequest[]
  readonly session: ToolSession | null
  readonly record: RecordEvent
  readonly signal: AbortSignal
  /** Whether the reply reached its maximum length, so that its last call may be incomplete. */
  readonly isCut?: boolean
  /** Returns a monotonic time in ms. */
  readonly now: () => number
  readonly traceparentOf?: TraceparentOf | undefined
}

/** Trace context of a call; undefined without tracing. */
export type TraceparentOf = (call: Pick<ToolRef, 'turn' | 'iteration' | 'call_id'>) => string | undefined

interface BatchResult {
  /** One answer per call of the batch, in order. */
  readonly answers: readonly ChatMessage[]
  /** The called tools, one entry per call. */
  readonly toolsCalled: readonly string[]
  /** Whether a server died; the turn then gets no more tools. */
  readonly serverDied: boolean
}

/**
 * Runs the tool calls of one reply in sequence (requirement 5.2). After an error the others still run (6.4); a timeout
 * or a dead server skips them (6.5). Every call gets an answer, a skipped one too, because chat endpoints reject a
 * history with an unanswered call.
 */
export async function runToolCalls(batch: Batch): Promise<BatchResult> {
  const answers: ChatMessage[] = []
  const toolsCalled: string[] = []
  let skip: Pick<SkippedCall, 'reason' | 'after'> | null = null
  let serverDied = false
  for (const call of batch.calls) {
    batch.signal.throwIfAborted()
    const ref = referTo(call, batch)
    let outcome: ToolOutcome | SkippedCall
    const prepared = prepareCall(call, batch.session, batch.isCut === true && call === batch.calls.at(-1))
    if (skip !== null) {
      outcome = { kind: 'skipped', ...skip }
      batch.record({ event_type: 'mcp_tool_skipped', ...ref, ...skip })
    } else if ('error' in prepared) {
      outcome = { kind: 'error', serverName: ref.server_name, error: prepared.error }
      batch.record({ event_type: 'mcp_tool_error', ...ref, error: prepared.error, duration_ms: 0 })
    } else {
      toolsCalled.push(ref.tool_name)
      outcome = await callTool(prepared, ref, batch).catch((error: unknown) => {
        if (error instanceof TakenOver)
          batch.record({ event_type: 'mcp_tool_skipped', ...ref, reason: error.message, after: 'take_over' })
        if (isExpected(error, 'sign_in_needed'))
          batch.record({ event_type: 'mcp_tool_error', ...ref, error: error.message, duration_ms: 0 })
        throw error
      })
    }
    if (outcome.kind === 'timeout')
      skip = { reason: `skipped, because ${ref.tool_name} gave no answer in time`, after: 'timeout' }
    if (outcome.kind === 'died')
      skip = { reason: `skipped, because the server ${ref.server_name} is gone`, after: 'death' }
    serverDied ||= outcome.kind === 'died'
    answers.push({ role: 'tool', tool_call_id: call.id, content: wellFormedJson(toolCallResult(outcome)) })
  }
  return { answers, toolsCalled, serverDied }
}

type ToolRef = Omit<EventOf<'mcp_tool_skipped'>, 'event_type' | 'reason' | 'after'>
type SkippedCall = { readonly kind: 'skipped'; readonly reason: string; readonly after: 'timeout' | 'death' }
type Arguments = Readonly<Record<string, unknown>>
type PreparedCall = { readonly session: ToolSession; readonly arguments: Arguments }

function referTo({ id, function: { name } }: ToolCallRequest, { turn, iteration, session }: Batch): ToolRef {
  // The name of one server may be a prefix of another's, so the longest one counts.
  const [server = name.slice(0, Math.max(0, name.indexOf('.')))] = (session?.servers ?? [])
    .map((known) => known.name)
    .filter((known) => name.startsWith(`${known}.`))
    .toSorted((a, b) => b.length - a.length)
  return { turn, iteration, call_id: id, tool_name: name, server_name: server }
}

/** Requirement 5.3. Empty arguments mean none; anything else must be a JSON object. */
function prepareCall(
  { function: { name, arguments: text } }: ToolCallRequest,
  session: ToolSession | null,
  isCut: boolean,
): PreparedCall | { readonly error: string } {
  const tool = session?.tools.find((offered) => offered.function.name === name)
  if (!session || !tool) {
    const offered = session?.tools.map((tool) => tool.function.name) ?? []
    const instead = offered.length > 0 ? `the tools are ${offered.join(', ')}` : 'no tools are offered'
    return { error: `there is no tool ${name}; ${instead}` }
  }
  if (text.trim() === '')
    return isCut ? { error: 'its arguments are missing: the answer was cut off' } : { session, arguments: {} }
  try {
    const parsed = parseJson(text)
    // Some models send the object as a JSON string.
    const value = typeof parsed === 'string' ? (tryParseJson(parsed) ?? parsed) : parsed
    return isRecord(value) ? { session, arguments: value } : { error: 'the arguments are not a JSON object' }
  } catch (error) {
    if (error instanceof JsonBoundError) return { error: `the arguments cannot be taken: ${error.message}` }
    return {
      error: `the arguments are not whole, or not valid JSON, so it was not called: ${error instanceof Error ? error.message : String(error)}`,
    }
  }
}

async function callTool(
  { session, arguments: args }: PreparedCall,
  ref: ToolRef,
  { record, signal, now, traceparentOf }: Batch,
): Promise<ToolOutcome> {
  const view = session.viewOf(ref.tool_name)
  record({ event_type: 'mcp_tool_call', ...ref, arguments: args, ...(view !== undefined && { view }) })
  const startedAt = now()
  const traceparent = traceparentOf?.(ref)
  const outcome = await session.callTool({
    toolName: ref.tool_name,
    arguments: args,
    signal,
    onProgress: (progress) => record({ event_type: 'mcp_progress', ...ref, ...progress }),
    ...(traceparent !== undefined && { traceparent }),
  })
  const answered = { ...ref, duration_ms: now() - startedAt }
  switch (outcome.kind) {
    case 'result':
      record({
        event_type: 'mcp_tool_result',
        ...answered,
        result_type: typeName(outcome.content),
        result_length: JSON.stringify(outcome.content)?.length ?? 0,
        is_error: outcome.isError,
        content: outcome.content,
      })
      return outcome
    case 'timeout':
      record({ event_type: 'mcp_tool_timeout', ...answered, timeout_seconds: outcome.timeoutSeconds })
      return outcome
    case 'error':
    case 'died':
      record({
        event_type: 'mcp_tool_error',
        ...answered,
        error: outcome.error,
        ...(outcome.kind === 'died' && { server_is_gone: true }),
      })
      return outcome
    default:
      return outcome satisfies never
  }
}

function typeName(content: unknown): string {
  if (content === null) return 'null'
  return Array.isArray(content) ? 'array' : typeof content
}

/** Requirement 11: `{content}` for success, `{error, content}` for failure, always JSON. */
export function toolCallResult(outcome: ToolOutcome | SkippedCall): {
  readonly content: unknown
  readonly error?: string
} {
  switch (outcome.kind) {
    case 'result':
      return outcome.isError
        ? { error: 'The tool reported an error.', content: outcome.content }
        : { content: outcome.content ?? null }
    case 'timeout':
      return { error: `Tool call timed out after ${outcome.timeoutSeconds}s`, content: null }
    case 'error':
    case 'died':
      return { error: `Tool call failed: ${outcome.error}`, content: null }
    case 'skipped':
      return { error: `Tool call ${outcome.reason}`, content: null }
    default:
      return outcome satisfies never
  }
}
