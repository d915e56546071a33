import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import type { Unit } from '@shared/experiments/plan'
import type { UnitFailure, UnitResult } from '@shared/experiments/result'
import { LocalQueue } from './local-queue'
import { type Claim, type ClaimLimits, MAX_ATTEMPTS, type UnitOutcome } from './run-queue'

const unit = (key: string): Unit => ({ key, episode: key, arm: 'a', story: 's', handicap: 'L2', seed: 1, repeat: 1 })
const done = (key: string): UnitOutcome => ({ kind: 'done', result: { key } as UnitResult })
const NO_LIMITS: ClaimLimits = { admits: () => true, changed: () => new Promise(() => {}) }

function openQueue() {
  const results: string[] = []
  const failures: UnitFailure[] = []
  const queue = new LocalQueue({
    saveResult: async ({ key }) => (results.includes(key) ? false : results.push(key) > 0),
    saveFailure: async (failure) => void failures.push(failure),
  })
  return { queue, results, failures }
}

async function work(
  queue: LocalQueue,
  play: (claim: Claim) => UnitOutcome,
  limits = NO_LIMITS,
): Promise<readonly string[]> {
  const begun: string[] = []
  const stop = new AbortController()
  for await (const claim of queue.claims(limits, stop.signal)) {
    begun.push(claim.unit.key)
    await claim.settle(play(claim))
  }
  return begun
}

describe('the queue of one machine', () => {
  it('gives out each unit once, in order, even if it is added twice', async () => {
    const { queue, results } = openQueue()
    await queue.add([unit('a'), unit('b')])
    await queue.add([unit('b'), unit('c')])
    expect(await work(queue, ({ unit: { key } }) => done(key))).toEqual(['a', 'b', 'c'])
    expect(results).toEqual(['a', 'b', 'c'])
    expect(await queue.counts()).toEqual({ waiting: 0, playing: 0, done: 3, failed: 0 })
  })

  it('repeats a failed unit after the others, three times at most', async () => {
    const { queue, failures } = openQueue()
    await queue.add([unit('a'), unit('b')])
    const begun = await work(queue, ({ unit: { key } }) =>
      key === 'a' ? { kind: 'failed', reason: 'no', isFinal: false } : done(key),
    )
    expect(begun).toEqual(['a', 'b', 'a', 'a'])
    expect(failures.at(-1)).toMatchObject({ key: 'a', attempts: MAX_ATTEMPTS, isFinal: true })
  })

  it('repeats a lost unit at once, and gives up one that always dies at the same turn', async () => {
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

  it('gives out a failed unit again only after its failure is saved, and does not end before', async () => {
    const saved = new AbortController()
    const isSaved = once(saved.signal, 'abort')
    const queue = new LocalQueue({ saveResult: async () => true, saveFailure: async () => void (await isSaved) })
    await queue.add([unit('a')])
    const begun: Claim[] = []
    const limits: ClaimLimits = { admits: () => true, changed: () => new Promise((resolve) => setImmediate(resolve)) }
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

  it('does not give out a cancelled unit, and aborts its claim', async () => {
    const { queue } = openQueue()
    await queue.add([unit('a'), unit('b')])
    const begun: string[] = []
    for await (const claim of queue.claims(NO_LIMITS, new AbortController().signal)) {
      begun.push(claim.unit.key)
      await queue.cancel(['a', 'b'])
      expect(claim.signal.aborted).toBe(true)
      await claim.settle({ kind: 'released' })
    }
    expect(begun).toEqual(['a'])
  })

  it('waits until a unit is admitted', async () => {
    const { queue } = openQueue()
    await queue.add([unit('a'), unit('b')])
    let open: readonly string[] = ['b']
    const limits: ClaimLimits = {
      admits: ({ key }) => open.includes(key),
      changed: async () => void (open = ['a', 'b']),
    }
    expect(await work(queue, ({ unit: { key } }) => done(key), limits)).toEqual(['b', 'a'])
  })
})
