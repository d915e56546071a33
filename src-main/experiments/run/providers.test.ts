import { describe, expect, it } from 'vitest'
import { Provider } from './providers'

describe('a provider', () => {
  const open = (terms?: ConstructorParameters<typeof Provider>[0]) => {
    let now = 0
    const provider = new Provider(terms, () => now)
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

  it('never allows more episodes than the plan', () => {
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

  it('waits longer after each stall, and gives up after a quarter of an hour', () => {
    const { provider, pass } = open()
    provider.recordAnswer()
    const delays: (number | null)[] = []
    for (let ms = provider.recordStall(); ms !== null; ms = provider.recordStall()) {
      delays.push(ms)
      pass(ms)
    }
    expect(delays.slice(0, 3)).toEqual([15_000, 30_000, 60_000])
    expect(Math.max(...delays.map(Number))).toBe(300_000)
    expect(delays.reduce<number>((sum, ms) => sum + Number(ms), 0)).toBeGreaterThanOrEqual(900_000)
  })

  it('gives up after three stalls without any answer, and counts concurrent stalls once', () => {
    const { provider, pass } = open()
    expect(provider.recordStall()).toBe(15_000)
    expect(provider.recordStall()).toBe(15_000)
    pass(15_000)
    expect(provider.recordStall()).toBe(30_000)
    pass(30_000)
    expect(provider.recordStall()).toBeNull()
  })
})
