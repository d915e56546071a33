import { expect, it } from 'vitest'
import { prefetchOne } from './prefetch-one'

async function stepsOf(isPast?: () => boolean): Promise<readonly string[]> {
  const steps: string[] = []
  async function* feed() {
    for (let batch = 1; batch <= 3; batch++) {
      steps.push(`asked ${batch}`)
      yield batch
    }
  }
  for await (const batch of prefetchOne(feed(), isPast)) {
    await Promise.resolve()
    steps.push(`done ${batch}`)
  }
  return steps
}

it('requests the next batch while one is processed', async () => {
  expect(await stepsOf()).toEqual(['asked 1', 'asked 2', 'done 1', 'asked 3', 'done 2', 'done 3'])
})

it('requests a live batch only after the previous one is processed', async () => {
  expect(await stepsOf(() => false)).toEqual(['asked 1', 'done 1', 'asked 2', 'done 2', 'asked 3', 'done 3'])
})

it('ends the feed when the caller stops', async () => {
  let isOver = false
  async function* feed() {
    try {
      for (;;) yield 1
    } finally {
      isOver = true
    }
  }
  for await (const _batch of prefetchOne(feed())) break
  expect(isOver).toBe(true)
})
