import { afterEach, expect, it } from 'vitest'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { connectTo, forgetHost } from '../../connection/connection.testkit'
import { setView, useView } from '../../view/view-store'
import { useEpisode } from '../episode-store'
import { closeLocalEpisode, DEMO_ID } from '../local-episodes'
import { FIRST_TURN } from '../playhead'
import { playDemo } from './demo'
import { speedOf, stopPlayback, usePlayback } from './playback'

const log = sampleEpisode({ turns: 5 })
const speed = () => speedOf(useEpisode.getState(), useView.getState().playbackSpeed)

afterEach(() => {
  stopPlayback()
  closeLocalEpisode(DEMO_ID)
  useEpisode.getState().close()
  forgetHost()
  setView({ failure: null, playbackSpeed: null })
})

it('plays the recording from its first turn, slowly enough to read', async () => {
  connectTo({ readDemo: async () => log.map((event) => JSON.stringify({ ...event, episode_id: 'demo' })).join('\n') })
  await playDemo()
  expect([useEpisode.getState().id, useEpisode.getState().playhead]).toEqual([DEMO_ID, FIRST_TURN])
  expect([usePlayback.getState().isPlaying, speed()]).toEqual([true, 0.5])
})

it('plays other episodes at the default speed, and both at a chosen speed', async () => {
  connectTo({ readDemo: async () => log.map((event) => JSON.stringify({ ...event, episode_id: 'demo' })).join('\n') })
  await playDemo()
  useEpisode.getState().open('sample', 'live')
  expect(speed()).toBe(2)
  setView({ playbackSpeed: 8 })
  expect(speed()).toBe(8)
  await playDemo()
  expect(speed()).toBe(8)
})

it('leaves an episode open that was opened while the recording loads', async () => {
  connectTo({ readDemo: async () => log.map((event) => JSON.stringify({ ...event, episode_id: 'demo' })).join('\n') })
  const playing = playDemo()
  useEpisode.getState().open('sample', 'live')
  await playing
  expect([useEpisode.getState().id, usePlayback.getState().isPlaying]).toEqual(['sample', false])
})

it('reports a recording that cannot be read, and leaves the open episode alone', async () => {
  connectTo({ readDemo: () => Promise.reject(new Error('The recording is missing.')) })
  useEpisode.getState().open('sample', 'live')
  useEpisode.getState().receive({ events: log, live: true, warning: null })
  await playDemo()
  expect(useView.getState()).toMatchObject({ failure: 'The recording is missing.', playbackSpeed: null })
  expect([useEpisode.getState().playhead, usePlayback.getState().isPlaying]).toEqual(['live', false])
})
