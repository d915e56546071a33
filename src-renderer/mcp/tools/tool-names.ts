import type { McpServerStatus } from '@shared/contract/mcp'

/**
 * Other servers in use that offer a tool of the same name: the model sees both, told apart by the server's name alone.
 */
export function serversWithTool(servers: readonly McpServerStatus[], server: string, tool: string): readonly string[] {
  return servers
    .filter(
      ({ name, state, tools }) =>
        name !== server && state !== 'disabled' && tools?.some((other) => other.name === tool),
    )
    .map(({ name }) => name)
}
