import { describe, expect, it } from 'vitest'
import { inSlices } from './next-frame'

function* count(to: number, stepMs: number): Generator<number, string> {
  for (let at = 1; at <= to; at++) {
    for (const end = performance.now() + stepMs; performance.now() < end;) Math.sqrt(at)
    yield at
  }
  return 'done'
}

describe('work in slices', () => {
  it('has the same result as work in one piece', async () => {
    expect(await inSlices(count(1000, 0), new AbortController().signal)).toBe('done')
  })

  it('pauses between slices, and reports progress', async () => {
    const heard: number[] = []
    let tasks = 0
    const timer = setInterval(() => {
      tasks++
    }, 0)
    await inSlices(count(30, 3), new AbortController().signal, (at) => heard.push(at))
    clearInterval(timer)
    expect(tasks).toBeGreaterThan(2)
    expect(heard.length).toBeGreaterThan(4)
    expect(heard).toEqual(heard.toSorted((a, b) => a - b))
  })

  it('stops when aborted', async () => {
    const closing = new AbortController()
    const work = inSlices(count(1000, 3), closing.signal, () => closing.abort())
    await expect(work).rejects.toThrow(/abort/i)
  })
})
