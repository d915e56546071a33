import { describe, expect, it } from 'vitest'
import { Budget } from './budget'

describe('a budget', () => {
  it('reserves what an episode may cost, and ends before it is passed', () => {
    const budget = new Budget({ cost_usd: 3, per_episode_cost_usd: 1 })
    for (const key of ['a', 'b', 'c']) {
      expect(budget.hasRoom()).toBe(true)
      budget.begin(key)
    }
    expect(budget.hasRoom()).toBe(false)
    budget.spend('a', { cost_usd: 0.2, tokens: 5 })
    budget.end('a')
    // 0.2 are spent and 2 reserved: one more may cost 1, which would be 3.2.
    expect(budget.hasRoom()).toBe(false)
    budget.spend('b', { cost_usd: 0.1, tokens: 5 })
    budget.end('b')
    expect(budget.hasRoom()).toBe(true)
    expect(budget.whyOver()).toBeNull()
  })

  it('counts a unit once, however often it is told, and never less than before', () => {
    const budget = new Budget({ tokens: 100 })
    budget.spend('a', { cost_usd: 0, tokens: 40 })
    budget.spend('a', { cost_usd: 0, tokens: 30 })
    budget.spend('a', { cost_usd: 0, tokens: 60 })
    expect(budget.spent.tokens).toBe(60)
    budget.spend('b', { cost_usd: 0, tokens: 40 })
    expect(budget.whyOver()).toMatch(/100 tokens is spent/)
  })

  it('says that what is left is too little', () => {
    const budget = new Budget({ cost_usd: 1.5, per_episode_cost_usd: 1 })
    budget.begin('a')
    budget.spend('a', { cost_usd: 0.9, tokens: 0 })
    expect(budget.whyNoMore()).toBeNull()
    budget.end('a')
    expect(budget.whyNoMore()).toMatch(/less than one more episode may take \(\$1\.00\)/)
  })
})
