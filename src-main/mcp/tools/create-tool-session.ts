import { buildToolTable, type Ensemble } from './tool-table'
import type { ToolSession } from './tool-session'

/** The tools of `ensembles` as one session; `end` lets go of it. */
export function createToolSession(
  ensembles: readonly Ensemble[],
  about: Pick<ToolSession, 'servers' | 'instructions' | 'waitMs'>,
  end: () => Promise<void>,
): ToolSession {
  // The table holds for the whole turn: an open loop keeps the list it started with, whatever the servers say
  // meanwhile.
  const table = buildToolTable(ensembles)
  let closing: Promise<void> | null = null
  return {
    tools: table.definitions,
    toolSet: table.toolSet,
    ...about,
    async callTool({ toolName, arguments: parameters, signal, onProgress, traceparent }) {
      const invoker = table.find(toolName)
      if (invoker) return invoker.invoke(parameters, signal, onProgress, traceparent)
      signal.throwIfAborted()
      const offered = table.definitions.map((definition) => definition.function.name).join(', ')
      return {
        kind: 'error',
        serverName: toolName.split('.')[0] ?? '',
        error: `there is no tool '${toolName}'. The tools are: ${offered}`,
      }
    },
    close() {
      closing ??= end()
      return closing
    },
  }
}
