import type { Outcome } from './state-block'

/** Outcomes of commands that changed nothing: in the same state they would fail again. */
export const FAILURES: ReadonlySet<Outcome> = new Set(['unknown_word', 'not_visible', 'ambiguous', 'refused', 'no_op'])
