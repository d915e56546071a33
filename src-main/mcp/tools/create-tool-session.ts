import type { ToolSession } from './tool-session'
import { buildToolTable, type ToolGroup } from './tool-table'

/** The tools of all groups as one session. `end` releases the groups. */
export function createToolSession(
  groups: readonly ToolGroup[],
  about: Pick<ToolSession, 'servers' | 'instructions' | 'waitMs'>,
  end: () => Promise<void>,
): ToolSession {
  // The list of tools stays the same for the turn, even if a server reports a change.
  const table = buildToolTable(groups)
  let closing: Promise<void> | null = null
  return {
    tools: table.definitions,
    toolSet: table.toolSet,
    ...about,
    viewOf: (toolName) => table.find(toolName)?.view,
    async callTool({ toolName, arguments: parameters, signal, onProgress, traceparent }) {
      const invoker = table.find(toolName)
      if (!invoker) throw new Error(`The session has no tool ${toolName}.`)
      return invoker.invoke(parameters, signal, onProgress, traceparent)
    },
    close() {
      closing ??= end()
      return closing
    },
  }
}
