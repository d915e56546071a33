import { once } from 'node:events'
import type { UnitFailure } from '@shared/experiments/failure'
import type { Unit } from '@shared/experiments/plan'
import type { UnitResult } from '@shared/experiments/result'
import { describe, expect, it } from 'vitest'
import { Budget } from './budget'
import { EmbeddedQueue, MOST_ATTEMPTS } from './embedded-queue'
import { Provider } from './providers'
import type { Claim, Limits, Outcome } from './run-queue'

const unit = (key: string): Unit => ({ key, episode: key, arm: 'a', story: 's', handicap: 'L2', seed: 1, repeat: 1 })
const done = (key: string): Outcome => ({ kind: 'done', result: { key } as UnitResult })
const freely: Limits = { admits: () => true, changed: () => new Promise(() => {}) }

function openQueue() {
  const results: string[] = []
  const failures: UnitFailure[] = []
  const queue = new EmbeddedQueue({
    keepResult: async ({ key }) => (results.includes(key) ? false : results.push(key) > 0),
    keepFailure: async (failure) => void failures.push(failure),
  })
  return { queue, results, failures }
}

async function work(
  queue: EmbeddedQueue,
  play: (claim: Claim) => Outcome,
  limits = freely,
): Promise<readonly string[]> {
  const begun: string[] = []
  const stop = new AbortController()
  for await (const claim of queue.claims(limits, stop.signal)) {
    begun.push(claim.unit.key)
    await claim.settle(play(claim))
  }
  return begun
}

describe('the queue', () => {
  it('gives out each unit once, in order, however often it is added', async () => {
    const { queue, results } = openQueue()
    await queue.add([unit('a'), unit('b')])
    await queue.add([unit('b'), unit('c')])
    expect(await work(queue, ({ unit: { key } }) => done(key))).toEqual(['a', 'b', 'c'])
    expect(results).toEqual(['a', 'b', 'c'])
    expect(await queue.counts()).toEqual({ waiting: 0, playing: 0, done: 3, failed: 0 })
  })

  it('tries what failed again after the others, so often and no more', async () => {
    const { queue, failures } = openQueue()
    await queue.add([unit('a'), unit('b')])
    const begun = await work(queue, ({ unit: { key } }) =>
      key === 'a' ? { kind: 'failed', reason: 'no', isFinal: false } : done(key),
    )
    expect(begun).toEqual(['a', 'b', 'a', 'a'])
    expect(failures.at(-1)).toMatchObject({ key: 'a', attempts: MOST_ATTEMPTS, isFinal: true })
  })

  it('goes on at once with what was lost, but not for ever with what always dies at the same turn', async () => {
    const { queue, failures } = openQueue()
    await queue.add([unit('a'), unit('b')])
    let turns = 0
    const begun = await work(queue, ({ unit: { key } }) => {
      if (key === 'b') return done(key)
      turns = Math.min(3, turns + 1)
      return { kind: 'lost', turns }
    })
    expect(begun.slice(0, 4)).toEqual(['a', 'a', 'a', 'a'])
    expect(begun.at(-1)).toBe('b')
    expect(failures).toMatchObject([
      { key: 'a', isFinal: true, reason: expect.stringMatching(/after turn 3/) as string },
    ])
  })

  it('gives a failed unit out again only once its failure is on disk, and does not end before', async () => {
    const saved = new AbortController()
    const isSaved = once(saved.signal, 'abort')
    const queue = new EmbeddedQueue({ keepResult: async () => true, keepFailure: async () => void (await isSaved) })
    await queue.add([unit('a')])
    const begun: Claim[] = []
    const limits: Limits = { admits: () => true, changed: () => new Promise((resolve) => setImmediate(resolve)) }
    const ended = (async () => {
      for await (const claim of queue.claims(limits, new AbortController().signal)) begun.push(claim)
    })()
    await expect.poll(() => begun).toHaveLength(1)
    const settled = begun[0]?.settle({ kind: 'failed', reason: 'no', isFinal: false })
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
    expect(begun).toHaveLength(1)
    expect(await queue.counts()).toMatchObject({ waiting: 0, playing: 1 })
    saved.abort()
    await settled
    await expect.poll(() => begun).toHaveLength(2)
    expect(await queue.counts()).toMatchObject({ waiting: 0, playing: 1 })
    await begun[1]?.settle(done('a'))
    await ended
    expect(await queue.counts()).toEqual({ waiting: 0, playing: 0, done: 1, failed: 0 })
  })

  it('gives out nothing that was cancelled, and tells who plays it', async () => {
    const { queue } = openQueue()
    await queue.add([unit('a'), unit('b')])
    const begun: string[] = []
    for await (const claim of queue.claims(freely, new AbortController().signal)) {
      begun.push(claim.unit.key)
      await queue.cancel(['a', 'b'])
      expect(claim.signal.aborted).toBe(true)
      await claim.settle({ kind: 'released' })
    }
    expect(begun).toEqual(['a'])
  })

  it('begins nothing that is not admitted, and waits until it is', async () => {
    const { queue } = openQueue()
    await queue.add([unit('a'), unit('b')])
    let open: readonly string[] = ['b']
    const limits: Limits = {
      admits: ({ key }) => open.includes(key),
      changed: async () => void (open = ['a', 'b']),
    }
    expect(await work(queue, ({ unit: { key } }) => done(key), limits)).toEqual(['b', 'a'])
  })
})

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

describe('a provider', () => {
  const open = (terms?: ConstructorParameters<typeof Provider>[0]['terms']) => {
    let now = 0
    const provider = new Provider({ name: 'x', address: 'http://x', terms, now: () => now })
    return { provider, pass: (ms: number) => (now += ms) }
  }
  const fill = (provider: Provider): number => {
    let begun = 0
    for (; provider.isFree(); begun++) provider.begin()
    return begun
  }

  it('bears 20 episodes at first, more while it answers, fewer when it asks to be left alone', () => {
    const { provider, pass } = open()
    expect(fill(provider)).toBe(20)
    for (let end = 0; end < 20; end++) provider.end()
    expect(fill(provider)).toBe(21)
    provider.hold(1000)
    for (let end = 0; end < 21; end++) provider.end()
    expect(fill(provider)).toBe(0)
    pass(1001)
    expect(fill(provider)).toBeLessThan(21)
  })

  it('bears no more than the file says', () => {
    const { provider } = open({ episodes: 3 })
    expect(fill(provider)).toBe(3)
    for (let round = 0; round < 9; round++) {
      provider.end()
      provider.begin()
    }
    expect(provider.isFree()).toBe(false)
  })

  it('spreads requests over a minute', () => {
    const { provider, pass } = open({ requests_per_minute: 60 })
    expect([provider.waitOfRequest(), provider.waitOfRequest(), provider.waitOfRequest()]).toEqual([0, 1000, 2000])
    pass(10_000)
    expect(provider.waitOfRequest()).toBe(0)
  })

  it('is left alone longer each time it cannot be asked, and given up after a quarter of an hour', () => {
    const { provider, pass } = open()
    provider.answered()
    const rests: (number | null)[] = []
    for (let rest = provider.stalled(); rest !== null; rest = provider.stalled()) {
      rests.push(rest)
      pass(rest)
    }
    expect(rests.slice(0, 3)).toEqual([15_000, 30_000, 60_000])
    expect(Math.max(...rests.map(Number))).toBe(300_000)
    expect(rests.reduce<number>((sum, rest) => sum + Number(rest), 0)).toBeGreaterThanOrEqual(900_000)
  })

  it('is given up soon where it never answered, and all who stall together count once', () => {
    const { provider, pass } = open()
    expect(provider.stalled()).toBe(15_000)
    expect(provider.stalled()).toBe(15_000)
    pass(15_000)
    expect(provider.stalled()).toBe(30_000)
    pass(30_000)
    expect(provider.stalled()).toBeNull()
  })
})
