import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { annotate, noAnnotations } from '@shared/episode/log/annotate'
import { markersOf } from '@shared/episode/projections/markers'
import { NO_PAUSE_RULES, DEFAULT_PAUSE_RULES } from '@shared/episode/projections/pause-rules'
import { foldEvents, sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { useEpisodeList } from '../../episodes/episodes-store'
import { setView } from '../../view/view-store'
import { useEpisode } from '../episode-store'
import { turnOf } from '../playhead'
import { startPlayback, stopPlayback, usePlayback } from './playback'

const log = sampleEpisode({ turns: 40 })
const turn = () => turnOf(useEpisode.getState().history, useEpisode.getState().playhead)

beforeEach(() => {
  vi.useFakeTimers()
  useEpisode.getState().open('sample', 'live')
  useEpisode.getState().receive({ events: log, live: true, warning: null })
})
afterEach(() => {
  stopPlayback()
  vi.useRealTimers()
  useEpisode.getState().close()
  useEpisodeList.setState({ entries: new Map(), isRead: false })
  setView({ pauseRules: DEFAULT_PAUSE_RULES, playbackStopsAtMarkers: false, playbackPace: 'even', playbackSpeed: null })
})

const playOn = () => {
  startPlayback()
  vi.advanceTimersByTime(60_000)
}

describe('playback', () => {
  it('runs from the opening to the end without rules', () => {
    setView({ pauseRules: NO_PAUSE_RULES })
    playOn()
    expect(usePlayback.getState()).toMatchObject({ isPlaying: false, stopped: null })
    expect(useEpisode.getState().playhead).toBe('live')
  })

  it('stops where a rule would pause the agent, with the reason', () => {
    setView({ pauseRules: { ...NO_PAUSE_RULES, score_change: true } })
    playOn()
    expect(turn()).toBe(
      markersOf(foldEvents(log)).find(({ kind }) => kind === 'score_gain' || kind === 'score_loss')?.turn,
    )
    expect(usePlayback.getState().stopped?.why).toMatch(/^Paused: score \d+ → \d+$/)
  })

  it('stops at a breakpoint and resumes from it', () => {
    setView({ pauseRules: NO_PAUSE_RULES })
    const annotations = annotate(noAnnotations, { turn: 7, bookmarked: false, isBreakpoint: true, note: '' })
    useEpisodeList.getState().receive({
      changed: [{ id: 'sample', running: false, readable: true, summary: null, annotations, reason: null }],
      removed: [],
    })
    playOn()
    expect(turn()).toBe(7)
    playOn()
    expect(useEpisode.getState().playhead).toBe('live')
  })

  it.each<[string, () => void]>([
    ['the playhead is moved', () => useEpisode.getState().movePlayhead({ turn: 20, event: null })],
    ['another episode is opened', () => useEpisode.getState().open('other', { turn: 20, event: null })],
  ])('stops when %s', (_what, move) => {
    setView({ pauseRules: NO_PAUSE_RULES })
    startPlayback()
    vi.advanceTimersByTime(2_000)
    move()
    expect(usePlayback.getState().isPlaying).toBe(false)
    vi.advanceTimersByTime(60_000)
    expect(useEpisode.getState().playhead).toEqual({ turn: 20, event: null })
  })

  it('stops at every marker if set to', () => {
    setView({ pauseRules: NO_PAUSE_RULES, playbackStopsAtMarkers: true })
    playOn()
    expect(turn()).toBe(markersOf(foldEvents(log))[0]?.turn)
    expect(usePlayback.getState().stopped?.why).toMatch(/^Stopped at a marker: /)
  })

  it('follows the recorded pace at the set speed, with long waits cut', () => {
    const { turns } = foldEvents(log)
    setView({ pauseRules: NO_PAUSE_RULES, playbackPace: 'recorded', playbackSpeed: 4 })
    startPlayback()
    const first = Math.min(2000, turns[0]?.completed?.durationMs ?? 0) / 4
    vi.advanceTimersByTime(first - 1)
    expect(turn()).toBe(0)
    vi.advanceTimersByTime(2)
    expect(turn()).toBe(1)
    vi.advanceTimersByTime((40 * 2000) / 4)
    expect(useEpisode.getState().playhead).toBe('live')
  })
})
