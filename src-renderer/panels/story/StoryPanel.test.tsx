import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FIND_FIELDS } from '@shared/episode/search/find'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { useEpisode } from '../../session/episode/episode-store'
import { atTurn } from '../../session/episode/playhead'
import { useFind } from '../../session/find/find-store'
import { STORY_PRESETS } from '../../session/view/story-filter'
import { useView } from '../../session/view/view-store'
import { StoryPanel } from './StoryPanel'

beforeEach(() => {
  useEpisode.getState().open('sample', 'live')
  useEpisode.getState().receive({ events: sampleEpisode({ turns: 9 }), live: true, warning: null })
  useFind.setState({ isOpen: true, text: 'gain>-99', onlyHits: true, fields: FIND_FIELDS })
})
afterEach(() => {
  cleanup()
  useEpisode.getState().close()
  useFind.setState({ isOpen: false, text: '', onlyHits: false })
  useView.setState({ hidesAhead: false, storyFilter: STORY_PRESETS.story })
})

const summary = () => screen.queryByText(/ shown$/)?.textContent
const expectSummary = (text: string) => expect.poll(summary).toBe(text)

describe('a filter by search hits', () => {
  it('shows the number of turns, and is cleared without losing the hits', async () => {
    render(<StoryPanel />)
    await expectSummary('9 of 9 shown')
    fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(summary()).toBeUndefined()
    expect(useFind.getState().hits).toHaveLength(9)
  })

  it('is cleared together with the filter for problems', async () => {
    useView.setState({ storyFilter: STORY_PRESETS.problems })
    render(<StoryPanel />)
    await expect.poll(summary).toMatch(/^[1-8] of 9 shown$/)
    fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(useView.getState().storyFilter).toBe(STORY_PRESETS.story)
    expect(summary()).toBeUndefined()
  })

  it('finds nothing after the playhead if later turns are hidden', async () => {
    render(<StoryPanel />)
    await expectSummary('9 of 9 shown')
    act(() => {
      useView.setState({ hidesAhead: true })
      useEpisode.getState().movePlayhead(atTurn(useEpisode.getState().history, 4))
    })
    await expectSummary('4 of 4 shown')
  })

  it('shortens a long query in its message without hits', async () => {
    useFind.setState({ text: `xyzzy ${'x'.repeat(150)}` })
    render(<StoryPanel />)
    expect(await screen.findByText(/^No turn matches “xyzzy x{54}…”\.$/)).toBeTruthy()
  })

  it('ends when the bar is closed', async () => {
    render(<StoryPanel />)
    await expectSummary('9 of 9 shown')
    act(() => useFind.setState({ isOpen: false }))
    expect(summary()).toBeUndefined()
  })
})

describe('the focus when an episode is opened', () => {
  const inStory = () => document.activeElement?.closest('[data-region="story"]') != null
  const frame = () => act(() => new Promise((done) => requestAnimationFrame(() => done(undefined))))
  const openOther = async (focused: HTMLElement) => {
    useFind.setState({ isOpen: false, text: '', onlyHits: false })
    document.body.append(focused)
    render(<StoryPanel />)
    await frame()
    focused.focus()
    act(() => {
      useEpisode.getState().open('other', 'live')
      useEpisode.getState().receive({ events: sampleEpisode({ turns: 3 }), live: true, warning: null })
    })
    await frame()
  }

  it('moves from a row of the list to the page of the story', async () => {
    const link = Object.assign(document.createElement('a'), { href: '#' })
    await openOther(link)
    expect(document.activeElement?.matches('[data-first-stop]')).toBe(true)
    expect(inStory()).toBe(true)
    link.remove()
  })

  it('stays in a text field', async () => {
    const field = document.createElement('input')
    await openOther(field)
    expect(document.activeElement).toBe(field)
    field.remove()
  })

  it('stays where the user put it while turns arrive', async () => {
    const button = document.createElement('button')
    await openOther(button)
    button.focus()
    act(() => useEpisode.getState().receive({ events: [], live: true, warning: null }))
    await frame()
    expect(document.activeElement).toBe(button)
    button.remove()
  })
})
