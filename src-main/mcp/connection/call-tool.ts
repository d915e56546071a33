import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { ProgressCallback } from '@modelcontextprotocol/sdk/shared/protocol.js'
import {
  type CallToolRequest,
  type CallToolResult,
  CallToolResultSchema,
  CreateTaskResultSchema,
  ErrorCode,
  McpError as ProtocolError,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js'
import type { BoundedRequest } from '../transport/deadline'
import { untilAborted } from '../transport/until-aborted'

export type ToolRequest = BoundedRequest & { readonly onprogress?: ProgressCallback }

/** Limits of the interval at which a task is polled, and its default. */
const SHORTEST_POLL_MS = 100
const LONGEST_POLL_MS = 5_000
const USUAL_POLL_MS = 500

/**
 * Calls a tool. If the tool runs only as a task (MCP revision 2025-11-25, "Tasks"), the task is followed to its end,
 * and cancelled with the request. Throws a protocol error if the task does not complete.
 */
export async function callTool(
  client: Client,
  { name, execution }: Pick<Tool, 'name' | 'execution'>,
  params: Omit<CallToolRequest['params'], 'name'>,
  request: ToolRequest,
): Promise<CallToolResult> {
  const call = { method: 'tools/call', params: { ...params, name } } as const
  if (execution?.taskSupport !== 'required') return client.request(call, CallToolResultSchema, request)
  const { task } = await client.request(call, CreateTaskResultSchema, { ...request, task: {} })
  const { tasks } = client.experimental
  let { status, statusMessage, pollInterval = USUAL_POLL_MS } = task
  try {
    while (status === 'working') {
      await wait(Math.min(LONGEST_POLL_MS, Math.max(SHORTEST_POLL_MS, pollInterval)), request.signal)
      ;({ status, statusMessage, pollInterval = USUAL_POLL_MS } = await tasks.getTask(task.taskId, request))
    }
    // A task that needs input asks its questions while the client waits for the result.
    if (status === 'completed' || status === 'input_required')
      return await tasks.getTaskResult(task.taskId, CallToolResultSchema, request)
  } catch (error) {
    if (request.signal.aborted) void tasks.cancelTask(task.taskId).catch(() => {})
    throw error
  }
  throw new ProtocolError(ErrorCode.InternalError, statusMessage ?? `The task ended as ${status}.`)
}

async function wait(ms: number, signal: AbortSignal): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)))
  await untilAborted(over, signal).finally(() => clearTimeout(timer))
}
