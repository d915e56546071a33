import { expect, it, vi } from 'vitest'
import type { Unit } from '@shared/experiments/plan'
import type { QueueDatabase } from './queue-database'
import { SharedQueue } from './shared-queue'

it('claims no unit of an endpoint while one of its models does not answer', async () => {
  const fetch = vi.fn(async () => [])
  const database = { boss: { fetch }, query: async () => [] } as unknown as QueueDatabase
  const units = ['down', 'good'].map((arm) => [arm, { key: arm, arm } as Unit] as const)
  const grouping = {
    groupOf: () => 'endpoint',
    limitOf: () => undefined,
    isPlanned: async () => true,
    recordFailure: async () => true,
  }
  const { signal } = new AbortController()
  const queue = new SharedQueue(database, 'test', new Map(units), grouping, signal)
  const limits = { admits: ({ arm }: Unit) => arm !== 'down', changed: async () => {} }
  expect((await queue.claims(limits, signal)[Symbol.asyncIterator]().next()).done).toBe(true)
  expect(fetch).not.toHaveBeenCalled()
})
