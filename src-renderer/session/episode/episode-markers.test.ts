import { afterEach, expect, it } from 'vitest'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { cycleErrors } from './episode-markers'
import { useEpisode } from './episode-store'
import { turnOf } from './playhead'

afterEach(() => useEpisode.getState().close())

it('cycles through the errors, also from the end of the episode', () => {
  useEpisode.getState().open('sample', 'live')
  useEpisode.getState().receive({ events: sampleEpisode({ turns: 1000 }), live: true, warning: null })
  const next = () => {
    cycleErrors()
    const { history, playhead } = useEpisode.getState()
    return turnOf(history, playhead)
  }
  const withErrors = useEpisode
    .getState()
    .history.latest.turns.filter(({ problems }) => problems.length > 0)
    .map(({ number }) => number)
  expect(withErrors.length).toBeGreaterThan(1)
  expect([...withErrors, 0].map(next)).toEqual([...withErrors, withErrors[0]])
})
