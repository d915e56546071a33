import { expect, it } from 'vitest'
import { type EpisodeState, emptyEpisode } from '@shared/episode/state/episode'
import { reduceEpisode } from '@shared/episode/state/reduce-episode'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import type { Played, PlayedEpisode } from '../../../host/episode/watch-played'
import { notificationFor, progressOf } from './episode-notification'

const sample = sampleEpisode({ turns: 3 }).reduce(reduceEpisode, emptyEpisode)
const episode = (id: string, over: Partial<EpisodeState> = {}): PlayedEpisode => ({
  id,
  state: { ...sample, ended: null, control: { mode: 'running', reason: null }, ...over },
})
const playing = (...here: readonly PlayedEpisode[]): Played => ({ here, gone: [] })
const paused: Partial<EpisodeState> = { control: { mode: 'paused', reason: 'Paused: <b>no</b>' } }
const ended = (kind: 'won' | 'stopped'): Partial<EpisodeState> => ({ ended: { ended: kind, reason: 'It is over' } })
const title = sample.manifest?.game.title

it('there is a notification for an ended episode, and none for a stopped or suspended one', () => {
  const before = playing(episode('a'))
  const gone = (over: Partial<EpisodeState>) => notificationFor(before, { here: [], gone: [episode('a', over)] })
  expect(gone(ended('won'))).toEqual({ title, body: 'The episode has ended, after 3 turns.' })
  expect([gone(ended('stopped')), gone({})]).toEqual([null, null])
})

it('there is one notification for a paused episode, without text of the game or model', () => {
  const now = playing(episode('a', paused))
  expect(notificationFor(playing(episode('a')), now)).toEqual({ title, body: 'The episode is paused, after 3 turns.' })
  expect([notificationFor(now, now), notificationFor(playing(), now)]).toEqual([null, null])
})

it('several episodes at once share one notification', () => {
  const before = playing(episode('a'), episode('b'))
  const now = { here: [episode('b', paused)], gone: [episode('a', ended('won'))] }
  expect(notificationFor(before, now)).toEqual({ title: 'ZorkGPT', body: '2 episodes have ended or are paused.' })
})

it('the progress is that of all episodes with a turn limit, and there is none without such episodes', () => {
  expect(progressOf([])).toBe(-1)
  expect(progressOf([episode('a', { turnLimit: null })])).toBe(-1)
  expect(progressOf([episode('a', { turnLimit: 6 }), episode('b', { turnLimit: null })])).toBe(0.5)
  expect(progressOf([episode('a', { turnLimit: 3 }), episode('b', { turnLimit: 9 })])).toBe(0.5)
})
