import { act, cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { latestObservation } from '@shared/episode/state/episode'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { changesOfTurn } from '@shared/episode/state/turn-changes'
import { useConnection } from '../../session/connection/connection-store'
import { useEpisode } from '../../session/episode/episode-store'
import { TimelinePanel } from './TimelinePanel'
import styles from './TimelinePanel.module.css'

afterEach(() => {
  cleanup()
  useEpisode.getState().close()
})

it('shows tokens only if a model plays', () => {
  const log = sampleEpisode({ turns: 3 })
  const lanes = () => {
    const { container, unmount } = render(<TimelinePanel />)
    const names = container.querySelector(`.${styles.names}`)?.textContent
    unmount()
    return names
  }
  useEpisode.getState().open('sample', 'live')
  useEpisode.getState().receive({ events: log, live: true, warning: null })
  expect(lanes()).toBe('ScoreLatencyTurnsTime')
  useEpisode.getState().open('other', 'live')
  const byModel = log.map((event) =>
    event.event_type === 'episode_started'
      ? { ...event, player: { ...event.player, kind: 'llm' as const, model: 'test/lantern' } }
      : event,
  )
  useEpisode.getState().receive({ events: byModel, live: true, warning: null })
  expect(lanes()).toBe('ScoreTokensLatencyTurnsTimeTokens')
})

it('reports that an episode is being read, or the address at which it can be read', () => {
  useEpisode.getState().open('sample', 'live')
  const { container } = render(<TimelinePanel />)
  expect(container.textContent).toContain('Reading the first turns of the episode…')
  const lost = { phase: 'lost', attempt: 1, retryAtMs: null, reason: 'no_token' } as const
  act(() => useConnection.setState({ connection: lost }))
  expect(container.textContent).toContain('The episode loads at the full address that the host printed.')
  act(() => useConnection.setState({ connection: { phase: 'connecting' } }))
})

it('shows the figures of the previous turn while the playhead is inside a turn', () => {
  useEpisode.getState().open('sample', 'live')
  useEpisode.getState().receive({ events: sampleEpisode({ turns: 30 }), live: true, warning: null })
  const { latest } = useEpisode.getState().history
  const scoring = latest.turns.find((turn) => changesOfTurn(latest, turn).scoreDelta !== 0)
  if (!scoring) throw new Error('The sample has a score.')
  const { container } = render(<TimelinePanel />)
  const score = () => container.querySelector(`.${styles.values} span`)?.textContent
  for (const event of [1, null]) {
    act(() => useEpisode.getState().movePlayhead({ turn: scoring.number, event }))
    expect(score()).toBe(String(latestObservation(useEpisode.getState().shown)?.score))
  }
})
