import type { Turn } from '@shared/episode/episode'
import { foldEvents, sampleEpisode } from '@shared/episode/sample-episode.testkit'
import { expect, it } from 'vitest'
import { hourBefore, lastedAnHour, spacingOf } from './spacing'

const MINUTE_MS = 60_000
const { turns } = foldEvents(sampleEpisode({ turns: 180 }))
/** A minute a turn, without a wait: three hours. */
const slow = turns.map((turn, index): Turn => {
  const at = (minutes: number) => new Date(Date.parse('2026-03-02T09:00:00.000Z') + minutes * MINUTE_MS).toISOString()
  return turn.completed ? { ...turn, startedAt: at(index), completed: { ...turn.completed, at: at(index + 1) } } : turn
})

it('an hour is as many turns as were played in the hour up to the playhead', () => {
  expect(hourBefore(spacingOf('turns', slow, 180), slow, 180, 120)).toEqual({ span: 60, end: 120 })
  expect(hourBefore(spacingOf('time', slow, 180), slow, 180, 120)).toEqual({
    span: 60 * MINUTE_MS,
    end: 120 * MINUTE_MS,
  })
})

it('near the opening it is the first hour, at the end it goes along', () => {
  expect(hourBefore(spacingOf('turns', slow, 180), slow, 180, 7)).toEqual({ span: 60, end: 60 })
  expect(hourBefore(spacingOf('turns', slow, 180), slow, 180, 180)).toEqual({ span: 60, end: null })
})

it('an episode that took less has none', () => {
  expect(hourBefore(spacingOf('turns', turns, 180), turns, 180, 90)).toBeNull()
  expect([lastedAnHour(turns), lastedAnHour(slow)]).toEqual([false, true])
})
