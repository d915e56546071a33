import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { LoggedEvent, LoggedOf } from '@shared/episode/log/event'
import { NO_PAUSE_RULES } from '@shared/episode/projections/pause-rules'
import { foldEvents, sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { useEpisode } from '../../session/episode/episode-store'
import { DEMO_ID } from '../../session/episode/local-episodes'
import { setView, useView } from '../../session/view/view-store'
import { strings } from '../strings'
import { StatusBar } from './StatusBar'

afterEach(() => {
  cleanup()
  useEpisode.getState().close()
  useView.setState(useView.getInitialState(), true)
})

function show(events: readonly LoggedEvent[]) {
  useEpisode.getState().open('sample', 'live')
  useEpisode.getState().receive({ events, live: true, warning: null })
  render(<StatusBar />)
}
const events = sampleEpisode({ turns: 2 })

it('counts the servers that work', () => {
  show(events)
  expect(screen.getByText('1 of 1 MCP server')).toBeTruthy()
})

it('shows no facts of the demo recording', () => {
  useEpisode.getState().open(DEMO_ID, 'live')
  useEpisode.getState().receive({ events, live: false, warning: null })
  render(<StatusBar />)
  expect(screen.queryByText('1 of 1 MCP server')).toBeNull()
  expect(screen.queryByText('Saved')).toBeNull()
  expect(screen.queryByText(/errors?$/)).toBeNull()
})

it('explains its facts in tooltips', () => {
  show(events)
  for (const text of ['1 of 1 MCP server', /tools?$/, /^Saved/]) expect(screen.getByText(text).title).not.toBe('')
})

it('counts the active pause rules', () => {
  const button = (name: string) => screen.getByRole('button', { name })
  show(events)
  expect(button('Pause rules: 2 on').textContent).toBe('Pause rules · 2')
  act(() => setView({ pauseRules: NO_PAUSE_RULES }))
  expect(button('Pause rules: none on').textContent).toBe('Pause rules')
})

it('no longer counts a server that ended before it answered', () => {
  const last = events.findLastIndex(({ event_type }) => event_type === 'mcp_tool_result')
  const gone = { event_type: 'mcp_tool_error', error: 'it exited with code 3', server_is_gone: true }
  show(events.with(last, { ...events[last], ...gone } as LoggedEvent))
  expect(screen.getByText('0 of 1 MCP server')).toBeTruthy()
})

it('counts the errors of a fork with those of the turns that it shares with its parent', () => {
  const log = sampleEpisode({ turns: 30 })
  const errors = foldEvents(log).totals.problems
  expect(errors).toBeGreaterThan(0)
  const ended = log.findIndex(({ event_type }) => event_type === 'episode_ended')
  const { at, player, settings, sampling, prompt_sha256, app_version, turn_limit } =
    log[0] as LoggedOf<'episode_started'>
  const same = { at, player, settings, sampling, prompt_sha256, app_version, turn_limit }
  const fork = { event_type: 'episode_forked', parent_episode_id: 'sample', parent_turn: 30 } as const
  show([...log.slice(0, ended), { seq: ended, episode_id: 'fork', ...same, ...fork }])
  expect(screen.getByRole('button', { name: strings.status.goToError(errors) })).toBeTruthy()
})
