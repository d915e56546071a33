import type { ToolDefinition } from '@shared/episode/log/chat'
import type { EventBody, EventOf, ServerReport } from '@shared/episode/log/event'

/** The tools of one turn, behind one interface for all servers. Lives for one turn by default (requirement 3). */
export interface ToolSession {
  /** In a stable order, named `server.tool` (requirement 8.2). */
  readonly tools: readonly ToolDefinition[]
  /** Hash of `tools`; null if there are none. */
  readonly toolSet: string | null
  readonly servers: readonly ServerReport[]
  /**
   * The servers' context for the system prompt: their instructions and what the config attaches. Null if there is none.
   */
  readonly instructions: string | null
  /** Time that the turn waited for this session, in ms. */
  readonly waitMs: number
  /** The `ui://` resource that draws the results of a tool; undefined if it has none. */
  viewOf(toolName: string): string | undefined
  /** Throws `sign_in_needed`, and the signal's reason when aborted. Every other failure of a server is an outcome. */
  callTool(call: ToolCall): Promise<ToolOutcome>
  /** Ends the session. Resolves when its processes are gone. Idempotent. */
  close(): Promise<void>
}

interface ToolCall {
  /** The name of a tool in `tools`; the call rejects for any other name, because that is a bug. */
  readonly toolName: string
  readonly arguments: Readonly<Record<string, unknown>>
  readonly signal: AbortSignal
  /** Receives the progress of the tool, at most about a hundred times. */
  readonly onProgress?: (progress: ToolProgress) => void
  /** W3C Trace Context of the call, for the server; absent without tracing. */
  readonly traceparent?: string
}

export type ToolProgress = Pick<EventOf<'mcp_progress'>, 'progress' | 'total' | 'message'>

export type ToolOutcome =
  /** The tool answered; `isError` is the tool's own flag. `content` is JSON. */
  | { readonly kind: 'result'; readonly serverName: string; readonly content: unknown; readonly isError: boolean }
  /** The call failed, or its answer cannot be used. The turn continues (requirement 6.4). */
  | { readonly kind: 'error'; readonly serverName: string; readonly error: string }
  /** The call had no answer in time. The rest of its batch is skipped (requirement 6.5). */
  | { readonly kind: 'timeout'; readonly serverName: string; readonly timeoutSeconds: number }
  /** The server is gone. The loop ends and a final action is forced. */
  | { readonly kind: 'died'; readonly serverName: string; readonly error: string }

export type RecordEvent = (event: EventBody) => void
