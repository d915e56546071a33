import type { Attributes } from '@opentelemetry/api'
import type { EpisodeSummary } from '@shared/episode/projections/summary'

export type Outcome = Pick<EpisodeSummary, 'score' | 'maxScore' | 'locations' | 'ended'>

/** The result of an episode as evaluations of the GenAI conventions, without those its story does not provide. */
export function evaluationsOf(outcome: Outcome | null): readonly Attributes[] {
  if (outcome === null) return []
  const { score, maxScore, locations, ended } = outcome
  const share = score !== null && maxScore !== null && maxScore > 0 ? score / maxScore : null
  return [
    ...evaluation('score', score),
    ...evaluation('score_share', share),
    ...evaluation('locations', locations),
    { ...evaluation('won', ended === 'won' ? 1 : 0)[0], 'gen_ai.evaluation.score.label': ended ?? 'open' },
  ]
}

const evaluation = (name: string, value: number | null): readonly Attributes[] =>
  value === null ? [] : [{ 'gen_ai.evaluation.name': name, 'gen_ai.evaluation.score.value': value }]
