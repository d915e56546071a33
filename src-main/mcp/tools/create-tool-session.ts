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
      if (!invoker) throw new Error(`The session has no tool ${toolName}.`)
      return invoker.invoke(parameters, signal, onProgress, traceparent)
    },
    close() {
      closing ??= end()
      return closing
    },
  }
}
