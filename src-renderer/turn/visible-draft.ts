import type { Draft } from '@shared/episode/log/draft'
import type { Iteration } from '@shared/episode/state/episode'

/** The reply that streams in; null where none does, and while a call that failed is waited for to be made again. */
export function visibleDraft({ draft, failures }: Pick<Iteration, 'draft' | 'failures'>): Draft | null {
  return draft !== null && draft.length === 0 && failures ? null : draft
}
