import { afterEach, expect, it } from 'vitest'
import type { EpisodeEvent } from '@shared/episode/log/event'
import { foldEvents, sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { goToTurn, savedTurn, stepPlayhead, useEpisode } from './episode-store'

const log = sampleEpisode({ turns: 20 })
const batch = (events: readonly EpisodeEvent[], live = true) => ({ events, live, warning: null })
const openAt = (turns: number) => {
  const end = log.findIndex((event) => event.event_type === 'turn_completed' && event.turn === turns) + 1
  useEpisode.getState().open('sample', 'live')
  useEpisode.getState().receive(batch(log.slice(0, end)))
  return end
}

afterEach(() => useEpisode.getState().close())

it('shows new events while live', () => {
  const end = openAt(10)
  useEpisode.getState().receive(batch(log.slice(end)))
  expect(useEpisode.getState().shown).toEqual(foldEvents(log))
})

it('keeps the shown state behind the end while events arrive', () => {
  const end = openAt(10)
  useEpisode.getState().movePlayhead({ turn: 4, event: null })
  const { shown } = useEpisode.getState()
  useEpisode.getState().receive(batch(log.slice(end)))
  expect(useEpisode.getState().shown).toBe(shown)
  expect(useEpisode.getState().history.latest.turns.length).toBe(20)
})

it('shows the whole earlier state one turn back', () => {
  openAt(10)
  useEpisode.getState().movePlayhead({ turn: 9, event: null })
  const { shown } = useEpisode.getState()
  const end = log.findIndex((event) => event.event_type === 'turn_completed' && event.turn === 9)
  expect(shown).toEqual(foldEvents(log.slice(0, end + 1)))
})

it('reaches a turn that is not read yet once the log arrives', () => {
  useEpisode.getState().open('sample', { turn: 7, event: null })
  useEpisode.getState().receive(batch(log.slice(0, 30), false))
  useEpisode.getState().receive(batch(log.slice(30)))
  expect(useEpisode.getState().shown.turns.length).toBe(7)
})

it('counts steps while nothing is read yet, without going to the end', () => {
  useEpisode.getState().open('sample', { turn: 0, event: null })
  for (let step = 0; step < 3; step++) stepPlayhead(1)
  useEpisode.getState().receive(batch(log.slice(0, 30), false))
  stepPlayhead(1)
  useEpisode.getState().receive(batch(log.slice(30)))
  expect(useEpisode.getState().playhead).toEqual({ turn: 4, event: null })
})

it('treats the last turn as the end only once the whole log is read or failed', () => {
  useEpisode.getState().open('sample', 'live')
  useEpisode.getState().receive(
    batch(
      log.slice(
        0,
        log.findIndex((event) => event.event_type === 'turn_started' && event.turn === 5),
      ),
      false,
    ),
  )
  goToTurn(4)
  expect(useEpisode.getState().playhead).toEqual({ turn: 4, event: null })
  useEpisode.getState().fail('The log is damaged.')
  goToTurn(4)
  expect(useEpisode.getState().playhead).toBe('live')
})

it('clears the first episode when another is opened', () => {
  openAt(10)
  useEpisode.getState().open('other', 'live')
  expect(useEpisode.getState().shown.manifest).toBeNull()
  expect(useEpisode.getState().history.events).toEqual([])
})

it('counts a turn as saved when the host reports it or it is read from disk', () => {
  const end = openAt(10)
  expect(savedTurn(useEpisode.getState())).toBe(10)
  const next = log.findIndex((event) => event.event_type === 'turn_completed' && event.turn === 11) + 1
  useEpisode.getState().receive({ ...batch(log.slice(end, next)), savedSeq: end - 1 })
  expect([useEpisode.getState().shown.turns.length, savedTurn(useEpisode.getState())]).toEqual([11, 10])
  useEpisode.getState().receive({ ...batch([]), savedSeq: next - 1 })
  expect(savedTurn(useEpisode.getState())).toBe(11)
})
