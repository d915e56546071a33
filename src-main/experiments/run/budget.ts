import type { ExperimentPlan } from '@shared/experiments/plan'
import type { EndReason } from './run-end'

export interface Spending {
  readonly cost_usd: number
  readonly tokens: number
}

export const NOTHING_SPENT: Spending = { cost_usd: 0, tokens: 0 }

type Terms = ExperimentPlan['terms']['budget']

/**
 * The budget of an experiment over all its runs. Each unit that begins reserves the most it may cost; without such a
 * limit, the mean cost of the units before it.
 */
export class Budget {
  readonly #terms: Terms
  readonly #spentByUnit = new Map<string, Spending>()
  readonly #reserved = new Map<string, Spending>()
  #spentHere = NOTHING_SPENT
  #spentElsewhere = NOTHING_SPENT
  #endedUnits = 0

  constructor(terms: Terms) {
    this.#terms = terms
  }

  /** Over all machines. */
  get spent(): Spending {
    return {
      cost_usd: this.#spentHere.cost_usd + this.#spentElsewhere.cost_usd,
      tokens: this.#spentHere.tokens + this.#spentElsewhere.tokens,
    }
  }

  /** On this machine. */
  get spentHere(): Spending {
    return this.#spentHere
  }

  setSpentElsewhere(spent: Spending): void {
    this.#spentElsewhere = spent
  }

  /** Sets the spending on a unit by another machine, which has counted it. */
  setSpentBefore(key: string, before: Spending): void {
    this.#spentByUnit.set(key, before)
  }

  /** Sets the spending on a unit so far; it never decreases. */
  setSpent(key: string, spent: Spending): void {
    const before = this.#spentByUnit.get(key) ?? NOTHING_SPENT
    const cost_usd = Math.max(before.cost_usd, spent.cost_usd)
    const tokens = Math.max(before.tokens, spent.tokens)
    this.#spentByUnit.set(key, { cost_usd, tokens })
    this.#spentHere = {
      cost_usd: this.#spentHere.cost_usd + cost_usd - before.cost_usd,
      tokens: this.#spentHere.tokens + tokens - before.tokens,
    }
  }

  startUnit(key: string): void {
    this.#reserved.set(key, this.#expected())
  }

  endUnit(key: string): void {
    this.#reserved.delete(key)
    this.#endedUnits++
  }

  /** Whether one more unit has room beside those being played. */
  hasRoom(): boolean {
    const expected = this.#expected()
    const reserved = [...this.#reserved].map(([key, whole]) =>
      remainder(whole, this.#spentByUnit.get(key) ?? NOTHING_SPENT),
    )
    const isWithin = (limit: number | undefined, of: (spent: Spending) => number) =>
      limit === undefined || of(this.spent) + reserved.reduce((sum, rest) => sum + of(rest), 0) + of(expected) <= limit
    return (
      isWithin(this.#terms.cost_usd, ({ cost_usd }) => cost_usd) && isWithin(this.#terms.tokens, ({ tokens }) => tokens)
    )
  }

  /** Null while something is left. */
  whySpent(): EndReason | null {
    const { cost_usd: budgetUsd, tokens: budget } = this.#terms
    const { cost_usd: spentUsd, tokens: spent } = this.spent
    if (budgetUsd !== undefined && spentUsd >= budgetUsd) return { kind: 'cost_spent', budgetUsd, spentUsd }
    if (budget !== undefined && spent >= budget) return { kind: 'tokens_spent', budget, spent }
    return null
  }

  /** Like `whySpent`, and also if no unit is being played and the rest is too little for one more. */
  whyNoneCanBegin(): EndReason | null {
    if (this.#reserved.size > 0 || this.hasRoom()) return this.whySpent()
    const { cost_usd: costUsd, tokens } = this.#expected()
    return this.whySpent() ?? { kind: 'too_little_left', costUsd, tokens }
  }

  #expected(): Spending {
    const { per_episode_cost_usd: limitUsd, per_episode_tokens: limit } = this.#terms
    const units = Math.max(1, this.#endedUnits)
    const mean = this.#endedUnits === 0 ? NOTHING_SPENT : this.#spentHere
    return { cost_usd: limitUsd ?? mean.cost_usd / units, tokens: limit ?? mean.tokens / units }
  }
}

/** Never below zero. */
export const remainder = (whole: Spending, part: Spending): Spending => ({
  cost_usd: Math.max(0, whole.cost_usd - part.cost_usd),
  tokens: Math.max(0, whole.tokens - part.tokens),
})
