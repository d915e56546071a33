import { getEventListeners } from 'node:events'
import { expect, it } from 'vitest'
import { Pulse } from './pulse'

it('wakes everyone who waits, once', async () => {
  const pulse = new Pulse()
  const { signal } = new AbortController()
  const woken = [pulse.wait(signal), pulse.wait(signal, 60_000)]
  pulse.fire()
  expect(await Promise.all(woken)).toEqual([true, true])
  expect(pulse.fired).toBe(1)
})

it('a wait that came to nothing leaves nothing behind', async () => {
  const pulse = new Pulse()
  const { signal } = new AbortController()
  for (let turn = 0; turn < 20; turn++) expect(await pulse.wait(signal, 1)).toBe(false)
  expect(getEventListeners(signal, 'abort')).toEqual([])
})

it('ends with its signal', async () => {
  const pulse = new Pulse()
  const closing = new AbortController()
  const woken = pulse.wait(closing.signal)
  closing.abort()
  expect([await woken, await pulse.wait(closing.signal)]).toEqual([false, false])
})
