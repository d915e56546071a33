import type { McpServerStatus } from '@shared/contract/mcp'

/**
 * Servers that are only in the settings file. If both files have the name, this is an error of the entry in the config
 * file.
 */
export const serversInSettings = (statuses: readonly McpServerStatus[]): readonly McpServerStatus[] =>
  statuses.filter(({ namedIn }) => namedIn !== null)
