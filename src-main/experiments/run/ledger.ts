import { join } from 'node:path'
import { costOf, type ModelUsage } from '@shared/experiments/costs'
import { asksModel, type ExperimentPlan, type Unit } from '@shared/experiments/plan'
import type { UnitResult } from '@shared/experiments/result'
import { hasLog, summaryOf } from '../../episode/list-episodes'
import { Budget, NOTHING_SPENT, remainder, type Spending } from './budget'
import type { ClusterCoordinator, UnitAttempt } from './other-machines'
import { armOf } from './play-order'

/** Turns the usage of units into spending, on the budget of this run and on the account that machines share. */
export class Ledger {
  readonly budget: Budget
  readonly #plan: ExperimentPlan
  readonly #dataFolder: string
  readonly #coordinator: ClusterCoordinator | null
  /** Keyed by unit key: the attempt of this machine, and the spending of earlier attempts. */
  readonly #attempts = new Map<string, { readonly name: string; readonly before: Spending }>()

  constructor(plan: ExperimentPlan, dataFolder: string, coordinator: ClusterCoordinator | null) {
    this.budget = new Budget(plan.terms.budget)
    this.#plan = plan
    this.#dataFolder = dataFolder
    this.#coordinator = coordinator
  }

  /** `usage`: of the unit so far. */
  record(unit: Unit, usage: ModelUsage, turns: number): void {
    const spent = this.#spendingOn(unit, usage)
    this.budget.setSpent(unit.key, spent)
    const attempt = this.#attempts.get(unit.key)
    if (attempt !== undefined)
      this.#coordinator?.recordSpending(attempt.name, unit.key, turns, remainder(spent, attempt.before))
  }

  recordResult(unit: Unit, { tokens, cost_usd: costUsd, turns }: UnitResult): void {
    this.record(unit, { tokensIn: tokens.in, tokensOut: tokens.out, costUsd }, turns)
  }

  /** Counts the usage in the log of a unit that an earlier run of this machine broke off. */
  async recordLog(unit: Unit): Promise<void> {
    const usage = await this.#usageInLog(unit)
    if (usage !== null) this.record(unit, usage, 0)
  }

  /** Begins an attempt. The usage in the log was counted by the machine that played the unit before. */
  async startAttempt(unit: Unit, { name }: UnitAttempt): Promise<void> {
    const usage = await this.#usageInLog(unit)
    const before = usage === null ? NOTHING_SPENT : this.#spendingOn(unit, usage)
    this.#attempts.set(unit.key, { name, before })
    this.budget.setSpentBefore(unit.key, before)
  }

  /** Null if there is no readable log on this machine. */
  async #usageInLog({ episode }: Unit): Promise<ModelUsage | null> {
    const path = join(this.#dataFolder, episode)
    const summary = hasLog(path) ? await summaryOf(path).catch(() => null) : null
    return summary && { tokensIn: summary.tokens.in, tokensOut: summary.tokens.out, costUsd: summary.costUsd }
  }

  #spendingOn(unit: Unit, usage: ModelUsage): Spending {
    const arm = armOf(this.#plan, unit)
    if (!asksModel(arm)) return NOTHING_SPENT
    const price = this.#plan.terms.prices[arm.settings.llm.agent_model]
    return { cost_usd: costOf(usage, price) ?? 0, tokens: usage.tokensIn + usage.tokensOut }
  }
}
