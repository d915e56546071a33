import { describe, expect, it } from 'vitest'
import { addHandCall, createHandCalls } from './hand-calls'

const call = (text = '') => ({
  at: '2026-01-01T00:00:00.000Z',
  server: 'lamp',
  tool: 'light',
  arguments: {},
  result: { text, structured: null, content: text, error: null, ms: 1 },
})

describe('manual calls', () => {
  it('are numbered, and the oldest ones are dropped', () => {
    const store = createHandCalls()
    for (let made = 0; made < 60; made++) addHandCall(store, call())
    const { calls } = store.getState()
    expect([calls.length, calls[0]?.number, calls.at(-1)?.number]).toEqual([50, 11, 60])
  })

  it('with long results replace older ones, and the newest call is always kept', () => {
    const store = createHandCalls()
    addHandCall(store, call())
    addHandCall(store, call('x'.repeat(2_000_000)))
    expect(store.getState().calls.map(({ number }) => number)).toEqual([1, 2])
    addHandCall(store, call('x'.repeat(3_000_000)))
    expect(store.getState().calls.map(({ number }) => number)).toEqual([3])
  })
})
