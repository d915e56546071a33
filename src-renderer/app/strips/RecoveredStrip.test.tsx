import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { noAnnotations } from '@shared/episode/log/annotate'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { useEpisode } from '../../session/episode/episode-store'
import { useEpisodeList } from '../../session/episodes/episodes-store'
import { RecoveredStrip } from './QuietStrips'

afterEach(() => {
  cleanup()
  useEpisode.getState().close()
  useEpisodeList.setState({ entries: new Map() })
})

const unit = { experiment: 'lamps', arm: 'a', repeat: 1 }

it.each([
  [null, undefined, /^The program ended unexpectedly\. Restored to turn 1, /],
  ['The disk is full.', undefined, /^The disk is full\. Restored to turn 1, /],
  [null, unit, /^Its experiment was cancelled, or the program ended\. Restored to turn 1, /],
])('says why an episode was interrupted: %j, %j', (warning, of, text) => {
  const entry = { id: 'e', running: false, readable: true, summary: null, reason: null }
  useEpisodeList.setState({ entries: new Map([['e', { ...entry, annotations: noAnnotations }]]) })
  useEpisode.getState().open('e', 'live')
  const events = sampleEpisode({ turns: 2, openTurn: true }).map((event) =>
    event.event_type === 'episode_started' ? { ...event, unit: of } : event,
  )
  useEpisode.getState().receive({ events, live: true, warning })
  render(<RecoveredStrip />)
  expect(screen.getByRole('status').textContent).toMatch(text)
})
