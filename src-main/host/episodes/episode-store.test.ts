import { expect, it, onTestFinished, vi } from 'vitest'
import { OpenReads } from './episode-store'

const never = new AbortController().signal
async function* counting() {
  for (let n = 1; n <= 3; n++) yield n
}

/** Whether background work may continue at once. */
async function isFree(openReads: OpenReads): Promise<boolean> {
  const others = new Promise<boolean>((resolve) => setImmediate(() => resolve(false)))
  return Promise.race([openReads.yieldToReads(never).then(() => true), others])
}

it('background work waits while an episode is being read, then continues', async () => {
  const openReads = new OpenReads()
  expect(await isFree(openReads)).toBe(true)
  for await (const _n of openReads.track(counting())) expect(await isFree(openReads)).toBe(false)
  expect(await isFree(openReads)).toBe(true)
})

it('an episode that is only followed, or whose viewer has left, does not delay background work', async () => {
  const openReads = new OpenReads()
  const free: boolean[] = []
  for await (const n of openReads.track(counting(), (batch) => batch === 2)) {
    free.push(await isFree(openReads))
    if (n === 2) break
  }
  expect(free).toEqual([false, true])
  const left = openReads.track(counting())
  await left.next()
  await left.return(undefined)
  expect(await isFree(openReads)).toBe(true)
})

it('background work waits only for a short time', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const openReads = new OpenReads()
  await openReads.track(counting()).next()
  let isFree = false
  const waiting = openReads.yieldToReads(never).then(() => (isFree = true))
  await vi.advanceTimersByTimeAsync(249)
  expect(isFree).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(isFree).toBe(true)
  await waiting
})
