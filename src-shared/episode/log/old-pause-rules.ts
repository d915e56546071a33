import type { PauseRules } from './pause-rules-schema'

/**
 * Renames pause rules of versions that did not record them in the log. A value without old names is returned unchanged.
 */
export function renameOldPauseRules(rules: unknown): unknown {
  if (typeof rules !== 'object' || rules === null || !('newRoom' in rules)) return rules
  const old = rules as Readonly<Record<string, unknown>>
  const number = (rule: string, amount: string) => (old[rule] === true ? Number(old[amount]) || 0 : 0)
  return {
    tool_error: old['toolError'] === true,
    score_change: old['scoreChange'] === true,
    new_location: old['newRoom'] === true,
    died: old['death'] === true,
    repeated_action: old['loop'] === true,
    turns_without_score: number('noScore', 'noScoreTurns'),
    cost_usd: number('cost', 'costUsd'),
  } satisfies PauseRules
}
