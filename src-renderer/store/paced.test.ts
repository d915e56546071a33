import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { paced } from './paced'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const settled = () => Promise.resolve()
const open = new AbortController().signal

const dearMs = 20
const dear = () => void vi.advanceTimersByTime(dearMs)

it('lets two dear changes follow each other, and puts off the next', async () => {
  const screen = paced(open)
  const done: string[] = []
  for (const name of ['end of a turn', 'beginning of the next']) {
    screen.do(() => { done.push(name); dear() })
    await settled()
  }
  screen.do(() => { done.push('third'); dear() })
  await settled()
  screen.do(() => done.push('fourth'))
  expect(done).toEqual(['end of a turn', 'beginning of the next', 'third'])
  vi.advanceTimersByTime(250)
  expect(done).toEqual(['end of a turn', 'beginning of the next', 'third', 'fourth'])
})

it('gives a burst of dear changes a tenth of the time', async () => {
  const screen = paced(open)
  let count = 0
  const began = performance.now()
  while (performance.now() - began < 10_000) {
    screen.do(() => { count++; dear() })
    await settled()
    vi.advanceTimersByTime(16)
    await settled()
  }
  expect((count * dearMs) / 10_000).toBeCloseTo(0.1, 1)
  expect(count).toBeLessThan(60)
})

it('lets cheap changes follow each other as they come, however many', async () => {
  const screen = paced(open)
  const done: number[] = []
  for (let piece = 0; piece < 50; piece++) {
    screen.do(() => { done.push(piece); vi.advanceTimersByTime(7) })
    await settled()
  }
  expect(done).toHaveLength(50)
})

it('does only the newest of those that waited', async () => {
  const screen = paced(open)
  const done: string[] = []
  screen.do(() => vi.advanceTimersByTime(50))
  await settled()
  for (const name of ['a', 'b', 'c']) screen.do(() => done.push(name))
  vi.advanceTimersByTime(100)
  expect(done).toEqual(['c'])
})

it('does a change at once after a cheap one, and never later than after a second', async () => {
  const screen = paced(open)
  const done: string[] = []
  screen.do(() => undefined)
  await settled()
  screen.do(() => { done.push('at once'); vi.advanceTimersByTime(5000) })
  await settled()
  expect(done).toEqual(['at once'])
  screen.do(() => done.push('late'))
  vi.advanceTimersByTime(1001)
  expect(done).toEqual(['at once', 'late'])
})

it('keeps a pause that is asked for, however cheap the last change was', async () => {
  const screen = paced(open)
  const done: string[] = []
  screen.do(() => undefined)
  await settled()
  screen.do(() => done.push('read on'), 500)
  vi.advanceTimersByTime(498)
  expect(done).toEqual([])
  vi.advanceTimersByTime(3)
  expect(done).toEqual(['read on'])
})

it('does what waits when it is asked to, and nothing once its signal has aborted', async () => {
  const closing = new AbortController()
  const screen = paced(closing.signal)
  const done: string[] = []
  screen.do(() => vi.advanceTimersByTime(20))
  await settled()
  screen.do(() => done.push('flushed'))
  screen.flush()
  await settled()
  screen.do(() => done.push('too late'), 500)
  closing.abort()
  vi.advanceTimersByTime(1000)
  expect(done).toEqual(['flushed'])
})
