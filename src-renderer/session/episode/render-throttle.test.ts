import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRenderThrottle } from './render-throttle'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const settled = () => vi.advanceTimersByTimeAsync(0)
const open = new AbortController().signal
const atOnce = () => Promise.resolve()

const expensiveMs = 20
const expensive = () => void vi.advanceTimersByTime(expensiveMs)

it('runs a few expensive renders at once and delays the next', async () => {
  const throttle = createRenderThrottle(open, atOnce)
  const done: string[] = []
  const few = ['end of a turn', 'beginning of the next', 'reply', 'action', 'end']
  for (const name of few) {
    throttle.schedule(() => {
      done.push(name)
      expensive()
    })
    await settled()
  }
  throttle.schedule(() => done.push('burst'))
  await vi.advanceTimersByTimeAsync(150)
  expect(done).toEqual(few)
  await vi.advanceTimersByTimeAsync(100)
  expect(done).toEqual([...few, 'burst'])
})

it('gives a burst of expensive renders a tenth of the time', async () => {
  const throttle = createRenderThrottle(open, atOnce)
  let count = 0
  const began = performance.now()
  while (performance.now() - began < 10_000) {
    throttle.schedule(() => {
      count++
      expensive()
    })
    await settled()
    await vi.advanceTimersByTimeAsync(16)
  }
  expect((count * expensiveMs) / 10_000).toBeCloseTo(0.1, 1)
  expect(count).toBeLessThan(60)
})

it('runs cheap renders at once, however many', async () => {
  const throttle = createRenderThrottle(open, atOnce)
  const done: number[] = []
  for (let piece = 0; piece < 50; piece++) {
    throttle.schedule(() => {
      done.push(piece)
      vi.advanceTimersByTime(7)
    })
    await settled()
  }
  expect(done).toHaveLength(50)
})

it('runs a render after an expensive one at the start of a frame', async () => {
  let begin = () => undefined as unknown
  const throttle = createRenderThrottle(
    open,
    () =>
      new Promise((resolve) => {
        begin = () => resolve()
      }),
  )
  const done: string[] = []
  throttle.schedule(expensive)
  await settled()
  throttle.schedule(() => done.push('old'))
  throttle.schedule(() => done.push('next'))
  await settled()
  expect(done).toEqual([])
  begin()
  await settled()
  expect(done).toEqual(['next'])
})

it('runs only the newest of the waiting renders', async () => {
  const throttle = createRenderThrottle(open, atOnce)
  const done: string[] = []
  throttle.schedule(() => vi.advanceTimersByTime(50))
  await settled()
  for (const name of ['a', 'b', 'c']) throttle.schedule(() => done.push(name))
  await vi.advanceTimersByTimeAsync(1000)
  expect(done).toEqual(['c'])
})

it('runs at once after a cheap render, and within a second after any', async () => {
  const throttle = createRenderThrottle(open, atOnce)
  const done: string[] = []
  throttle.schedule(() => undefined)
  await settled()
  throttle.schedule(() => {
    done.push('at once')
    vi.advanceTimersByTime(5000)
  })
  await settled()
  expect(done).toEqual(['at once'])
  throttle.schedule(() => done.push('late'))
  await vi.advanceTimersByTimeAsync(1001)
  expect(done).toEqual(['at once', 'late'])
})

it('honors a minimum pause, however cheap the last render was', async () => {
  const throttle = createRenderThrottle(open, atOnce)
  const done: string[] = []
  throttle.schedule(() => undefined)
  await settled()
  throttle.schedule(() => done.push('read on'), 500)
  await vi.advanceTimersByTimeAsync(498)
  expect(done).toEqual([])
  await vi.advanceTimersByTimeAsync(3)
  expect(done).toEqual(['read on'])
})

it('flushes the waiting render, and runs nothing after its signal aborts', async () => {
  const closing = new AbortController()
  const throttle = createRenderThrottle(closing.signal, atOnce)
  const done: string[] = []
  throttle.schedule(() => vi.advanceTimersByTime(20))
  await settled()
  throttle.schedule(() => done.push('flushed'))
  throttle.flush()
  await settled()
  throttle.schedule(() => done.push('too late'), 500)
  closing.abort()
  await vi.advanceTimersByTimeAsync(1000)
  expect(done).toEqual(['flushed'])
})
