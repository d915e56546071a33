import type { ExperimentPlan } from '@shared/experiments/plan'
import type { EndReason } from './run-end'

export interface Spending {
  readonly cost_usd: number
  readonly tokens: number
}

export const NOTHING_SPENT: Spending = { cost_usd: 0, tokens: 0 }

/**
 * The budget of an experiment over all its runs. Each unit reserves its cost limit when it begins, or without a limit
 * the mean cost of earlier units.
 */
export function createBudget(terms: ExperimentPlan['terms']['budget']) {
  const spentByUnit = new Map<string, Spending>()
  const reserved = new Map<string, Spending>()
  let spentHere = NOTHING_SPENT
  let spentElsewhere = NOTHING_SPENT
  let endedUnits = 0

  const spentInAll = (): Spending => ({
    cost_usd: spentHere.cost_usd + spentElsewhere.cost_usd,
    tokens: spentHere.tokens + spentElsewhere.tokens,
  })
  const spentOn = (key: string): Spending => spentByUnit.get(key) ?? NOTHING_SPENT
  const expected = (): Spending => {
    const { per_episode_cost_usd: limitUsd, per_episode_tokens: limit } = terms
    const units = Math.max(1, endedUnits)
    const mean = endedUnits === 0 ? NOTHING_SPENT : spentHere
    return { cost_usd: limitUsd ?? mean.cost_usd / units, tokens: limit ?? mean.tokens / units }
  }
  /** Whether the budget allows one more unit beside those being played. */
  const hasRoom = (): boolean => {
    const next = expected()
    const remaining = [...reserved].map(([key, whole]) => remainder(whole, spentOn(key)))
    const isWithin = (limit: number | undefined, of: (spent: Spending) => number) =>
      limit === undefined || of(spentInAll()) + remaining.reduce((sum, rest) => sum + of(rest), 0) + of(next) <= limit
    return isWithin(terms.cost_usd, ({ cost_usd }) => cost_usd) && isWithin(terms.tokens, ({ tokens }) => tokens)
  }
  /** Null while some of the budget is left. */
  const whySpent = (): EndReason | null => {
    const { cost_usd: budgetUsd, tokens: budget } = terms
    const { cost_usd: spentUsd, tokens: spent } = spentInAll()
    if (budgetUsd !== undefined && spentUsd >= budgetUsd) return { kind: 'cost_spent', budgetUsd, spentUsd }
    if (budget !== undefined && spent >= budget) return { kind: 'tokens_spent', budget, spent }
    return null
  }
  return {
    hasRoom,
    whySpent,
    /** On all machines. */
    spentInAll,
    /** On this machine. */
    spentHere: (): Spending => spentHere,
    setSpentElsewhere(spent: Spending): void {
      spentElsewhere = spent
    },
    /** Sets the spending on a unit that another machine has already counted. */
    setSpentBefore(key: string, before: Spending): void {
      spentByUnit.set(key, before)
    },
    /** Sets the spending on a unit so far; it never decreases. */
    setSpent(key: string, spent: Spending): void {
      const before = spentOn(key)
      const cost_usd = Math.max(before.cost_usd, spent.cost_usd)
      const tokens = Math.max(before.tokens, spent.tokens)
      spentByUnit.set(key, { cost_usd, tokens })
      spentHere = {
        cost_usd: spentHere.cost_usd + cost_usd - before.cost_usd,
        tokens: spentHere.tokens + tokens - before.tokens,
      }
    },
    startUnit(key: string): void {
      reserved.set(key, expected())
    },
    endUnit(key: string): void {
      reserved.delete(key)
      endedUnits++
    },
    /** Like `whySpent`; also a reason if no unit is being played and the rest is too small for another one. */
    whyNoneCanBegin(): EndReason | null {
      if (reserved.size > 0 || hasRoom()) return whySpent()
      const { cost_usd: costUsd, tokens } = expected()
      return whySpent() ?? { kind: 'too_little_left', costUsd, tokens }
    },
  }
}

/** The difference, never below zero. */
export const remainder = (whole: Spending, part: Spending): Spending => ({
  cost_usd: Math.max(0, whole.cost_usd - part.cost_usd),
  tokens: Math.max(0, whole.tokens - part.tokens),
})
