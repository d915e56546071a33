import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { HostApi } from '@shared/contract/contract'
import type { LibraryEntry } from '@shared/contract/library'
import type { StartMemory } from '@shared/contract/start'
import { noAnnotations } from '@shared/episode/log/annotate'
import type { LoggedEvent } from '@shared/episode/log/event'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { useConnection } from '../../session/connection/connection-store'
import { useEpisode } from '../../session/episode/episode-store'
import { useEpisodeList } from '../../session/episodes/episodes-store'
import { useStart } from '../../session/episodes/start-store'
import { setView, useView } from '../../session/view/view-store'
import { TopBar } from './TopBar'

const entry: LibraryEntry = {
  id: 'sample',
  running: false,
  readable: true,
  summary: null,
  annotations: { ...noAnnotations, title: 'The long night' },
  reason: null,
}

const memory: StartMemory = {
  last: null,
  defaults: { game: 'glass-weather', player: 'explorer' },
  usualModel: { model: 'm', baseUrl: 'http://127.0.0.1:1' },
  usualTurnLimit: 500,
  presets: [],
  filters: [],
  demoIsDismissed: true,
}

beforeEach(() => {
  useEpisode.getState().open('sample', 'live')
  useEpisode.getState().receive({ events: sampleEpisode({ turns: 3 }), live: true, warning: null })
  useEpisodeList.getState().receive({ changed: [entry], removed: [] })
})
afterEach(() => {
  cleanup()
  useEpisode.getState().close()
  useView.setState({ dialog: null })
  useStart.setState({ memory: null })
  useEpisodeList.setState({ entries: new Map(), isRead: false })
  useConnection.setState({ connection: { phase: 'connecting' } })
})

describe('the top bar', () => {
  it('opens the command palette', () => {
    render(<TopBar />)
    fireEvent.click(screen.getByRole('button', { name: 'Command palette' }))
    expect(useView.getState().dialog).toBe('palette')
  })

  it('offers another start like the last one', () => {
    useStart.setState({ memory: { ...memory, last: { game: 'zork1', player: 'random' } } })
    render(<TopBar />)
    expect(screen.getByRole('button', { name: 'Start new' }).title).toContain('Random')
  })

  it('shows the name of the episode', () => {
    render(<TopBar />)
    expect(screen.getByText(/^The long night · /)).toBeDefined()
  })
  it('shows a long pause reason on its own line', () => {
    const reason = `Paused: ${'the endpoint has no model of this name, '.repeat(20)}`
    useEpisodeList.getState().receive({ changed: [{ ...entry, running: true }], removed: [] })
    useConnection.setState({ connection: { phase: 'open', api: {} as HostApi } })
    useEpisode.getState().close()
    useEpisode.getState().open('sample', 'live')
    const events = sampleEpisode({ turns: 3 }).slice(0, -1)
    const paused = { ...events[0], seq: events.length, event_type: 'control_changed', mode: 'paused', reason }
    useEpisode.getState().receive({ events: [...events, paused as LoggedEvent], live: true, warning: null })
    render(<TopBar />)
    const name = screen.getByRole('heading', { level: 1 })
    // That line already contains the state.
    expect(name.parentElement?.textContent).toBe(name.textContent)
    expect(screen.getByText(reason.trim()).closest('header')).toBe(screen.getByRole('banner'))
  })

  it('omits the reason of a failed call while the story shows it', () => {
    const message = 'The endpoint did not accept the key.'
    const events = sampleEpisode({ turns: 3 }).slice(0, -1)
    const add = (event: Partial<LoggedEvent>) => events.push({ ...events[0], seq: events.length, ...event } as never)
    add({ event_type: 'turn_started', turn: 4 })
    add({ event_type: 'llm_error', message } as never)
    add({ event_type: 'control_changed', mode: 'paused', reason: `Paused: ${message}` })
    useEpisodeList.getState().receive({ changed: [{ ...entry, running: true }], removed: [] })
    useConnection.setState({ connection: { phase: 'open', api: {} as HostApi } })
    useEpisode.getState().close()
    useEpisode.getState().open('sample', 'live')
    useEpisode.getState().receive({ events, live: true, warning: null })
    render(<TopBar />)
    expect(screen.queryByText(`Paused: ${message}`)).toBeNull()
    act(() => setView({ maximised: 'map' }))
    expect(screen.getByText(`Paused: ${message}`)).toBeDefined()
    act(() => setView({ maximised: null }))
  })

  const playByModel = () =>
    act(() => {
      useEpisode.getState().close()
      useEpisode.getState().open('sample', 'live')
      const events = sampleEpisode({ turns: 3, model: 'test/lantern' })
      useEpisode.getState().receive({ events, live: true, warning: null })
    })

  it('shows tokens and cost beside the model, and cost as a figure', () => {
    playByModel()
    render(<TopBar />)
    expect(screen.getByRole('banner').textContent).toMatch(/lantern.* · [\d.]+K tokens · \$0\.0\d+/)
    expect(screen.getByText('Cost').nextElementSibling?.textContent).toMatch(/^\$0\.0\d+$/)
  })

  it('shows neither tokens nor cost if no model plays', () => {
    render(<TopBar />)
    expect([screen.queryByText('Tokens'), screen.queryByText('Cost'), screen.queryByText(/tokens/)]).toEqual([
      null,
      null,
      null,
    ])
  })

  it('names the parent of a fork by its player, if the parent is not in the list', () => {
    const events = sampleEpisode({ turns: 2 }).slice(0, -1)
    const player = { kind: 'llm', label: 'AI model', model: 'test/lantern', base_url: null, profile: null }
    const fork = {
      ...events[0],
      seq: events.length,
      event_type: 'episode_forked',
      parent_episode_id: '2026-11-27T18-25-15-zork1',
      parent_turn: 1,
      player,
      settings: {},
    }
    useEpisode.getState().close()
    useEpisode.getState().open('sample', 'live')
    useEpisode.getState().receive({ events: [...events, fork as LoggedEvent], live: true, warning: null })
    render(<TopBar />)
    expect(screen.getByRole('banner').textContent).toContain('from Explorer @1')
  })

  it('links the experiment of an episode', () => {
    const [started, ...others] = sampleEpisode({ turns: 2 })
    const unit = { experiment: 'minds', arm: 'none', repeat: 1 }
    useEpisode.getState().close()
    useEpisode.getState().open('sample', 'live')
    useEpisode
      .getState()
      .receive({ events: [{ ...started, unit } as LoggedEvent, ...others], live: false, warning: null })
    render(<TopBar />)
    expect(screen.getByRole('link', { name: 'experiment minds' }).getAttribute('href')).toBe('#/experiments/minds')
  })

  it('explains the totals of a fork', () => {
    playByModel()
    render(<TopBar />)
    act(() => useEpisode.setState(({ shown }) => ({ shown: { ...shown, forkedFrom: { episodeId: 'p', turn: 2 } } })))
    expect(screen.getByText('Own tokens').parentElement?.title).toContain('Since the fork after turn 2')
    expect(screen.getByText(/tokens.* since the fork$/)).toBeDefined()
  })
})
