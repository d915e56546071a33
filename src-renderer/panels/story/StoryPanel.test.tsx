import { sampleEpisode } from '@shared/episode/sample-episode.testkit'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { useEpisode } from '../../session/episode/episode-store'
import { atTurn } from '../../session/episode/playhead'
import { STORY_PRESETS } from '../../session/view/story-filter'
import { useView } from '../../session/view/view-store'
import { StoryPanel } from './StoryPanel'

beforeEach(() => {
  useEpisode.getState().open('sample', 'live')
  useEpisode.getState().receive({ events: sampleEpisode({ turns: 9 }), live: true, warning: null })
  useView.setState({ search: 'score>-99' })
})
afterEach(() => {
  cleanup()
  useEpisode.getState().close()
  useView.setState({ hidesAhead: false, search: '', storyFilter: STORY_PRESETS.story })
})

const found = () => screen.getByText(/ shown$/).textContent

describe('a search of the story', () => {
  it('says how many turns it leaves, and is cleared from there', () => {
    render(<StoryPanel />)
    expect(found()).toBe('9 of 9 shown')
    fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(useView.getState().search).toBe('')
    expect(screen.queryByText(/ shown$/)).toBeNull()
  })

  it('is cleared together with a filter that leaves out turns', () => {
    useView.setState({ search: '', storyFilter: STORY_PRESETS.problems })
    render(<StoryPanel />)
    expect(found()).toMatch(/^[1-8] of 9 shown$/)
    fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(useView.getState().storyFilter).toBe(STORY_PRESETS.story)
  })

  it('finds nothing ahead for a reader who hides what comes next', () => {
    render(<StoryPanel />)
    act(() => {
      useView.setState({ hidesAhead: true })
      useEpisode.getState().movePlayhead(atTurn(useEpisode.getState().history, 4))
    })
    expect(found()).toBe('4 of 4 shown')
  })
})
