import type { ExperimentPlan } from '@shared/experiments/plan'

export interface Spending {
  readonly cost_usd: number
  readonly tokens: number
}

export const NOTHING_SPENT: Spending = { cost_usd: 0, tokens: 0 }

type Terms = ExperimentPlan['terms']['budget']

/**
 * What an experiment may spend, over all its runs. What an episode may cost at most is reserved when it begins; where
 * that is not bounded, what those before it cost in the mean.
 */
export class Budget {
  readonly #terms: Terms
  readonly #spentOn = new Map<string, Spending>()
  readonly #reserved = new Map<string, Spending>()
  #total = NOTHING_SPENT
  #elsewhere = NOTHING_SPENT
  #settled = 0

  constructor(terms: Terms) {
    this.#terms = terms
  }

  /** Over all machines. */
  get spent(): Spending {
    return plus(this.#total, this.#elsewhere)
  }

  /** On this one. */
  get spentHere(): Spending {
    return this.#total
  }

  spendElsewhere(spent: Spending): void {
    this.#elsewhere = spent
  }

  /** What was spent on a unit before, elsewhere: it is counted there. */
  takeOver(key: string, before: Spending): void {
    this.#spentOn.set(key, before)
  }

  /** What a unit has cost until now; never less than before. */
  spend(key: string, spent: Spending): void {
    const before = this.#spentOn.get(key) ?? NOTHING_SPENT
    const cost_usd = Math.max(before.cost_usd, spent.cost_usd)
    const tokens = Math.max(before.tokens, spent.tokens)
    this.#spentOn.set(key, { cost_usd, tokens })
    this.#total = {
      cost_usd: this.#total.cost_usd + cost_usd - before.cost_usd,
      tokens: this.#total.tokens + tokens - before.tokens,
    }
  }

  begin(key: string): void {
    this.#reserved.set(key, this.#expected())
  }

  end(key: string): void {
    this.#reserved.delete(key)
    this.#settled++
  }

  /** Whether one more episode has room beside those that are played. */
  hasRoom(): boolean {
    const expected = this.#expected()
    const held = [...this.#reserved].map(([key, reserved]) => leftOf(reserved, this.#spentOn.get(key) ?? NOTHING_SPENT))
    const isWithin = (most: number | undefined, of: (spent: Spending) => number) =>
      most === undefined || of(this.spent) + held.reduce((sum, one) => sum + of(one), 0) + of(expected) <= most
    return (
      isWithin(this.#terms.cost_usd, ({ cost_usd }) => cost_usd) && isWithin(this.#terms.tokens, ({ tokens }) => tokens)
    )
  }

  /** Why nothing more may be spent, as a sentence; null while something may. */
  whyOver(): string | null {
    const { cost_usd: mostCost, tokens: mostTokens } = this.#terms
    const { cost_usd, tokens } = this.spent
    if (mostCost !== undefined && cost_usd >= mostCost)
      return `The budget of $${Number(mostCost.toFixed(4))} is spent ($${cost_usd.toFixed(2)})`
    if (mostTokens !== undefined && tokens >= mostTokens)
      return `The budget of ${mostTokens} tokens is spent (${tokens})`
    return null
  }

  /** The same where nothing is played, and what is left is too little for one more episode. */
  whyNoMore(): string | null {
    if (this.#reserved.size > 0 || this.hasRoom()) return this.whyOver()
    const { cost_usd, tokens } = this.#expected()
    const needs = [cost_usd > 0 && `$${cost_usd.toFixed(2)}`, tokens > 0 && `${Math.round(tokens)} tokens`].filter(
      Boolean,
    )
    return this.whyOver() ?? `What is left of the budget is less than one more episode may take (${needs.join(', ')})`
  }

  #expected(): Spending {
    const { per_episode_cost_usd: mostCost, per_episode_tokens: mostTokens } = this.#terms
    const over = Math.max(1, this.#settled)
    return {
      cost_usd: mostCost ?? (this.#settled === 0 ? 0 : this.#total.cost_usd / over),
      tokens: mostTokens ?? (this.#settled === 0 ? 0 : this.#total.tokens / over),
    }
  }
}

const plus = (one: Spending, other: Spending): Spending => ({
  cost_usd: one.cost_usd + other.cost_usd,
  tokens: one.tokens + other.tokens,
})

const leftOf = (reserved: Spending, spent: Spending): Spending => ({
  cost_usd: Math.max(0, reserved.cost_usd - spent.cost_usd),
  tokens: Math.max(0, reserved.tokens - spent.tokens),
})
