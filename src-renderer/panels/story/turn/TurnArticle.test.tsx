import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { foldEvents, sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { useEpisode } from '../../../session/episode/episode-store'
import { turnOf } from '../../../session/episode/playhead'
import { STORY_PRESETS } from '../../../session/view/story-filter'
import { setView } from '../../../session/view/view-store'
import { TurnArticle } from './TurnArticle'

const log = sampleEpisode({ turns: 8 })
const state = foldEvents(log)
const third = state.turns[2]
if (!third?.observation) throw new Error('The sample has eight turns.')
const before = state.turns[1]?.observation ?? null

// happy-dom has no popovers.
HTMLElement.prototype.showPopover = () => {}
HTMLElement.prototype.hidePopover = () => {}

beforeEach(() => {
  useEpisode.getState().open('sample', 'live')
  useEpisode.getState().receive({ events: log, live: true, warning: null })
})
afterEach(() => {
  cleanup()
  useEpisode.getState().close()
})
const article = () => screen.getByRole('article', { name: 'Turn 3' })

describe('a turn of the page', () => {
  it('has tools while the pointer is over it, also in an episode from a file', async () => {
    const region = document.body.appendChild(Object.assign(document.createElement('section'), { tabIndex: -1 }))
    region.dataset.region = 'inspector'
    render(<TurnArticle turn={third} before={before} />)
    expect(screen.queryByRole('button', { name: 'Inspect turn 3' })).toBeNull()
    fireEvent.pointerEnter(article())
    fireEvent.click(screen.getByRole('button', { name: 'Inspect turn 3' }))
    expect(turnOf(useEpisode.getState().history, useEpisode.getState().playhead)).toBe(3)
    await vi.waitFor(() => expect(document.activeElement).toBe(region))
    region.remove()
  })

  it('has a menu, except where text is selected', () => {
    render(<TurnArticle turn={third} before={before} />)
    getSelection()?.selectAllChildren(article())
    fireEvent.contextMenu(article())
    expect(screen.queryByRole('menu')).toBeNull()
    getSelection()?.removeAllRanges()
    fireEvent.contextMenu(article())
    const menu = screen.getByRole('menu', { name: 'Turn 3' })
    const names = [...menu.querySelectorAll('[role=menuitem]')].map(({ textContent }) => textContent)
    expect(names).toEqual(['Inspect', 'Bookmarkm', 'Breakpointb', 'Noten', 'Copy link', 'Fork…f'])
  })

  it('shows number, room and command', () => {
    render(<TurnArticle turn={third} before={before} />)
    expect(screen.getByRole('heading', { name: `Turn 3, ${before?.location?.name}` })).toBeDefined()
    expect(article().textContent).toContain(third.action?.action)
  })

  it('knows its position relative to the playhead', () => {
    render(<TurnArticle turn={third} before={before} />)
    for (const [turn, place] of [
      [2, 'ahead'],
      [3, 'here'],
      [4, 'past'],
    ] as const) {
      act(() => useEpisode.getState().movePlayhead({ turn, event: null }))
      expect(article().dataset.place).toBe(place)
    }
  })

  it('is shown only up to a playhead inside it', () => {
    render(<TurnArticle turn={third} before={before} />)
    act(() => useEpisode.getState().movePlayhead({ turn: 3, event: 3 }))
    expect(article().textContent).not.toContain(third.action?.action)
  })

  it('moves the playhead on a click', () => {
    render(<TurnArticle turn={third} before={before} />)
    act(() => article().click())
    expect(turnOf(useEpisode.getState().history, useEpisode.getState().playhead)).toBe(3)
  })

  it('shows the original words of a mirrored episode only with its requests', () => {
    const seen = { ...third.observation, undisguised: { action: 'go east', text: 'A field in the west.' } }
    const mirrored = { ...third, observation: seen as NonNullable<typeof third.observation> }
    const { rerender } = render(<TurnArticle turn={mirrored} before={before} />)
    expect(article().textContent).not.toContain('go east')
    act(() => setView({ storyFilter: STORY_PRESETS.all }))
    rerender(<TurnArticle turn={mirrored} before={before} />)
    expect(article().textContent).toContain('Without the disguise: > go eastA field in the west.')
    act(() => setView({ storyFilter: STORY_PRESETS.story }))
  })

  it('shows game output as text', () => {
    const hostile = {
      ...third,
      observation: { ...third.observation, text: '<img src=x onerror="alert(1)"><b>bold</b>' } as NonNullable<
        typeof third.observation
      >,
    }
    render(<TurnArticle turn={hostile} before={before} />)
    expect(article().querySelector('img, b')).toBeNull()
    expect(article().textContent).toContain('<img src=x onerror="alert(1)"><b>bold</b>')
  })
})
