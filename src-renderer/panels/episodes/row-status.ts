import type { LibraryEntry } from '@shared/contract/library'
import { endStatus, type WindowStatus } from '../../session/episode/episode-status'
import { isLocal } from '../../session/episode/local-episodes'
import { episodesStrings as words } from './strings'

/** The state of an episode. `isAway`: the host is disconnected, so the state may be outdated. */
export function rowStatus({ id, running, readable, summary }: LibraryEntry, isAway: boolean): WindowStatus {
  if (isLocal(id)) return { shape: 'square', tone: 'quiet', word: words.fromFile }
  if (!readable) return { shape: 'cross', tone: 'failure', word: words.unreadable }
  if (running && isAway) return { shape: 'ring', tone: 'quiet', word: words.wasRunning }
  if (summary?.isPaused) return endStatus('paused')
  if (running) return { shape: 'disc', tone: 'now', word: words.running }
  if (summary?.ended === 'turn_limit') return { ...endStatus(summary.ended), word: words.turnLimit }
  if (summary?.ended) return endStatus(summary.ended)
  return { shape: 'dash', tone: 'quiet', word: words.interrupted }
}
