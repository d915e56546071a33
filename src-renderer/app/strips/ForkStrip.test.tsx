import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { noAnnotations } from '@shared/episode/log/annotate'
import type { LoggedEvent } from '@shared/episode/log/event'
import { summarizeEpisode } from '@shared/episode/projections/summary'
import { foldEvents, sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { leaveComparison, useComparison } from '../../session/comparison/comparison-store'
import { connectTo, forgetHost } from '../../session/connection/connection.testkit'
import { useEpisode } from '../../session/episode/episode-store'
import { useForks } from '../../session/episode/forks/fork-store'
import { useEpisodeList } from '../../session/episodes/episodes-store'
import { ForkStrip } from './QuietStrips'

afterEach(() => {
  cleanup()
  leaveComparison()
  useForks.setState({ made: null })
  useEpisode.getState().close()
  useEpisodeList.setState({ entries: new Map() })
  forgetHost()
})

it('says that the player reads the hints of the turn that it answers again', () => {
  connectTo()
  const events = sampleEpisode({ turns: 2 })
  const summary = summarizeEpisode(foldEvents(events))
  const entry = { running: true, readable: true, annotations: noAnnotations, reason: null, summary }
  useEpisodeList.getState().receive({ changed: [{ id: 'fork', ...entry }], removed: [] })
  useEpisode.getState().open('fork', 'live')
  useEpisode.getState().receive({ events, live: true, warning: null })
  useForks.setState({
    made: { id: 'fork', parentId: 'parent', turn: 2, playhead: 'live', answersAgain: { isPaused: true } },
  })
  render(<ForkStrip />)
  const { textContent } = screen.getByRole('status')
  expect(textContent).toContain('Turn 3 is answered again in a fork. The parent is paused.')
  expect(screen.queryByRole('button', { name: 'Compare with parent' })).toBeNull()
  const at = { seq: events.length, at: events[0]?.at ?? '', episode_id: 'fork' }
  const hint: LoggedEvent = { ...at, event_type: 'hint_given', turn: 3, text: 'Go north.' }
  act(() => useEpisode.getState().receive({ events: [hint], live: true, warning: null }))
  expect(screen.getByRole('status').textContent).toContain('The player reads 1 hint with it. The parent is paused.')
})

it('compares both answers once the turn was answered again', () => {
  connectTo()
  const summary = summarizeEpisode(foldEvents(sampleEpisode({ turns: 3 })))
  const entry = { running: true, readable: true, annotations: noAnnotations, reason: null, summary }
  useEpisodeList.getState().receive({ changed: [{ id: 'fork', ...entry }], removed: [] })
  useEpisode.getState().open('fork', 'live')
  useForks.setState({
    made: { id: 'fork', parentId: 'parent', turn: 2, playhead: 'live', answersAgain: { isPaused: true } },
  })
  render(<ForkStrip />)
  act(() => screen.getByRole('button', { name: 'Compare with parent' }).click())
  expect(useComparison.getState().open?.ids).toEqual({ a: 'parent', b: 'fork' })
})
