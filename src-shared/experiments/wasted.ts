import type { EpisodeState, Observation } from '../episode/state/episode'
import { classifyOutcome } from '../episode/state/outcome'
import type { Outcome } from '../episode/state/state-block'

const REFUSALS: ReadonlySet<Outcome> = new Set(['unknown_word', 'not_visible', 'refused', 'no_op', 'ambiguous'])

export interface Wasted {
  /** Actions that the parser or the story refused. */
  readonly refused: number
  /** Actions repeated in the place where they had failed before. */
  readonly repeats: number
}

/** Counts wasted turns by their texts and locations. */
export function wastedIn({ opening, turns }: Pick<EpisodeState, 'opening' | 'turns'>): Wasted {
  const failed = new Set<string>()
  let before: Observation | null = opening
  let refused = 0
  let repeats = 0
  for (const { action, observation } of turns) {
    if (before === null || observation === null || action === null) continue
    const said = action.action.trim().toLowerCase()
    const at = `${before.location?.id}|${said}`
    if (failed.has(at)) repeats++
    if (REFUSALS.has(classifyOutcome(said, before, observation))) {
      refused++
      failed.add(at)
    } else failed.delete(at)
    before = observation
  }
  return { refused, repeats }
}
