import type { McpServerStatus } from '@shared/contract/mcp'

/** Servers of the settings file only: a name in both files is an error of the entry in the config file. */
export const serversInSettings = (statuses: readonly McpServerStatus[]): readonly McpServerStatus[] =>
  statuses.filter(({ namedIn }) => namedIn !== null)
