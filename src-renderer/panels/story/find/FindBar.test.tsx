import { FIND_FIELDS } from '@shared/episode/search/find'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { useEpisode } from '../../../session/episode/episode-store'
import { turnOf } from '../../../session/episode/playhead'
import { useFind } from '../../../session/find/find-store'
import { openFind, stepOrOpenFind } from '../../../session/find/open-find'
import { totalOf } from '../../../session/find/turn-hits'
import { STORY_PRESETS } from '../../../session/view/story-filter'
import { useView } from '../../../session/view/view-store'
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
const said = () => screen.getByRole('status').textContent
const isSaid = (text: string | RegExp) => waitFor(() => expect(said()).toMatch(text))
const turn = () => turnOf(useEpisode.getState().history, useEpisode.getState().playhead)
const currentHit = () => useFind.getState().current
const open = () => act(() => openFind())

/** Turns in which the game says it, once each. */
const turnsThatSay = (word: string) =>
  log.flatMap((event) =>
    event.event_type === 'observation_made' && event.text.toLowerCase().includes(word) ? [event.turn] : [],
  )

describe('the find bar', () => {
  it('counts the hits and leaves the playhead until a step is asked for', async () => {
    open()
    type('leaflet')
    await isSaid(/^\d+ hits$/)
    expect(useEpisode.getState().playhead).toBe('live')
    expect(currentHit()).toBeNull()
  })

  it('goes from hit to hit and around by Enter, and back by Shift+Enter', async () => {
    open()
    type('score has just gone up')
    await isSaid(/hits/)
    const turns = turnsThatSay('score has just gone up')
    expect(turns.length).toBeGreaterThan(2)
    press('Enter')
    expect(turn()).toBe(turns[0])
    expect(said()).toBe(`Hit 1 of ${turns.length} hits`)
    press('Enter')
    expect(turn()).toBe(turns[1])
    press('Enter', { shiftKey: true })
    press('Enter', { shiftKey: true })
    expect(turn()).toBe(turns.at(-1))
  })

  it('begins again at the playhead when that was moved elsewhere', async () => {
    open()
    type('score has just gone up')
    await isSaid(/hits/)
    const turns = turnsThatSay('score has just gone up')
    press('Enter')
    act(() => useEpisode.getState().movePlayhead({ turn: turns[1] ?? 0, event: null }))
    press('Enter')
    expect(turn()).toBe(turns[1])
  })

  it('steps at once to what is typed, as soon as it is known', async () => {
    open()
    type('score has just gone up')
    press('Enter')
    await waitFor(() => expect(turn()).toBe(turnsThatSay('score has just gone up')[0]))
  })

  it('says that there is nothing, and stays', async () => {
    open()
    type('zeppelin')
    await isSaid('No hits')
    press('Enter')
    expect(useEpisode.getState().playhead).toBe('live')
    type('z'.repeat(10_000))
    await isSaid('At most 200 characters')
  })

  it('has more hits with every turn that is played, and does not speak of them', async () => {
    act(() => {
      useEpisode.getState().close()
      useEpisode.getState().open('sample', 'live')
      useEpisode.getState().receive({ events: log.slice(0, half), live: true, warning: null })
    })
    open()
    type('the')
    await isSaid(/hits/)
    const [before, sentence] = [totalOf(useFind.getState().hits), said()]
    act(() => useEpisode.getState().receive({ events: log.slice(half), live: true, warning: null }))
    await waitFor(() => expect(totalOf(useFind.getState().hits)).toBeGreaterThan(before))
    expect(said()).toBe(sentence)
    const grown = totalOf(useFind.getState().hits)
    type('the ')
    type('the')
    await waitFor(() => expect(useFind.getState().searchedTo).toBeNull())
    expect(totalOf(useFind.getState().hits)).toBe(grown)
  })

  it('looks in thoughts and calls where the page shows them, and has it show them', async () => {
    open()
    const chip = (name: string) => screen.getByRole('button', { name })
    expect(chip('Text').getAttribute('aria-pressed')).toBe('true')
    expect(chip('Thoughts').getAttribute('aria-pressed')).toBe('false')
    type('untried')
    await isSaid('No hits')
    fireEvent.click(chip('Thoughts'))
    expect(useView.getState().storyFilter.kinds).toContain('thoughts')
    await isSaid(/\d hits/)
    fireEvent.click(chip('Thoughts'))
    await isSaid('No hits')
    expect(useView.getState().storyFilter.kinds).toContain('thoughts')
  })

  it('has no hits ahead for a reader who hides what comes next', async () => {
    open()
    type('score>-99')
    await isSaid('40 hits')
    act(() => {
      useView.setState({ hidesAhead: true })
      useEpisode.getState().movePlayhead({ turn: 4, event: null })
    })
    press('Enter')
    expect(said()).toBe('Hit 4 of 4 hits')
    press('Enter')
    expect(turn()).toBe(1)
  })

  it('is closed by Escape: the playhead stays, and the focus goes back to where it was', async () => {
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

  it('is opened by a step, with the question it had', async () => {
    open()
    type('score has just gone up')
    press('Escape')
    act(() => stepOrOpenFind(-1))
    expect(field()).toHaveProperty('value', 'score has just gone up')
    await waitFor(() => expect(turn()).toBe(turnsThatSay('score has just gone up').at(-1)))
  })
})
