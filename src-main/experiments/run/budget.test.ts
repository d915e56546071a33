import { describe, expect, it } from 'vitest'
import { createBudget } from './budget'
import { describeEnd } from './run-end'

describe('a budget', () => {
  it('reserves the maximum cost of each episode', () => {
    const budget = createBudget({ cost_usd: 3, per_episode_cost_usd: 1 })
    for (const key of ['a', 'b', 'c']) {
      expect(budget.hasRoom()).toBe(true)
      budget.startUnit(key)
    }
    expect(budget.hasRoom()).toBe(false)
    budget.setSpent('a', { cost_usd: 0.2, tokens: 5 })
    budget.endUnit('a')
    // 0.2 spent, 2 reserved and 1 for one more add up to 3.2.
    expect(budget.hasRoom()).toBe(false)
    budget.setSpent('b', { cost_usd: 0.1, tokens: 5 })
    budget.endUnit('b')
    expect(budget.hasRoom()).toBe(true)
    expect(budget.whySpent()).toBeNull()
  })

  it('counts the highest spending reported for each unit', () => {
    const budget = createBudget({ tokens: 100 })
    budget.setSpent('a', { cost_usd: 0, tokens: 40 })
    budget.setSpent('a', { cost_usd: 0, tokens: 30 })
    budget.setSpent('a', { cost_usd: 0, tokens: 60 })
    expect(budget.spentInAll().tokens).toBe(60)
    budget.setSpent('b', { cost_usd: 0, tokens: 40 })
    expect(budget.whySpent()).toEqual({ kind: 'tokens_spent', budget: 100, spent: 100 })
  })

  it('reports that the rest is too small for one more episode', () => {
    const budget = createBudget({ cost_usd: 1.5, per_episode_cost_usd: 1 })
    budget.startUnit('a')
    budget.setSpent('a', { cost_usd: 0.9, tokens: 0 })
    expect(budget.whyNoneCanBegin()).toBeNull()
    budget.endUnit('a')
    const reason = budget.whyNoneCanBegin()
    expect(reason && describeEnd(reason)).toEqual({
      why: 'budget',
      reason: 'The rest of the budget is less than one more episode may take ($1.00)',
    })
  })
})
