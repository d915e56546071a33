import { describe, expect, it } from 'vitest'
import { type ExperimentPlan, unitsOf } from '@shared/experiments/plan'
import { settings } from '@shared/settings/settings'
import { createPlayedModel, createProvider, createProviders, type Provider } from './providers'

describe('a provider', () => {
  const open = (terms?: Parameters<typeof createProvider>[0]) => {
    let now = 0
    const provider = createProvider(terms, () => now)
    return { provider, pass: (ms: number) => (now += ms) }
  }
  const fill = (provider: Provider): number => {
    let begun = 0
    for (; provider.hasCapacity(); begun++) provider.startEpisode()
    return begun
  }

  it('allows 20 episodes at first, more while it answers, and fewer after a hold', () => {
    const { provider, pass } = open()
    expect(fill(provider)).toBe(20)
    for (let end = 0; end < 20; end++) provider.endEpisode()
    expect(fill(provider)).toBe(21)
    provider.holdFor(1000)
    for (let end = 0; end < 21; end++) provider.endEpisode()
    expect(fill(provider)).toBe(0)
    pass(1001)
    expect(fill(provider)).toBeLessThan(21)
  })

  it('never allows more episodes than the limit in the plan', () => {
    const { provider } = open({ episodes: 3 })
    expect(fill(provider)).toBe(3)
    for (let round = 0; round < 9; round++) {
      provider.endEpisode()
      provider.startEpisode()
    }
    expect(provider.hasCapacity()).toBe(false)
  })

  it('spaces requests evenly over a minute', () => {
    const { provider, pass } = open({ requests_per_minute: 60 })
    expect([provider.reserveRequest(), provider.reserveRequest(), provider.reserveRequest()]).toEqual([0, 1000, 2000])
    pass(10_000)
    expect(provider.reserveRequest()).toBe(0)
  })
})

describe('a model that does not answer', () => {
  const open = () => {
    let now = 0
    return { model: createPlayedModel(() => now), pass: (ms: number) => (now += ms) }
  }

  it('waits longer after each stall, and is lost after a quarter of an hour', () => {
    const { model, pass } = open()
    model.recordAnswer()
    const delays: number[] = []
    while (!model.isLost()) {
      delays.push(model.recordStall())
      pass(delays.at(-1) ?? 0)
    }
    expect(delays.slice(0, 3)).toEqual([15_000, 30_000, 60_000])
    expect(Math.max(...delays)).toBe(300_000)
    expect(delays.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThanOrEqual(900_000)
  })

  it('is lost after three stalls without any answer, and counts concurrent stalls once', () => {
    const { model, pass } = open()
    expect([model.recordStall(), model.recordStall()]).toEqual([15_000, 15_000])
    pass(15_000)
    expect([model.recordStall(), model.isLost()]).toEqual([30_000, false])
    pass(30_000)
    expect([model.recordStall(), model.isLost()]).toEqual([60_000, true])
  })

  it('begins no more episodes while one of them waits', () => {
    const { model } = open()
    model.startEpisode()
    expect(model.hasCapacity()).toBe(true)
    model.recordStall()
    expect(model.hasCapacity()).toBe(false)
    model.endEpisode()
    expect(model.hasCapacity()).toBe(true)
    model.startEpisode()
    model.recordAnswer()
    expect(model.hasCapacity()).toBe(true)
  })
})

describe('the providers of a plan', () => {
  const THIS_COMPUTER = 'http://this-computer.localhost/v1'
  const episodesAtOnce = (address: string, provider: ExperimentPlan['terms']['provider'] = {}): number => {
    const llm = { client_base_url: address }
    const plan: ExperimentPlan = {
      format: 1,
      name: 'test',
      app_version: '1.0.0',
      primary: 'score',
      baseline: 'arm',
      seeds: Array.from({ length: 30 }, (_, seed) => seed),
      repeats: 1,
      stories: [{ name: 'story', title: 'Story', sha256: 'ab'.repeat(32), path: '/story' }],
      handicaps: ['L2'],
      arms: [
        {
          name: 'arm',
          settings: settings.parse({ run: { player: 'llm' }, llm }),
          prompt: null,
          files: null,
          agent: null,
        },
      ],
      terms: { budget: {}, provider, workers: {}, prices: {} },
    }
    const providers = createProviders(plan, null)
    return unitsOf(plan, String).filter((unit) => {
      const hasCapacity = providers.of(unit)?.hasCapacity()
      if (hasCapacity) providers.of(unit)?.startEpisode()
      return hasCapacity
    }).length
  }

  it('play one episode at a time on a model server on this computer, unless the plan sets a limit', () => {
    expect(episodesAtOnce(THIS_COMPUTER)).toBe(1)
    expect(episodesAtOnce('http://127.0.0.1:11434/v1')).toBe(1)
    expect(episodesAtOnce('http://127.0.0.1:11434/v1', { ollama: { episodes: 4 } })).toBe(4)
    expect(episodesAtOnce('https://api.openai.com/v1')).toBe(20)
  })
})
