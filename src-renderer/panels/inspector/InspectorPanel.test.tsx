import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { goToTurn, useEpisode } from '../../session/episode/episode-store'
import { setView, useView } from '../../session/view/view-store'
import { InspectorPanel } from './InspectorPanel'

const CUT = 'This log is an excerpt: before turn 3 it has no text of model and tools.'

afterEach(() => {
  cleanup()
  useEpisode.getState().close()
  useView.setState(useView.getInitialState(), true)
})

it('reports the missing thoughts of turns before the cut of an excerpt', () => {
  const events = sampleEpisode({ turns: 4 }).map((event) =>
    event.event_type === 'episode_started' ? { ...event, cut: { from_turn: 3, to_turn: 4 } } : event,
  )
  setView({ inspectorTab: 'thoughts' })
  useEpisode.getState().open('sample', 'live')
  useEpisode.getState().receive({ events, live: true, warning: null })
  render(<InspectorPanel />)
  expect(screen.queryByText(CUT)).toBeNull()
  act(() => goToTurn(2))
  expect(screen.getByText(CUT)).toBeDefined()
  act(() => goToTurn(3))
  expect(screen.queryByText(CUT)).toBeNull()
})

it('shows the calls of the whole episode before the first turn', async () => {
  setView({ inspectorTab: 'calls' })
  useEpisode.getState().open('sample', 'live')
  useEpisode.getState().receive({ events: sampleEpisode({ turns: 4 }), live: true, warning: null })
  act(() => goToTurn(0))
  render(<InspectorPanel />)
  expect(screen.getByText('Select a turn to inspect it.')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Whole episode' }))
  expect(screen.queryByText('Select a turn to inspect it.')).toBeNull()
  expect(screen.getByText(/^\d+ calls · /)).toBeDefined()
})
