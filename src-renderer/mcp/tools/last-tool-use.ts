import type { LibraryEntry } from '@shared/contract/contract'
import type { EpisodeSummary } from '@shared/episode/summary'
import { useLibrary } from '../../session/library/library-store'

/** Calls by `server.tool` in the newest episode that had tools; null if there is none. */
export const useLastToolUse = (): EpisodeSummary['toolUse'] =>
  useLibrary(({ entries }) => lastToolUse(entries.values()))

export function lastToolUse(entries: Iterable<LibraryEntry>): EpisodeSummary['toolUse'] {
  let last: EpisodeSummary | null = null
  for (const { summary } of entries)
    if (summary?.toolUse && (last === null || summary.startedAt > last.startedAt)) last = summary
  return last?.toolUse ?? null
}
