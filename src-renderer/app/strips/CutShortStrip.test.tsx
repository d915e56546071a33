import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { ExpectedError } from '@shared/base/expected-error'
import type { HostApi } from '@shared/contract/contract'
import type { LibraryEntry } from '@shared/contract/library'
import { noAnnotations } from '@shared/episode/log/annotate'
import { type EpisodeSummary, summarizeEpisode } from '@shared/episode/projections/summary'
import { foldEvents, sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { connectTo, forgetHost } from '../../session/connection/connection.testkit'
import { useEpisode } from '../../session/episode/episode-store'
import { useBulkAction } from '../../session/episodes/bulk-action'
import { useEpisodeList } from '../../session/episodes/episodes-store'
import { useExperiments } from '../../session/experiments/experiments-store'
import { CutShortExperiments, CutShortStrip, RecoveredStrip } from './QuietStrips'

afterEach(() => {
  cleanup()
  forgetHost()
  useEpisode.getState().close()
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

it('one click resumes all episodes that a killed process was playing, and no other', async () => {
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

it('an experiment that a killed process was running continues as a whole, not episode by episode', async () => {
  const continued: unknown[] = []
  connectTo({
    resumeExperiment: async ({ name }) => {
      continued.push(name)
      return {}
    },
  })
  const unit = { experiment: 'arms', arm: 'random' }
  const row = { name: 'arms', isRunning: false, progress: null, startedAt: null, arms: [] }
  useExperiments.setState({ rows: [row] })
  useEpisodeList.getState().receive({ changed: [entry('one', { unit }), entry('two', { unit })], removed: [] })
  render(
    <>
      <CutShortStrip />
      <CutShortExperiments />
    </>,
  )
  expect(screen.getByRole('status').textContent).toContain('while it ran the experiment “arms”')
  await userEvent.click(screen.getByRole('button', { name: 'Continue it' }))
  expect(useExperiments.getState().open?.name).toBe('arms')
  expect(screen.queryByRole('status')).toBeNull()
  await expect.poll(() => continued).toEqual(['arms'])
  useExperiments.setState({ open: null, rows: null })
})

it('one strip names the open episode and the others, with one button that resumes them', () => {
  connectTo({})
  useEpisodeList.getState().receive({ changed: [entry('open'), entry('one'), entry('two')], removed: [] })
  useEpisode.getState().open('open', 'live')
  const events = sampleEpisode({ turns: 2, openTurn: true })
  useEpisode.getState().receive({ events, live: true, warning: null })
  render(
    <>
      <RecoveredStrip />
      <CutShortStrip />
    </>,
  )
  expect(screen.getByRole('status').textContent).toContain('2 other episodes were interrupted too')
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Resume all', 'End episode'])
})

it('an episode that another window has already resumed causes no failure', async () => {
  connectTo({
    resumeEpisode: ({ episodeId }) =>
      Promise.reject(new ExpectedError(episodeId === 'one' ? 'running' : 'not_resumable', 'It cannot be resumed.')),
  })
  useEpisodeList.getState().receive({ changed: [entry('one'), entry('two')], removed: [] })
  render(<CutShortStrip />)
  await userEvent.click(screen.getByRole('button', { name: 'Resume all' }))
  await expect.poll(() => useBulkAction.getState().action?.isOver).toBe(true)
  expect(useBulkAction.getState().action?.failures.map(({ id }) => id)).toEqual(['two'])
})
