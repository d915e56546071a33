import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { paced } from './paced'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const settled = () => vi.advanceTimersByTimeAsync(0)
const open = new AbortController().signal
const atOnce = () => Promise.resolve()

const dearMs = 20
const dear = () => void vi.advanceTimersByTime(dearMs)

it('lets a few dear changes follow each other, and puts off the next', async () => {
  const screen = paced(open, atOnce)
  const done: string[] = []
  const few = ['end of a turn', 'beginning of the next', 'reply', 'action', 'end']
  for (const name of few) {
    screen.do(() => {
      done.push(name)
      dear()
    })
    await settled()
  }
  screen.do(() => done.push('burst'))
  await vi.advanceTimersByTimeAsync(150)
  expect(done).toEqual(few)
  await vi.advanceTimersByTimeAsync(100)
  expect(done).toEqual([...few, 'burst'])
})

it('gives a burst of dear changes a tenth of the time', async () => {
  const screen = paced(open, atOnce)
  let count = 0
  const began = performance.now()
  while (performance.now() - began < 10_000) {
    screen.do(() => {
      count++
      dear()
    })
    await settled()
    await vi.advanceTimersByTimeAsync(16)
  }
  expect((count * dearMs) / 10_000).toBeCloseTo(0.1, 1)
  expect(count).toBeLessThan(60)
})

it('lets cheap changes follow each other as they come, however many', async () => {
  const screen = paced(open, atOnce)
  const done: number[] = []
  for (let piece = 0; piece < 50; piece++) {
    screen.do(() => {
      done.push(piece)
      vi.advanceTimersByTime(7)
    })
    await settled()
  }
  expect(done).toHaveLength(50)
})

it('does what follows a dear change where a frame begins, which has all of its time for it', async () => {
  let begin = () => undefined as unknown
  const screen = paced(
    open,
    () =>
      new Promise((resolve) => {
        begin = () => resolve()
      }),
  )
  const done: string[] = []
  screen.do(dear)
  await settled()
  screen.do(() => done.push('old'))
  screen.do(() => done.push('next'))
  await settled()
  expect(done).toEqual([])
  begin()
  await settled()
  expect(done).toEqual(['next'])
})

it('does only the newest of those that waited', async () => {
  const screen = paced(open, atOnce)
  const done: string[] = []
  screen.do(() => vi.advanceTimersByTime(50))
  await settled()
  for (const name of ['a', 'b', 'c']) screen.do(() => done.push(name))
  await vi.advanceTimersByTimeAsync(1000)
  expect(done).toEqual(['c'])
})

it('does a change at once after a cheap one, and never later than after a second', async () => {
  const screen = paced(open, atOnce)
  const done: string[] = []
  screen.do(() => undefined)
  await settled()
  screen.do(() => {
    done.push('at once')
    vi.advanceTimersByTime(5000)
  })
  await settled()
  expect(done).toEqual(['at once'])
  screen.do(() => done.push('late'))
  await vi.advanceTimersByTimeAsync(1001)
  expect(done).toEqual(['at once', 'late'])
})

it('keeps a pause that is asked for, however cheap the last change was', async () => {
  const screen = paced(open, atOnce)
  const done: string[] = []
  screen.do(() => undefined)
  await settled()
  screen.do(() => done.push('read on'), 500)
  await vi.advanceTimersByTimeAsync(498)
  expect(done).toEqual([])
  await vi.advanceTimersByTimeAsync(3)
  expect(done).toEqual(['read on'])
})

it('does what waits when it is asked to, and nothing once its signal has aborted', async () => {
  const closing = new AbortController()
  const screen = paced(closing.signal, atOnce)
  const done: string[] = []
  screen.do(() => vi.advanceTimersByTime(20))
  await settled()
  screen.do(() => done.push('flushed'))
  screen.flush()
  await settled()
  screen.do(() => done.push('too late'), 500)
  closing.abort()
  await vi.advanceTimersByTimeAsync(1000)
  expect(done).toEqual(['flushed'])
})
