import type { McpServerStatus } from '@shared/contract/mcp'
import type { LibraryEntry } from '@shared/contract/library'
import type { EpisodeSummary } from '@shared/episode/summary'
import { useLibrary } from '../../session/library/library-store'

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

/** Calls by `server.tool` in the newest episode that had tools; null if there is none. */
export const useLastToolUse = (): EpisodeSummary['toolUse'] =>
  useLibrary(({ entries }) => lastToolUse(entries.values()))

export function lastToolUse(entries: Iterable<LibraryEntry>): EpisodeSummary['toolUse'] {
  let last: EpisodeSummary | null = null
  for (const { summary } of entries)
    if (summary?.toolUse && (last === null || summary.startedAt > last.startedAt)) last = summary
  return last?.toolUse ?? null
}
