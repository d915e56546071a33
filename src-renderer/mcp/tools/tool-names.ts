import type { ServerForm } from '@shared/mcp/mcp-document'
import type { McpListedTool, McpServerStatus } from '@shared/contract/mcp'
import type { LibraryEntry } from '@shared/contract/library'
import type { EpisodeSummary } from '@shared/episode/projections/summary'
import { useEpisodeList } from '../../session/episodes/episodes-store'

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

/** Those of its tools that the agent is offered: the one count of them, before and after the entry is saved. */
export const offeredOf = <Tool extends Pick<McpListedTool, 'name' | 'isUnsupported'>>(
  tools: readonly Tool[],
  { disabledTools }: Pick<ServerForm, 'disabledTools'>,
): readonly Tool[] => tools.filter(({ name, isUnsupported }) => !isUnsupported && !disabledTools.includes(name))

/** Calls by `server.tool` in the newest episode that had tools; null if there is none. */
export const useLastToolUse = (): EpisodeSummary['toolUse'] =>
  useEpisodeList(({ entries }) => lastToolUse(entries.values()))

export function lastToolUse(entries: Iterable<LibraryEntry>): EpisodeSummary['toolUse'] {
  let last: EpisodeSummary | null = null
  for (const { summary } of entries)
    if (summary?.toolUse && (last === null || summary.startedAt > last.startedAt)) last = summary
  return last?.toolUse ?? null
}
