import type { LibraryEntry } from '@shared/contract/library'
import type { ServerHealth } from '@shared/episode/projections/server-health'
import { startKey } from '../../session/episodes/entry-title'

/** How reliable a server was in one episode. */
export interface EpisodeHealth extends ServerHealth {
  readonly entry: LibraryEntry
}

/** Maximum number of episodes; older ones say little about the current server. */
const LATEST = 10

/** The latest episodes that used the server, newest first. */
export function latestHealth(entries: Iterable<LibraryEntry>, server: string): readonly EpisodeHealth[] {
  const used = [...entries].flatMap((entry): EpisodeHealth[] => {
    const servers = entry.summary?.servers ?? {}
    const health = Object.hasOwn(servers, server) ? servers[server] : undefined
    return health ? [{ ...health, entry }] : []
  })
  return used.toSorted((a, b) => startKey(b.entry).localeCompare(startKey(a.entry))).slice(0, LATEST)
}

export const sumOf = (episodes: readonly ServerHealth[], part: 'calls' | 'failures' | 'failedStarts'): number =>
  episodes.reduce((sum, health) => sum + health[part], 0)

/** Whether at least three attempts failed, and at least a tenth of all. */
export function failsOften(episodes: readonly ServerHealth[]): boolean {
  const failures = sumOf(episodes, 'failures') + sumOf(episodes, 'failedStarts')
  return failures >= 3 && failures * 10 >= sumOf(episodes, 'calls') + sumOf(episodes, 'failedStarts')
}
