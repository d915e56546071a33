import type { LibraryEntry } from '@shared/contract/library'
import type { McpTool, McpServerStatus } from '@shared/contract/mcp'
import type { EpisodeSummary } from '@shared/episode/projections/summary'
import type { ServerForm } from '@shared/mcp/mcp-document'
import { useEpisodeList } from '../../session/episodes/episodes-store'

/**
 * Other enabled servers that offer a tool with the same name. Only the server name distinguishes these tools for the
 * model.
 */
export function serversWithTool(servers: readonly McpServerStatus[], server: string, tool: string): readonly string[] {
  return servers
    .filter(
      ({ name, state, tools }) =>
        name !== server && state !== 'disabled' && tools?.some((other) => other.name === tool),
    )
    .map(({ name }) => name)
}

/** The tools of a server that are offered to the agent, whether the entry is saved or not. */
export const offeredOf = <Tool extends Pick<McpTool, 'name'>>(
  tools: readonly Tool[],
  { disabledTools }: Pick<ServerForm, 'disabledTools'>,
): readonly Tool[] => tools.filter(({ name }) => !disabledTools.includes(name))

/** Number of calls by `server.tool` in the newest episode that had tools; null if there is none. */
export const useLastToolUse = (): EpisodeSummary['toolUse'] =>
  useEpisodeList(({ entries }) => lastToolUse(entries.values()))

export function lastToolUse(entries: Iterable<LibraryEntry>): EpisodeSummary['toolUse'] {
  let last: EpisodeSummary | null = null
  for (const { summary } of entries)
    if (summary?.toolUse && (last === null || summary.startedAt > last.startedAt)) last = summary
  return last?.toolUse ?? null
}
