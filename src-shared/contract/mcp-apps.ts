import { z } from 'zod'
import { LONGEST_VIEW_MESSAGE, type ViewDomains } from '../mcp/apps/view-policy'
import { type ApiOf, command, feed } from './define'

const result = z.object({ content: z.unknown(), isError: z.boolean() })

/** A tool's own user interface (MCP Apps), shown beside a call of an episode. */
export const mcpApps = {
  /**
   * Opens a session of the saved server and reads the view from it. Closing the feed ends the session. Refused with
   * `program_not_agreed`, `not_found` or `bad_file`.
   */
  openMcpApp: feed(
    z.object({
      server: z.string().min(1).max(200),
      tool: z.string().max(500),
      /** URI of a `ui://` resource. */
      view: z.string().startsWith('ui://').max(2000),
      arguments: z.record(z.string(), z.unknown()),
      /** Null while the call runs; `tellMcpApp` sends the result later. */
      result: result.nullable(),
      /** Whether the view may call tools of its server and read its resources. */
      mayCall: z.boolean(),
      theme: z.enum(['dark', 'light']),
    }),
  ).gives<McpAppBatch>(),
  /** Sends a JSON-RPC message of the view. Refused with `not_found` once the view is closed. */
  sendToMcpApp: command(z.object({ app: z.uuid(), message: z.string().max(LONGEST_VIEW_MESSAGE) })),
  tellMcpApp: command(z.object({ app: z.uuid(), result })),
}
export type McpAppApi = ApiOf<typeof mcpApps>

export interface McpAppBatch {
  readonly id: string
  readonly state: 'connecting' | 'ready' | 'ended'
  /** The reason why it ended or could not begin; null while it is open. */
  readonly error: string | null
  /** The document of the view, untrusted; null until it was read. */
  readonly html: string | null
  /** Hosts that the view requests to reach. */
  readonly domains: ViewDomains
  /** The height that the view requests, in pixels; null if it requests none. */
  readonly height: number | null
  /** Number of tool calls of the view. */
  readonly calls: number
  /** JSON-RPC messages for the view since the previous batch. */
  readonly messages: readonly string[]
}
