import { afterEach, beforeEach, expect, it } from 'vitest'
import { ExpectedError } from '@shared/base/expected-error'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { connectTo, forgetHost } from '../connection/connection.testkit'
import { useEpisode } from '../episode/episode-store'
import { setView, useView } from '../view/view-store'
import { controlEpisode, resumeEpisode } from './episode-commands'

beforeEach(() => {
  useEpisode.getState().open('sample', { turn: 1, event: null })
  useEpisode.getState().receive({ events: sampleEpisode({ turns: 3 }), live: true, warning: null })
})
afterEach(() => {
  useEpisode.getState().close()
  setView({ failure: null })
  forgetHost()
})

it('a step requested in the past shows the new turn; a pause does not', async () => {
  connectTo({ controlEpisode: async () => ({}) })
  await controlEpisode('pause')
  expect(useEpisode.getState().playhead).not.toBe('live')
  await controlEpisode('step_turn')
  expect(useEpisode.getState().playhead).toBe('live')
})

it('resuming an episode that is already running causes no failure', async () => {
  const refuse = (kind: 'running' | 'not_resumable') =>
    connectTo({
      resumeEpisode: async () => {
        throw new ExpectedError(kind, 'Episode 2026-03-02T09-30-00-sample is already running.')
      },
    })
  refuse('running')
  await resumeEpisode()
  expect(useView.getState().failure).toBeNull()
  refuse('not_resumable')
  await resumeEpisode()
  expect(useView.getState().failure).not.toBeNull()
})
