import type { ToolGroup } from './tool-table'

export interface LocalTool {
  readonly name: string
  readonly description: string
  /** A JSON schema of an object. */
  readonly parameters: Readonly<Record<string, unknown>>
  /** Returns JSON or a promise of it. An error that it throws becomes an error outcome. */
  run(parameters: Readonly<Record<string, unknown>>, signal: AbortSignal): unknown
}

/** A group of tools that run in this process. Callers cannot distinguish them from tools of MCP servers. */
export function createLocalTools(name: string, tools: readonly LocalTool[]): ToolGroup {
  return {
    name,
    invokers: tools.map((tool) => ({
      name: tool.name,
      description: tool.description,
      parameters: tool.parameters,
      invoke: async (parameters, signal) => {
        try {
          return { kind: 'result', serverName: name, content: await tool.run(parameters, signal), isError: false }
        } catch (error) {
          signal.throwIfAborted()
          return { kind: 'error', serverName: name, error: error instanceof Error ? error.message : String(error) }
        }
      },
    })),
  }
}
