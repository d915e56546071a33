import type { Draft } from '@shared/episode/log/draft'
import type { Iteration } from '@shared/episode/state/episode'

/** The streaming reply; null if there is none, or while a failed call waits to be retried. */
export function visibleDraft({ draft, failures }: Pick<Iteration, 'draft' | 'failures'>): Draft | null {
  return draft !== null && draft.length === 0 && failures ? null : draft
}
