import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { LoggedEvent } from '@shared/episode/log/event'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { useEpisode } from '../../session/episode/episode-store'
import { StatusBar } from './StatusBar'

afterEach(() => {
  cleanup()
  useEpisode.getState().close()
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

it('no longer counts a server that ended before it answered', () => {
  const last = events.findLastIndex(({ event_type }) => event_type === 'mcp_tool_result')
  const gone = { event_type: 'mcp_tool_error', error: 'it exited with code 3', server_is_gone: true }
  show(events.with(last, { ...events[last], ...gone } as LoggedEvent))
  expect(screen.getByText('0 of 1 MCP server')).toBeTruthy()
})
