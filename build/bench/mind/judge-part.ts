import { type ValuePair, pairedDifference } from '@shared/experiments/statistics/paired'
import type { ArmFigures } from './play-arms'

/** The figures of both arms, in the order of the seeds. */
export interface PairFigures {
  readonly arm: readonly ArmFigures[]
  readonly base: readonly ArmFigures[]
}

type Measure = 'score' | 'locations' | 'repeats' | 'refused' | 'tokens' | 'billed'

/** The mean of paired differences with its interval, and its p, which is 1 if all differences are 0. */
export interface Effect {
  readonly mean: number
  readonly low: number
  readonly high: number
  readonly p: number
}

export function pairedEffect(differences: readonly number[]): Effect {
  const { value, low, high, p } = pairedDifference([differences.map((difference): ValuePair => [difference, 0])])
  return { mean: value, low, high, p: Number.isNaN(p) ? Number(value === 0) : p }
}

/** The difference that the arm makes, in the units of the measure. */
export const effectOn = ({ arm, base }: PairFigures, measure: Measure): Effect =>
  pairedEffect(arm.map((figures, index) => figures[measure] - (base[index]?.[measure] ?? 0)))

/** The same as a share of the base; null if the base is 0. */
export function shareOf({ base }: PairFigures, measure: Measure, { mean }: Pick<Effect, 'mean'>): number | null {
  const before = base.reduce((sum, figures) => sum + figures[measure], 0) / base.length
  return before === 0 ? null : mean / before
}

interface PartEvidence {
  readonly target: PairFigures
  readonly clean: PairFigures
  readonly deaf: PairFigures | null
  readonly placebo: PairFigures | null
  readonly falseNote: PairFigures | null
}

/** A rule for a part to be on by default. */
interface Rule {
  readonly rule: string
  readonly isKept: boolean
}

const GAINS = { score: 3, locations: 1.5 } as const
const SAVED = 0.25

/**
 * A part is on by default only if it helps against its fault, costs next to nothing if it is not needed, and helps by
 * its text: it must not help a model that does not read the text, nor with a meaningless text in its place.
 */
export function judgePart({ target, clean, deaf, placebo, falseNote }: PartEvidence): readonly Rule[] {
  const billed = shareOf(clean, 'billed', effectOn(clean, 'billed'))
  return [
    { rule: 'helps against its fault', isKept: helps(target) },
    { rule: 'without faults, no more than 2 points lost', isKept: effectOn(clean, 'score').low > -2 },
    { rule: 'without faults, at most 15 % more tokens as billed', isKept: billed === null || billed <= 0.15 },
    ...(deaf ? [{ rule: 'no gain for a deaf model', isKept: !helps(deaf) }] : []),
    ...(placebo ? [{ rule: 'no gain from meaningless text', isKept: !helps(placebo) }] : []),
    ...(falseNote
      ? [{ rule: 'false notes lose at most 3 points', isKept: effectOn(falseNote, 'score').mean >= -3 }]
      : []),
  ]
}

/** +3 points, +1.5 locations, or a quarter fewer repeats or refusals; and the interval excludes 0. */
function helps(pair: PairFigures): boolean {
  const more = (['score', 'locations'] as const).some((measure) => {
    const effect = effectOn(pair, measure)
    return effect.low > 0 && effect.mean >= GAINS[measure]
  })
  const less = (['repeats', 'refused'] as const).some((measure) => {
    const effect = effectOn(pair, measure)
    return effect.high < 0 && (shareOf(pair, measure, effect) ?? 0) <= -SAVED
  })
  return more || less
}
