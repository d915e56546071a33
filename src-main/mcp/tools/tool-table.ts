import { createHash } from 'node:crypto'
import type { ToolDefinition } from '@shared/episode/log/chat'
import type { ToolOutcome, ToolProgress } from './tool-session'

/** A callable tool of this process or of an MCP server. Its name is the server's own, without a prefix. */
export interface Invoker {
  readonly name: string
  readonly description: string
  /** A JSON schema of an object. */
  readonly parameters: Readonly<Record<string, unknown>>
  /** The `ui://` resource that draws its results; absent if it has none. */
  readonly view?: string
  /** Resolves to an outcome, also for a failure. Throws only `sign_in_needed`, and the signal's reason when aborted. */
  invoke(
    parameters: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
    onProgress?: (progress: ToolProgress) => void,
    traceparent?: string,
  ): Promise<ToolOutcome>
}

/** The tools of one server, which appear and disappear together. */
export interface ToolGroup {
  readonly name: string
  readonly invokers: readonly Invoker[]
}

interface ToolTable {
  readonly definitions: readonly ToolDefinition[]
  /** Hash of the definitions; null if there are none. */
  readonly toolSet: string | null
  find(toolName: string): Invoker | null
}

/**
 * Names every tool `{server}.{tool}` (requirement 8.2). Both parts may contain dots, so a name is mapped back by a
 * table and never split (requirement 8.3). If two groups have the same name for a tool, the second one gets a number; a
 * repeated name in one group is dropped.
 */
export function buildToolTable(groups: readonly ToolGroup[]): ToolTable {
  const table = new Map<string, Invoker>()
  const definitions: ToolDefinition[] = []
  for (const group of groups) {
    const seen = new Set<string>()
    for (const invoker of group.invokers) {
      if (seen.has(invoker.name)) continue
      seen.add(invoker.name)
      const plain = `${group.name}.${invoker.name}`
      let name = plain
      for (let number = 2; table.has(name); number++) name = `${plain}#${number}`
      table.set(name, invoker)
      definitions.push({
        type: 'function',
        function: { name, description: invoker.description, parameters: objectSchema(invoker.parameters) },
      })
    }
  }
  const toolSet =
    definitions.length === 0
      ? null
      : createHash('sha256').update(JSON.stringify(definitions)).digest('hex').slice(0, 16)
  return { definitions, toolSet, find: (toolName) => table.get(toolName) ?? null }
}

/**
 * The schema as an object with `properties`, which chat APIs require, and without `$schema`, which some refuse. The
 * rest is unchanged (requirement 8.4).
 */
function objectSchema(schema: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { $schema: _, ...rest } = schema
  return { ...rest, type: 'object', properties: rest.properties ?? {} }
}
