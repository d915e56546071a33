import { getEventListeners } from 'node:events'
import { expect, it } from 'vitest'
import { ChangeSignal } from './change-signal'

it('a change wakes every waiter once', async () => {
  const change = new ChangeSignal()
  const { signal } = new AbortController()
  const woken = [change.wait(signal), change.wait(signal, 60_000)]
  change.fire()
  expect(await Promise.all(woken)).toEqual([true, true])
  expect(change.fired).toBe(1)
})

it('a wait without a change leaves no listener', async () => {
  const change = new ChangeSignal()
  const { signal } = new AbortController()
  for (let turn = 0; turn < 20; turn++) expect(await change.wait(signal, 1)).toBe(false)
  expect(getEventListeners(signal, 'abort')).toEqual([])
})

it('a wait ends when its signal aborts', async () => {
  const change = new ChangeSignal()
  const closing = new AbortController()
  const woken = change.wait(closing.signal)
  closing.abort()
  expect([await woken, await change.wait(closing.signal)]).toEqual([false, false])
})
