import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { noAnnotations } from '@shared/episode/log/annotate'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { useEpisode } from '../../session/episode/episode-store'
import { useEpisodeList } from '../../session/episodes/episodes-store'
import { STORY_PRESETS } from '../../session/view/story-filter'
import { useView } from '../../session/view/view-store'
import { FilterChoice } from './FilterChoice'
import { TurnArticle } from './turn/TurnArticle'

const setFilter = () => useView.setState({ storyFilter: STORY_PRESETS.story })
beforeEach(() => {
  useEpisode.getState().open('sample', 'live')
  useEpisode.getState().receive({ events: sampleEpisode({ turns: 9 }), live: true, warning: null })
  useEpisodeList.getState().receive({
    changed: [
      { id: 'sample', running: false, readable: true, summary: null, annotations: noAnnotations, reason: null },
    ],
    removed: [],
  })
  setFilter()
})
afterEach(() => {
  cleanup()
  setFilter()
  useEpisode.getState().close()
  useEpisodeList.setState({ entries: new Map(), isRead: false })
})

const named = (name: string) =>
  within(screen.getByRole('group', { name: 'Filter presets' })).getByRole('button', { name })
const kind = (name: string) =>
  within(screen.getByRole('group', { name: 'Show in each turn' })).getByRole('button', { name })
const isPressed = (button: HTMLElement) => button.getAttribute('aria-pressed') === 'true'

describe('the filter of the story', () => {
  it('is a preset, or a custom choice of kinds', () => {
    render(<FilterChoice />)
    expect(screen.getByRole('button', { name: 'Filter: Story' })).toBeDefined()
    fireEvent.click(named('Thinking'))
    expect(['Thoughts', 'Calls', 'Requests', 'Changes'].map(kind).map(isPressed)).toEqual([true, false, false, true])
    fireEvent.click(kind('Requests'))
    expect(screen.getByRole('button', { name: 'Filter: Custom' })).toBeDefined()
    fireEvent.click(kind('Requests'))
    expect(screen.getByRole('button', { name: 'Filter: Thinking' })).toBeDefined()
  })

  it('hides turns only if set to', () => {
    render(<FilterChoice />)
    const only = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Only turns with problems' })
    fireEvent.click(named('Problems'))
    expect([only.checked, useView.getState().storyFilter.onlyProblems]).toEqual([true, true])
    fireEvent.click(only)
    expect(useView.getState().storyFilter).toEqual({
      kinds: ['changes', 'problems'],
      onlyProblems: false,
      onlyFalseBeliefs: false,
    })
  })

  it('shows the selected kinds, without moving the playhead', () => {
    const turn = useEpisode.getState().history.latest.turns[2]
    if (!turn) throw new Error('The sample has nine turns.')
    render(
      <>
        <FilterChoice />
        <TurnArticle turn={turn} before={null} />
      </>,
    )
    const shown = () => screen.getByRole('article').textContent
    const { playhead } = useEpisode.getState()
    expect(shown()).not.toContain('Conclusion')
    fireEvent.click(kind('Thoughts'))
    expect(shown()).toContain('Conclusion')
    fireEvent.click(kind('Requests'))
    expect(screen.getByRole('button', { name: /^Request 1/ }).textContent).toMatch(/906 → \d+ tokens/)
    for (const name of ['Thoughts', 'Requests', 'Changes']) fireEvent.click(kind(name))
    expect(screen.queryByRole('button', { name: /^Request 1/ })).toBeNull()
    expect(useEpisode.getState().playhead).toBe(playhead)
  })
})
