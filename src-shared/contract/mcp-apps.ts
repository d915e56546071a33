import { z } from 'zod'
import { LONGEST_VIEW_MESSAGE, type ViewDomains } from '../mcp/apps/view-policy'
import { type ApiOf, command, feed } from './define'

const result = z.object({ content: z.unknown(), isError: z.boolean() })

/** A tool's own user interface (MCP Apps), shown beside a call of an episode. */
export const mcpApps = {
  /**
   * Opens a session of the server as it is saved and reads the view from it. The session ends when the feed is closed.
   * Refused with `program_not_agreed`, `not_found` or `bad_file`.
   */
  openMcpApp: feed(
    z.object({
      server: z.string().min(1).max(200),
      tool: z.string().max(500),
      /** A `ui://` resource. */
      view: z.string().startsWith('ui://').max(2000),
      arguments: z.record(z.string(), z.unknown()),
      /** Null while the call runs: `tellMcpApp` gives it later. */
      result: result.nullable(),
      /** Whether the view may call tools of its server and read its resources. */
      mayCall: z.boolean(),
      theme: z.enum(['dark', 'light']),
    }),
  ).gives<McpAppBatch>(),
  /** A JSON-RPC message of the view. `not_found` once it is closed. */
  sendToMcpApp: command(z.object({ app: z.uuid(), message: z.string().max(LONGEST_VIEW_MESSAGE) })),
  tellMcpApp: command(z.object({ app: z.uuid(), result })),
}
export type McpAppApi = ApiOf<typeof mcpApps>

export interface McpAppBatch {
  readonly id: string
  readonly state: 'connecting' | 'ready' | 'ended'
  /** Why it has ended or could not begin; null while it is open. */
  readonly error: string | null
  /** The document of the view, untrusted; null until it was read. */
  readonly html: string | null
  /** The hosts that the view asks to reach. */
  readonly domains: ViewDomains
  /** The height that the view wants, in pixels; null if it does not say. */
  readonly height: number | null
  /** Number of tool calls of the view. */
  readonly calls: number
  /** JSON-RPC messages for the view since the batch before. */
  readonly messages: readonly string[]
}
