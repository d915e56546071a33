import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import type { HostApi } from '@shared/contract/contract'
import type { LibraryEntry } from '@shared/contract/library'
import { noAnnotations } from '@shared/episode/log/annotate'
import { type EpisodeSummary, summarizeEpisode } from '@shared/episode/projections/summary'
import { foldEvents, sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { connectTo, forgetHost } from '../../session/connection/connection.testkit'
import { useEpisodeList } from '../../session/episodes/episodes-store'
import { CutShortStrip } from './QuietStrips'

afterEach(() => {
  cleanup()
  forgetHost()
  useEpisodeList.setState({ entries: new Map() })
})

const summary = summarizeEpisode(foldEvents(sampleEpisode({ turns: 2, openTurn: true })))
const entry = (id: string, more: Partial<EpisodeSummary> = {}): LibraryEntry => ({
  id,
  running: false,
  readable: true,
  cutShort: true,
  summary: summary && { ...summary, ...more },
  annotations: noAnnotations,
  reason: null,
})

it('all episodes that a killed program played are resumed with one click, and no other', async () => {
  const resumed: unknown[] = []
  const api: Partial<HostApi> = {
    resumeEpisode: async ({ episodeId }) => {
      resumed.push(episodeId)
      return {}
    },
  }
  connectTo(api)
  const entries = [
    entry('one'),
    entry('two'),
    { ...entry('left open'), cutShort: undefined },
    entry('paused', { isPaused: true }),
    entry('of an agent', { player: { kind: 'mcp', label: 'An agent', model: null } }),
  ]
  useEpisodeList.getState().receive({ changed: entries as LibraryEntry[], removed: [] })
  render(<CutShortStrip />)
  expect(screen.getByRole('status').textContent).toContain('while it played 2 episodes')
  await userEvent.click(screen.getByRole('button', { name: 'Resume all' }))
  await expect.poll(() => resumed).toEqual(['one', 'two'])
})
