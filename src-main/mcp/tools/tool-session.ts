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
  /** How long the turn had to wait for this session, ms. */
  readonly waitMs: number
  /** The `ui://` resource that draws the results of a tool; undefined if it has none. */
  viewOf(toolName: string): string | undefined
  /**
   * Throws `sign_in_needed`, never for anything else that a server does; throws the signal's reason when aborted.
   */
  callTool(call: ToolCall): Promise<ToolOutcome>
  /** Starts to end the session; resolves when its processes are gone. Idempotent. */
  close(): Promise<void>
}

interface ToolCall {
  /** One of the session's tools; another name is a fault of the caller, and rejects. */
  readonly toolName: string
  readonly arguments: Readonly<Record<string, unknown>>
  readonly signal: AbortSignal
  /** Receives the progress that the tool reports, at most about a hundred times. */
  readonly onProgress?: (progress: ToolProgress) => void
  /** W3C Trace Context of the call, for the server; absent without tracing. */
  readonly traceparent?: string
}

export type ToolProgress = Pick<EventOf<'mcp_progress'>, 'progress' | 'total' | 'message'>

export type ToolOutcome =
  /** The tool answered; `isError` is the tool's own flag. `content` is JSON. */
  | { readonly kind: 'result'; readonly serverName: string; readonly content: unknown; readonly isError: boolean }
  /** The call could not be made or its answer not be used: the turn continues (requirement 6.4). */
  | { readonly kind: 'error'; readonly serverName: string; readonly error: string }
  /** Requirement 6.5. */
  | { readonly kind: 'timeout'; readonly serverName: string; readonly timeoutSeconds: number }
  /** The server is gone: the loop ends and a final action is forced. */
  | { readonly kind: 'died'; readonly serverName: string; readonly error: string }

export type RecordEvent = (event: EventBody) => void
