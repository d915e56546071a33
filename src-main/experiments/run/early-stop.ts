import { computeReport } from '@shared/experiments/compute-report'
import type { ExperimentPlan, Unit } from '@shared/experiments/plan'
import type { UnitResult } from '@shared/experiments/result'
import type { EndReason } from './run-end'

/** The units of a run that have ended, by their keys. */
export interface EndedUnits {
  readonly results: ReadonlyMap<string, UnitResult>
  readonly failed: ReadonlySet<string>
}

/**
 * Looks at the differences after the planned numbers of seeds (`[stop]` of the file) and at no other time, since every
 * look is another chance of a false finding.
 */
export class EarlyStop {
  readonly #plan: ExperimentPlan
  readonly #units: readonly Unit[]
  readonly #looksAhead: Set<number>

  constructor(plan: ExperimentPlan, units: readonly Unit[]) {
    this.#plan = plan
    this.#units = units
    this.#looksAhead = new Set(plan.terms.stop?.looks.toSorted((a, b) => a - b))
  }

  /** Null if the unit must wait for the other units before a look; a reason if the look ends the run. */
  admits({ seed }: Unit, ended: EndedUnits): true | null | EndReason {
    const index = this.#plan.seeds.indexOf(seed)
    for (const seeds of [...this.#looksAhead].filter((look) => look <= index)) {
      if (!this.#areEnded(seeds, ended)) return null
      this.#looksAhead.delete(seeds)
      const reason = this.#look(seeds, ended)
      if (reason !== null) return reason
    }
    return true
  }

  #areEnded(seeds: number, { results, failed }: EndedUnits): boolean {
    const first = new Set(this.#plan.seeds.slice(0, seeds))
    return this.#units.filter(({ seed }) => first.has(seed)).every(({ key }) => results.has(key) || failed.has(key))
  }

  #look(seeds: number, { results }: EndedUnits): EndReason | null {
    const halfWidth = this.#plan.terms.stop?.ci_half_width ?? 0
    const plan = { ...this.#plan, seeds: this.#plan.seeds.slice(0, seeds) }
    const { differences } = computeReport(plan, this.#units, results, new Map())
    const areKnown =
      differences.length > 0 &&
      differences.every(({ interval }) => interval !== null && (interval.high - interval.low) / 2 <= halfWidth)
    return areKnown ? { kind: 'differences_known', halfWidth, seeds } : null
  }
}
