import { join } from 'node:path'
import { costOf, type ModelUsage, priceOf } from '@shared/experiments/costs'
import { asksModel, type ExperimentPlan, type Unit } from '@shared/experiments/plan'
import type { UnitResult } from '@shared/experiments/result'
import { hasLog, summaryOf } from '../../episode/list-episodes'
import { createBudget, NOTHING_SPENT, remainder, type Spending } from './budget'
import type { ClusterCoordinator, UnitAttempt } from './other-machines'
import { armOf } from './play-order'

/** Converts the usage of units to spending, and records it for the budget of this run and for other machines. */
export function createLedger(plan: ExperimentPlan, dataFolder: string, coordinator: ClusterCoordinator | null) {
  const budget = createBudget(plan.terms.budget)
  /** Keyed by unit key. Contains the name of the attempt on this machine, and the spending of earlier attempts. */
  const attempts = new Map<string, { readonly name: string; readonly before: Spending }>()

  const spendingOn = (unit: Unit, usage: ModelUsage): Spending => {
    const arm = armOf(plan, unit)
    if (!asksModel(arm)) return NOTHING_SPENT
    const price = priceOf(plan, arm)
    return { cost_usd: costOf(usage, price) ?? 0, tokens: usage.tokensIn + usage.tokensOut }
  }
  /** Null if there is no readable log on this machine. */
  const usageInLog = async ({ episode }: Unit): Promise<ModelUsage | null> => {
    const path = join(dataFolder, episode)
    const summary = hasLog(path) ? await summaryOf(path).catch(() => null) : null
    return summary && { tokensIn: summary.tokens.in, tokensOut: summary.tokens.out, costUsd: summary.costUsd }
  }
  /** `usage`: of the unit so far. */
  const record = (unit: Unit, usage: ModelUsage, turns: number): void => {
    const spent = spendingOn(unit, usage)
    budget.setSpent(unit.key, spent)
    const attempt = attempts.get(unit.key)
    if (attempt !== undefined)
      coordinator?.recordSpending(attempt.name, unit.key, turns, remainder(spent, attempt.before))
  }
  return {
    budget,
    record,
    recordResult: (unit: Unit, { tokens, cost_usd: costUsd, turns }: UnitResult): void =>
      record(unit, { tokensIn: tokens.in, tokensOut: tokens.out, costUsd }, turns),
    /** Counts the usage in the log of a unit that an earlier run on this machine did not finish. */
    async recordLog(unit: Unit): Promise<void> {
      const usage = await usageInLog(unit)
      if (usage !== null) record(unit, usage, 0)
    },
    /** Begins an attempt. The usage in the log was counted by the machine that played the unit before. */
    async startAttempt(unit: Unit, { name }: UnitAttempt): Promise<void> {
      const usage = await usageInLog(unit)
      const before = usage === null ? NOTHING_SPENT : spendingOn(unit, usage)
      attempts.set(unit.key, { name, before })
      budget.setSpentBefore(unit.key, before)
    },
  }
}
export type Ledger = ReturnType<typeof createLedger>
