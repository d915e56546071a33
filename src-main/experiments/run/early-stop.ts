import { computeReport } from '@shared/experiments/compute-report'
import type { ExperimentPlan, Unit } from '@shared/experiments/plan'
import { questionsOf } from '@shared/experiments/report-text'
import type { UnitResult } from '@shared/experiments/result'
import type { EndReason } from './run-end'

/** The units of a run that have ended, by their keys. */
export interface EndedUnits {
  readonly results: ReadonlyMap<string, UnitResult>
  readonly failed: ReadonlySet<string>
}

/**
 * Looks at the differences between arms, and between handicaps of an arm, after the planned numbers of seeds (`[stop]`
 * of the file) and at no other time, since every look is another chance of a false finding.
 */
export function createEarlyStop(plan: ExperimentPlan, units: readonly Unit[]) {
  const looksAhead = new Set(plan.terms.stop?.looks.toSorted((a, b) => a - b))
  const areEnded = (seeds: number, { results, failed }: EndedUnits): boolean => {
    const first = new Set(plan.seeds.slice(0, seeds))
    return units.filter(({ seed }) => first.has(seed)).every(({ key }) => results.has(key) || failed.has(key))
  }
  const look = (seeds: number, { results }: EndedUnits): EndReason | null => {
    const halfWidth = plan.terms.stop?.ci_half_width ?? 0
    const ofSeeds = { ...plan, seeds: plan.seeds.slice(0, seeds) }
    const questions = questionsOf(computeReport(ofSeeds, units, results, new Map(), []))
    const areKnown =
      questions.length > 0 &&
      // An interval may be cut off at the limits of the measure, so its longer side counts.
      questions.every(
        ({ difference, interval }) =>
          difference !== null &&
          interval !== null &&
          Math.max(interval.high - difference, difference - interval.low) <= halfWidth,
      )
    return areKnown ? { kind: 'differences_known', halfWidth, seeds } : null
  }
  /** True if the unit may begin; null if it must wait for units before a look; a reason if the look ends the run. */
  return ({ seed }: Unit, ended: EndedUnits): true | null | EndReason => {
    const index = plan.seeds.indexOf(seed)
    for (const seeds of [...looksAhead].filter((ahead) => ahead <= index)) {
      if (!areEnded(seeds, ended)) return null
      looksAhead.delete(seeds)
      const reason = look(seeds, ended)
      if (reason !== null) return reason
    }
    return true
  }
}
