import type { Outcome } from './state-block'

/** Outcomes of commands that changed nothing, and would fail again in the same state. */
export const FAILURES: ReadonlySet<Outcome> = new Set(['unknown_word', 'not_visible', 'ambiguous', 'refused', 'no_op'])
