import type { EpisodeState, Observation, Turn } from '@shared/episode/episode'
import { observationBefore } from '@shared/episode/turn-changes'
import type { History } from '../store/history'
import { type Playhead, turnOf } from '../store/playhead'

/** What the page is made of, from the opening to the end. `key` stays the same when a turn that was open is complete. */
export type StoryRow =
  | { readonly kind: 'opening'; readonly key: string; readonly observation: Observation; readonly place: Place }
  | { readonly kind: 'turn'; readonly key: string; readonly turn: Turn; readonly before: Observation | null; readonly place: Place }
  | { readonly kind: 'live'; readonly key: string; readonly turn: Turn; readonly before: Observation | null }
  | { readonly kind: 'end'; readonly key: string; readonly state: EpisodeState }

/** Where a row stands: told already, at the playhead, or still ahead of it. */
export type Place = 'told' | 'here' | 'ahead'

const keyOf = (turn: number) => `turn-${turn}`

/**
 * All turns there are, also those ahead of the playhead. A turn that the playhead stands inside of is shown as far as it had come. The turn
 * that is being played is shown only from the live end: seen from the past it has not happened yet.
 */
export function storyRows(history: History, playhead: Playhead, shown: EpisodeState, search: string): readonly StoryRow[] {
  const { latest } = history
  const isLive = playhead === 'live'
  const here = turnOf(history, playhead)
  const placeOf = (turn: number): Place => (isLive || turn < here ? 'told' : turn === here ? 'here' : 'ahead')
  const rows: StoryRow[] = []
  if (latest.opening) rows.push({ kind: 'opening', key: keyOf(0), observation: latest.opening, place: placeOf(0) })
  for (const turn of latest.turns) {
    const seen = turn.number === here && shown.openTurn?.number === here ? shown.openTurn : turn
    rows.push({ kind: 'turn', key: keyOf(turn.number), turn: seen, before: observationBefore(latest, turn.number), place: placeOf(turn.number) })
  }
  const { openTurn } = latest
  if (isLive && openTurn) rows.push({ kind: 'live', key: keyOf(openTurn.number), turn: openTurn, before: observationBefore(latest, openTurn.number) })
  if (isLive && latest.ended) rows.push({ kind: 'end', key: 'end', state: latest })
  return search === '' ? rows : rows.filter((row) => matches(row, search))
}

/** All words must occur in what was done, said or seen. */
function matches(row: StoryRow, search: string): boolean {
  if (row.kind === 'end') return false
  const texts = row.kind === 'opening' ? [row.observation.text] : [row.turn.action?.action, row.turn.observation?.text, row.turn.observation?.location?.name]
  const haystack = texts.join('\n').toLowerCase()
  return search.toLowerCase().trim().split(/\s+/).every((word) => haystack.includes(word))
}
