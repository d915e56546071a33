import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { ExperimentRow } from '@shared/contract/experiments'
import type { LibraryEntry } from '@shared/contract/library'
import { noAnnotations } from '@shared/episode/log/annotate'
import { summarizeEpisode } from '@shared/episode/projections/summary'
import { foldEvents, sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { useEpisode } from '../../session/episode/episode-store'
import { useEpisodeList } from '../../session/episodes/episodes-store'
import { useExperiments } from '../../session/experiments/experiments-store'
import { CutShortExperiments, RecoveredStrip } from './QuietStrips'

afterEach(() => {
  cleanup()
  useEpisode.getState().close()
  useEpisodeList.setState({ entries: new Map() })
  useExperiments.setState({ open: null, rows: null })
})

const unit = { experiment: 'lamps', arm: 'a', repeat: 1 }

const openInterrupted = (warning: string | null, of: typeof unit | undefined) => {
  const events = sampleEpisode({ turns: 2, openTurn: true }).map((event) =>
    event.event_type === 'episode_started' ? { ...event, unit: of } : event,
  )
  const summary = summarizeEpisode(foldEvents(events))
  const entry: LibraryEntry = {
    id: 'e',
    running: false,
    cutShort: true,
    readable: true,
    summary,
    annotations: noAnnotations,
    reason: null,
  }
  useEpisodeList.setState({ entries: new Map([['e', entry]]) })
  useEpisode.getState().open('e', 'live')
  useEpisode.getState().receive({ events, live: true, warning })
}

it.each([
  [null, undefined, /^The program ended unexpectedly\. Restored to turn 1, /],
  ['The disk is full.', undefined, /^The disk is full\. Restored to turn 1, /],
  [null, unit, /^It was interrupted with its experiment “lamps”\. Restored to turn 1, /],
])('says why an episode was interrupted: %j, %j', (warning, of, text) => {
  openInterrupted(warning, of)
  render(<RecoveredStrip />)
  expect(screen.getByRole('status').textContent).toMatch(text)
})

const [BEFORE, AFTER] = ['2020-01-01T00:00:00.000Z', '2120-01-01T00:00:00.000Z']
const ended = { state: 'ended', at: AFTER, reason: null, planned: 8, done: 2, failed: 0, playing: [] } as const
const spent = { spent: { cost_usd: 0, tokens: 0 }, wall_ms: 0, left_ms: null }
const receiveRow = (row: Partial<ExperimentRow>) =>
  useExperiments.setState({
    rows: [{ name: 'lamps', isRunning: false, progress: null, startedAt: null, arms: [], ...row }],
  })

it.each([
  ['The experiment “lamps” was cancelled.', { ...ended, end: 'cancelled' }],
  ['The program that ran the experiment “lamps” was stopped.', { ...ended, end: 'interrupted' }],
  ['The program ended unexpectedly while it ran the experiment “lamps”.', { ...ended, state: 'running' }],
  ['The experiment “lamps” stopped: The budget is spent.', { ...ended, end: 'budget', reason: 'The budget is spent' }],
] as const)('says once why the experiment of an episode stopped, and shows its page: %s', (text, progress) => {
  openInterrupted(null, unit)
  receiveRow({ progress: { ...progress, ...spent, playing: [] } })
  render(
    <>
      <RecoveredStrip />
      <CutShortExperiments />
    </>,
  )
  expect(screen.getByRole('status').textContent).toContain(`${text} Restored to turn 1, `)
  act(() => receiveRow({ isRunning: true, progress: { ...ended, ...spent, state: 'running', playing: [] } }))
  expect(screen.getByRole('status').textContent).toContain('It waits for its experiment “lamps”, which is running.')
  fireEvent.click(screen.getByRole('button', { name: 'Show experiment' }))
  expect(useExperiments.getState().open?.name).toBe('lamps')
})

it('does not take the end of the run for the reason of an episode that the user continued after it', () => {
  openInterrupted(null, unit)
  receiveRow({ progress: { ...ended, ...spent, at: BEFORE, end: 'cancelled', playing: [] } })
  const show = () =>
    render(
      <>
        <RecoveredStrip />
        <CutShortExperiments />
      </>,
    )
  show()
  expect(screen.getByRole('status').textContent).toMatch(/^The program ended unexpectedly\. Restored to turn 1, /)
  cleanup()
  useEpisode.getState().close()
  show()
  expect(screen.queryByRole('status')).toBeNull()
})
