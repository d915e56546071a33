import { contractError } from '@shared/contract/rpc'
import { sampleEpisode } from '@shared/episode/sample-episode.testkit'
import { afterEach, expect, it } from 'vitest'
import { connectTo, forgetHost } from './connection.testkit'
import { playDemo } from './demo'
import { useEpisode } from './episode-store'
import { closeLocalEpisode, DEMO_ID } from './local-episodes'
import { stopPlayback, usePlayback } from './playback'
import { FIRST_TURN } from './playhead'
import { setView, useView } from './view-store'

const log = sampleEpisode({ turns: 5 })

afterEach(() => {
  stopPlayback()
  closeLocalEpisode(DEMO_ID)
  useEpisode.getState().close()
  forgetHost()
  setView({ failure: null, playbackSpeed: 2 })
})

it('the recording plays from its first turn, slowly enough to be read', async () => {
  connectTo({ readDemo: async () => log.map((event) => JSON.stringify({ ...event, episode_id: 'demo' })).join('\n') })
  await playDemo()
  expect([useEpisode.getState().id, useEpisode.getState().playhead]).toEqual([DEMO_ID, FIRST_TURN])
  expect([usePlayback.getState().isPlaying, useView.getState().playbackSpeed]).toEqual([true, 0.5])
})

it.each([
  ['the speed that the reader had chosen is there again', null, 8],
  ['a speed that the reader has chosen meanwhile stays', 4, 4],
])('after the recording %s', async (_what, chosen, expected) => {
  connectTo({ readDemo: async () => log.map((event) => JSON.stringify({ ...event, episode_id: 'demo' })).join('\n') })
  setView({ playbackSpeed: 8 })
  await playDemo()
  if (chosen !== null) setView({ playbackSpeed: chosen })
  useEpisode.getState().open('sample', 'live')
  expect(useView.getState().playbackSpeed).toBe(expected)
})

it('a recording that cannot be read says why, and leaves the open episode where it is', async () => {
  connectTo({ readDemo: () => Promise.reject(contractError('internal', 'The recording is missing.')) })
  useEpisode.getState().open('sample', 'live')
  useEpisode.getState().receive({ events: log, live: true, warning: null })
  await playDemo()
  expect(useView.getState()).toMatchObject({ failure: 'The recording is missing.', playbackSpeed: 2 })
  expect([useEpisode.getState().playhead, usePlayback.getState().isPlaying]).toEqual(['live', false])
})
