import type { McpServerStatus } from '@shared/contract/mcp'

/** Those that stand in the settings file alone: what both files name is a fault of the entry in the config file. */
export const serversInSettings = (statuses: readonly McpServerStatus[]): readonly McpServerStatus[] =>
  statuses.filter(({ namedIn }) => namedIn !== null)
