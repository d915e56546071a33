import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { paced } from './paced'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const settled = () => Promise.resolve()
const open = new AbortController().signal

it('puts the next change off for nine times as long as the last one took', async () => {
  const screen = paced(open)
  const done: string[] = []
  screen.do(() => { done.push('first'); vi.advanceTimersByTime(20) })
  await settled()
  screen.do(() => done.push('second'))
  vi.advanceTimersByTime(178)
  expect(done).toEqual(['first'])
  vi.advanceTimersByTime(3)
  expect(done).toEqual(['first', 'second'])
})

it('puts it off for no longer than a frame after one that took half of one', async () => {
  const screen = paced(open)
  const done: string[] = []
  screen.do(() => { done.push('first'); vi.advanceTimersByTime(7) })
  await settled()
  screen.do(() => done.push('second'))
  vi.advanceTimersByTime(17)
  expect(done).toEqual(['first', 'second'])
})

it('does only the newest of those that waited', async () => {
  const screen = paced(open)
  const done: string[] = []
  screen.do(() => vi.advanceTimersByTime(10))
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
