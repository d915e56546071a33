import type { Outcome } from '../exported-episode'
import { type Score, SCORE_NAMES, type ScoreName, type Scores } from './inspect-log'

export const scored = (value: number): Score => ({ value, answer: null, explanation: null, history: [] })

/** The scores of an episode, without those that its story does not provide. */
export function scoresOf({ score, maxScore, ended, locations }: Outcome): Scores {
  return {
    ...(score !== null && { score: scored(score) }),
    ...(score !== null && maxScore !== null && maxScore > 0 && { score_share: scored(score / maxScore) }),
    won: scored(ended === 'won' ? 1 : 0),
    locations: scored(locations),
  }
}

interface ScoredSample {
  readonly id: string
  readonly scores: Scores
}

/** Mean scores over all samples, with repeats averaged first. The standard error is computed over the samples. */
export function scoreResults(samples: readonly ScoredSample[]): readonly object[] {
  const hasRepeats = new Set(samples.map(({ id }) => id)).size < samples.length
  return SCORE_NAMES.flatMap((name) => {
    const means = meansOf(samples, name)
    if (means.length === 0) return []
    const mean = sum(means) / means.length
    const spread = sum(means.map((value) => (value - mean) ** 2)) / Math.max(1, means.length - 1)
    const scoredCount = samples.filter(({ scores }) => scores[name] !== undefined).length
    return [
      {
        name,
        scorer: name,
        ...(hasRepeats && { reducer: 'mean' }),
        scored_samples: scoredCount,
        unscored_samples: samples.length - scoredCount,
        params: {},
        metrics: {
          mean: { name: 'mean', value: mean, params: {} },
          stderr: { name: 'stderr', value: Math.sqrt(spread / means.length), params: {} },
        },
      },
    ]
  })
}

function meansOf(samples: readonly ScoredSample[], name: ScoreName): readonly number[] {
  const values = new Map<string, number[]>()
  for (const { id, scores } of samples) {
    const { value } = scores[name] ?? {}
    if (value !== undefined) values.set(id, [...(values.get(id) ?? []), value])
  }
  return [...values.values()].map((own) => sum(own) / own.length)
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
