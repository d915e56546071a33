import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { foldEvents, sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { nextFrame } from '../../../kit/browser/next-frame'
import { useEpisode } from '../../../session/episode/episode-store'
import { turnOf } from '../../../session/episode/playhead'
import { WHOLE, xOf } from '../axis/axis'
import { TurnSlider } from './TurnSlider'

const log = sampleEpisode({ turns: 30 })
const scale = { width: 600, last: 30, places: null, sight: WHOLE }
const zoom = { zoomAt: vi.fn(), pan: vi.fn() }
beforeEach(() => {
  useEpisode.getState().open('sample', 'live')
  useEpisode.getState().receive({ events: log, live: true, warning: null })
  render(<TurnSlider markers={[]} levels={null} scale={scale} zoom={zoom} />)
})
afterEach(() => {
  cleanup()
  useEpisode.getState().close()
})

const slider = () => screen.getByRole('slider', { name: 'Playhead' })
const turn = () => turnOf(useEpisode.getState().history, useEpisode.getState().playhead)
const at = (number: number) => ({ clientX: xOf(scale, number), button: 0, pointerId: 1 })

/** happy-dom's WheelEvent has neither coordinates nor modifiers. */
const turnWheel = (fields: WheelEventInit) =>
  fireEvent(
    slider(),
    Object.defineProperties(
      new Event('wheel', { bubbles: true, cancelable: true }),
      Object.fromEntries(
        Object.entries({ clientX: 0, deltaX: 0, deltaY: 0, ...fields }).map(([name, value]) => [name, { value }]),
      ),
    ),
  )

describe('the wheel', () => {
  it('zooms at the pointer, and pans sideways or with Shift', () => {
    turnWheel({ clientX: 300, deltaY: -500 })
    expect(zoom.zoomAt).toHaveBeenLastCalledWith(0.5, 0.5)
    turnWheel({ deltaX: 60 })
    turnWheel({ deltaY: 60, shiftKey: true })
    expect(zoom.pan).toHaveBeenCalledTimes(2)
    expect(zoom.zoomAt).toHaveBeenCalledTimes(1)
  })
})

describe('the playhead as a slider', () => {
  it('has turn, room and score as its value text', () => {
    const { turns } = foldEvents(log)
    const last = turns.at(-1)?.observation
    expect(slider().getAttribute('aria-valuetext')).toBe(`Turn 30 of 30, ${last?.location?.name}, score ${last?.score}`)
    expect(slider().getAttribute('aria-valuemax')).toBe('30')
  })

  it('goes live with End and to the opening with Home, also while reading', () => {
    act(() => useEpisode.setState({ caughtUp: false }))
    fireEvent.keyDown(slider(), { key: 'PageUp' })
    fireEvent.keyDown(slider(), { key: 'Home' })
    expect(useEpisode.getState().playhead).toEqual({ turn: 0, event: null })
    fireEvent.keyDown(slider(), { key: 'End' })
    expect(useEpisode.getState().playhead).toBe('live')
  })

  it('moves by one with arrows, by ten with pages, to the ends with Home and End', () => {
    for (const [key, expected] of [
      ['ArrowLeft', 29],
      ['PageDown', 19],
      ['PageUp', 29],
      ['Home', 0],
      ['ArrowRight', 1],
      ['End', 30],
    ] as const) {
      fireEvent.keyDown(slider(), { key })
      expect(turn(), key).toBe(expected)
    }
    expect(useEpisode.getState().playhead).toBe('live')
  })

  it('moves only on release while live', () => {
    slider().setPointerCapture = () => undefined
    slider().hasPointerCapture = () => true
    fireEvent.pointerDown(slider(), at(10))
    fireEvent.pointerMove(slider(), at(12))
    expect(useEpisode.getState().playhead).toBe('live')
    fireEvent.pointerUp(slider(), at(12))
    expect(turn()).toBe(12)
  })

  it('shows every turn that it passes while it is not live', () => {
    act(() => useEpisode.getState().movePlayhead({ turn: 5, event: null }))
    slider().setPointerCapture = () => undefined
    slider().hasPointerCapture = () => true
    fireEvent.pointerDown(slider(), at(8))
    expect(turn()).toBe(8)
    fireEvent.pointerMove(slider(), at(9))
    expect(turn()).toBe(9)
  })

  it('is dragged to the latest position once per frame', async () => {
    act(() => useEpisode.getState().movePlayhead({ turn: 5, event: null }))
    slider().setPointerCapture = () => undefined
    slider().hasPointerCapture = () => true
    fireEvent.pointerDown(slider(), at(8))
    const shown: number[] = []
    const stop = useEpisode.subscribe(() => shown.push(turn()))
    for (const number of [9, 10, 11, 12]) fireEvent(slider(), new PointerEvent('pointerrawupdate', at(number)))
    expect(shown).toEqual([9])
    await vi.waitFor(() => expect(shown).toEqual([9, 12]))
    stop()
  })

  it('is where the pointer is at every text size', () => {
    document.documentElement.style.fontSize = '200%'
    slider().setPointerCapture = () => undefined
    slider().hasPointerCapture = () => true
    fireEvent.pointerUp(slider(), { ...at(10), clientX: 2 * xOf(scale, 10) })
    document.documentElement.style.fontSize = ''
    expect(turn()).toBe(10)
    expect(slider().querySelector('span')?.style.insetInlineStart).toBe(`${xOf(scale, 10) / 16}rem`)
  })

  it('stays where it was released', async () => {
    act(() => useEpisode.getState().movePlayhead({ turn: 5, event: null }))
    slider().setPointerCapture = () => undefined
    slider().hasPointerCapture = () => true
    fireEvent.pointerDown(slider(), at(8))
    for (const number of [9, 10]) fireEvent.pointerMove(slider(), at(number))
    fireEvent.pointerUp(slider(), at(11))
    slider().hasPointerCapture = () => false
    await nextFrame()
    await nextFrame()
    expect(turn()).toBe(11)
  })
})
