import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FIND_FIELDS } from '@shared/episode/search/find'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { useEpisode } from '../../../session/episode/episode-store'
import { turnOf } from '../../../session/episode/playhead'
import { useFind, openFind, stepOrOpenFind } from '../../../session/find/find-store'
import { totalOf } from '../../../session/find/turn-hits'
import { focusRegion } from '../../../session/view/regions'
import { STORY_PRESETS } from '../../../session/view/story-filter'
import { setView, useView } from '../../../session/view/view-store'
import { FindBar } from './FindBar'

const log = sampleEpisode({ turns: 40 })
const half = log.findIndex((event) => event.event_type === 'turn_completed' && event.turn === 20) + 1

function Window() {
  const isOpen = useFind((find) => find.isOpen)
  return (
    <>
      <button>Elsewhere</button>
      <div data-region="story" tabIndex={-1}>
        {isOpen && <FindBar />}
      </div>
    </>
  )
}

beforeEach(() => {
  useEpisode.getState().open('sample', 'live')
  useEpisode.getState().receive({ events: log, live: true, warning: null })
  useFind.setState({ text: '', fields: FIND_FIELDS, matchesCase: false, isWholeWord: false })
  render(<Window />)
})
afterEach(() => {
  act(() => useFind.setState({ isOpen: false }))
  cleanup()
  useEpisode.getState().close()
  useView.setState({ storyFilter: STORY_PRESETS.story, hidesAhead: false })
})

const field = () => screen.getByRole('textbox', { name: 'Find in the story' })
const type = (text: string) => fireEvent.change(field(), { target: { value: text } })
const press = (key: string, more: KeyboardEventInit = {}) => fireEvent.keyDown(field(), { key, ...more })
const status = () => screen.getByRole('status').textContent
const expectStatus = (text: string | RegExp) => waitFor(() => expect(status()).toMatch(text))
const turn = () => turnOf(useEpisode.getState().history, useEpisode.getState().playhead)
const chip = (name: string) => screen.getByRole('button', { name })
const currentHit = () => useFind.getState().current
const open = () => act(() => openFind())

/** Turns whose observation contains the word. */
const turnsContaining = (word: string) =>
  log.flatMap((event) =>
    event.event_type === 'observation_made' && event.text.toLowerCase().includes(word) ? [event.turn] : [],
  )

describe('the find bar', () => {
  it('keeps the focus if it opens before a region that was to be focused', async () => {
    focusRegion('story')
    open()
    await new Promise(requestAnimationFrame)
    expect(document.activeElement).toBe(field())
  })

  it('counts the hits without moving the playhead', async () => {
    open()
    type('leaflet')
    await expectStatus(/^\d+ hits$/)
    expect(useEpisode.getState().playhead).toBe('live')
    expect(currentHit()).toBeNull()
  })

  it('steps with Enter and Shift+Enter, wrapping around', async () => {
    open()
    type('score has just gone up')
    await expectStatus(/hits/)
    const turns = turnsContaining('score has just gone up')
    expect(turns.length).toBeGreaterThan(2)
    press('Enter')
    expect(turn()).toBe(turns[0])
    expect(status()).toBe(`Hit 1 of ${turns.length} hits`)
    press('Enter')
    expect(turn()).toBe(turns[1])
    press('Enter', { shiftKey: true })
    press('Enter', { shiftKey: true })
    expect(turn()).toBe(turns.at(-1))
  })

  it('continues from a moved playhead', async () => {
    open()
    type('score has just gone up')
    await expectStatus(/hits/)
    const turns = turnsContaining('score has just gone up')
    press('Enter')
    act(() => useEpisode.getState().movePlayhead({ turn: turns[1] ?? 0, event: null }))
    press('Enter')
    expect(turn()).toBe(turns[1])
  })

  it('takes a pending step once its target is known', async () => {
    open()
    type('score has just gone up')
    press('Enter')
    await waitFor(() => expect(turn()).toBe(turnsContaining('score has just gone up')[0]))
  })

  it('reports no hits without moving', async () => {
    open()
    type('zeppelin')
    await expectStatus('No hits')
    press('Enter')
    expect(useEpisode.getState().playhead).toBe('live')
    type('z'.repeat(10_000))
    await expectStatus('At most 200 characters')
  })

  it('adds hits of new turns without announcing them', async () => {
    act(() => {
      useEpisode.getState().close()
      useEpisode.getState().open('sample', 'live')
      useEpisode.getState().receive({ events: log.slice(0, half), live: true, warning: null })
    })
    open()
    type('the')
    await expectStatus(/hits/)
    const [before, sentence] = [totalOf(useFind.getState().hits), status()]
    act(() => useEpisode.getState().receive({ events: log.slice(half), live: true, warning: null }))
    await waitFor(() => expect(totalOf(useFind.getState().hits)).toBeGreaterThan(before))
    expect(status()).toBe(sentence)
    const grown = totalOf(useFind.getState().hits)
    type('the ')
    type('the')
    await waitFor(() => expect(useFind.getState().searchedTo).toBeNull())
    expect(totalOf(useFind.getState().hits)).toBe(grown)
  })

  it('searches thoughts and calls only if shown, and can show them', async () => {
    open()
    expect(chip('Text').getAttribute('aria-pressed')).toBe('true')
    expect(chip('Thoughts').getAttribute('aria-pressed')).toBe('false')
    type('untried')
    await expectStatus('No hits')
    fireEvent.click(chip('Thoughts'))
    expect(useView.getState().storyFilter.kinds).toContain('thoughts')
    await expectStatus(/\d hits/)
    fireEvent.click(chip('Thoughts'))
    await expectStatus('No hits')
    expect(useView.getState().storyFilter.kinds).toContain('thoughts')
  })

  it('restores the page when it is closed, unless another filter was chosen', () => {
    open()
    fireEvent.click(chip('Thoughts'))
    fireEvent.click(chip('Calls'))
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(useView.getState().storyFilter).toBe(STORY_PRESETS.story)
    open()
    act(() => setView({ storyFilter: STORY_PRESETS.tools }))
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(useView.getState().storyFilter).toBe(STORY_PRESETS.tools)
  })

  it('shows hidden parts only until a reload', () => {
    const stored = () => JSON.parse(localStorage.getItem('zorkgpt-view') ?? '{}').state.storyFilter
    open()
    fireEvent.click(chip('Thoughts'))
    expect(stored()).toEqual(STORY_PRESETS.story)
    act(() => setView({ storyFilter: STORY_PRESETS.tools }))
    expect(stored()).toEqual(STORY_PRESETS.tools)
  })

  it('has no hits after the playhead if later turns are hidden', async () => {
    open()
    type('gain>-99')
    await expectStatus('40 hits')
    act(() => {
      useView.setState({ hidesAhead: true })
      useEpisode.getState().movePlayhead({ turn: 4, event: null })
    })
    press('Enter')
    expect(status()).toBe('Hit 4 of 4 hits')
    press('Enter')
    expect(turn()).toBe(1)
  })

  it('closes on Escape, keeping the playhead and restoring the focus', async () => {
    const elsewhere = screen.getByRole('button', { name: 'Elsewhere' })
    elsewhere.checkVisibility = () => true
    elsewhere.focus()
    open()
    expect(document.activeElement).toBe(field())
    type('score has just gone up')
    press('Enter')
    await waitFor(() => expect(currentHit()).not.toBeNull())
    const here = turn()
    press('Escape')
    expect(document.activeElement).toBe(elsewhere)
    expect(turn()).toBe(here)
    expect(useFind.getState()).toMatchObject({ finder: null, hits: [], current: null })
  })

  it('opens on a step, with its last query', async () => {
    open()
    type('score has just gone up')
    press('Escape')
    act(() => stepOrOpenFind(-1))
    expect(field()).toHaveProperty('value', 'score has just gone up')
    await waitFor(() => expect(turn()).toBe(turnsContaining('score has just gone up').at(-1)))
  })
})
