import { act, cleanup, render } from '@testing-library/react'
import { flushSync } from 'react-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { leaveComparison, openComparison, swapSides, useComparison } from '../session/comparison/comparison-store'
import { useEpisode } from '../session/episode/episode-store'
import { openExperiments, useExperiments } from '../session/experiments/experiments-store'
import { useAddress } from './use-address'

beforeEach(() => {
  vi.useFakeTimers()
  history.replaceState(null, '', '/?data=here')
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  useEpisode.getState().close()
  history.replaceState(null, '', '/')
})

function Address() {
  useAddress()
  return null
}
function open(id: string, turn: number): void {
  act(() => useEpisode.getState().open(id, { turn, event: null }))
  vi.advanceTimersByTime(1000)
}

it('opens the episode of the address', () => {
  history.replaceState(null, '', '#/episode/first/trunk/7.2')
  render(<Address />)
  expect(useEpisode.getState()).toMatchObject({ id: 'first', playhead: { turn: 7, event: 2 } })
})

it('follows the view, with one history entry per episode', () => {
  const push = vi.spyOn(history, 'pushState')
  render(<Address />)
  open('first', 1)
  open('first', 2)
  expect([location.hash, push.mock.calls.length]).toEqual(['#/episode/first/trunk/2', 0])
  open('second', 5)
  expect([location.hash, push.mock.calls.length]).toEqual(['#/episode/second/trunk/5', 1])
})

it('clears the address when the episode is closed', () => {
  render(<Address />)
  open('first', 1)
  act(() => useEpisode.getState().close())
  expect(location.href).toMatch(/\/\?data=here$/)
})

it.each(['/', '#/', '#/nowhere'])('closes the episode or the experiments at the address %s', (address) => {
  render(<Address />)
  const goThere = () =>
    act(() => {
      history.replaceState(null, '', address)
      window.dispatchEvent(new HashChangeEvent('hashchange'))
    })
  open('first', 1)
  goThere()
  expect(useEpisode.getState().id).toBeNull()
  act(() => openExperiments(null))
  goThere()
  expect(useExperiments.getState().open).toBeNull()
})

it('keeps an episode open that is opened between an empty address and its event', () => {
  render(<Address />)
  open('first', 1)
  history.replaceState(null, '', '#/')
  act(() => openExperiments(null))
  act(() => void window.dispatchEvent(new HashChangeEvent('hashchange')))
  expect(useExperiments.getState().open).not.toBeNull()
  expect(location.hash).toBe('#/experiments')
  act(() => useExperiments.setState({ open: null }))
})

it('adds one history entry for a comparison, even if its sides are swapped', () => {
  const push = vi.spyOn(history, 'pushState')
  render(<Address />)
  open('first', 1)
  act(() => openComparison({ a: 'first', b: 'second/..' }, 7))
  vi.advanceTimersByTime(1000)
  expect([location.hash, push.mock.calls.length]).toEqual(['#/compare/first/second%2F../7', 1])
  act(() => swapSides())
  vi.advanceTimersByTime(1000)
  expect([location.hash, push.mock.calls.length]).toEqual(['#/compare/second%2F../first/7', 1])
  act(() => leaveComparison())
  vi.advanceTimersByTime(1000)
  expect([location.hash, push.mock.calls.length]).toEqual(['#/episode/first/trunk/1', 2])
})

it('opens the comparison of the address', () => {
  history.replaceState(null, '', '#/compare/first/second')
  render(<Address />)
  expect(useComparison.getState().open).toMatchObject({ ids: { a: 'first', b: 'second' }, at: null })
  act(() => useComparison.setState({ open: null }))
})

it.each([
  ['#/experiments/two-arms', () => useExperiments.getState().open?.name === 'two-arms'],
  ['#/compare/first/second', () => useComparison.getState().open?.ids.b === 'second'],
])('goes back from a past turn to %s, although the story renders as soon as the episode closes', (address, isOpen) => {
  render(<Address />)
  open('first', 1)
  // The story scrolls to the changed playhead, which renders at once.
  const stop = useEpisode.subscribe(() => flushSync(() => {}))
  act(() => {
    history.replaceState(null, '', address)
    window.dispatchEvent(new HashChangeEvent('hashchange'))
  })
  stop()
  expect([location.hash, isOpen(), useEpisode.getState().id]).toEqual([address, true, null])
  act(() => {
    useExperiments.setState({ open: null })
    useComparison.setState({ open: null })
  })
})

it('goes back to a report that remembers the episode from which it was opened', () => {
  render(<Address />)
  open('first', 1)
  act(() => openExperiments('two-arms'))
  vi.advanceTimersByTime(1000)
  const report = [history.state, '', location.hash] as const
  open('second', 5)
  expect(history.state).toBeNull()
  act(() => {
    history.replaceState(...report)
    window.dispatchEvent(new HashChangeEvent('hashchange'))
  })
  expect(useExperiments.getState().open).toEqual({
    name: 'two-arms',
    cameFrom: { episodeId: 'first', playhead: { turn: 1, event: null } },
  })
  act(() => useExperiments.setState({ open: null }))
})
