import { expect, it } from 'vitest'
import { MIND_TURNS, mindEpisode } from '../state/mind-episode.testkit'
import { foldEvents, sampleEpisode } from '../state/sample-episode.testkit'
import { markersOf } from './markers'

const log = sampleEpisode({ turns: 80 })
const state = foldEvents(log)

it('a location is marked as new only at the first visit', () => {
  const reached = markersOf(state).filter(({ kind }) => kind === 'new_location')
  expect(reached.length).toBe(Object.keys(state.map.locations).length - 1)
})

it('a location is new even if an older map was queried first', () => {
  const { map, ...rest } = foldEvents(log)
  const isReached = (marker: { readonly kind: string }) => marker.kind === 'new_location'
  expect(markersOf({ ...rest, map: { ...map, locations: {} } }).filter(isReached)).toEqual([])
  expect(markersOf({ ...rest, map }).filter(isReached)).toEqual(markersOf(state).filter(isReached))
})

it('every change of score is marked by its direction', () => {
  const scores = [state.opening, ...state.turns.map(({ observation }) => observation)].map(
    (observation) => observation?.score ?? 0,
  )
  const changed = state.turns.filter((_, index) => scores[index + 1] !== scores[index]).map(({ number }) => number)
  expect(
    markersOf(state)
      .filter(({ kind }) => kind === 'score_gain' || kind === 'score_loss')
      .map(({ turn }) => turn),
  ).toEqual(changed)
})

it('markers of a prefix are the first markers of the whole', () => {
  const end = log.findIndex((event) => event.event_type === 'turn_completed' && event.turn === 40) + 1
  const prefix = markersOf(foldEvents(log.slice(0, end)))
  expect(prefix).toEqual(markersOf(state).slice(0, prefix.length))
})

it('the same action in the same place is a loop from the third time on', () => {
  const turn = state.turns.find(({ observation }) => observation?.score === state.opening?.score)
  if (!turn) throw new Error('The sample has no turn before the first change of score.')
  const looping = Array.from({ length: 4 }, (_, index) => ({ ...turn, number: index + 1 }))
  expect(
    markersOf({ ...state, turns: looping })
      .filter(({ kind }) => kind === 'loop')
      .map(({ turn: at }) => at),
  ).toEqual([3, 4])
})

it('a turn is marked if the player got more stuck, contradicted a note or acted on a false belief', () => {
  const minded = foldEvents(mindEpisode())
  const turnsOf = (kind: string) => markersOf(minded).flatMap((marker) => (marker.kind === kind ? [marker.turn] : []))
  expect(turnsOf('stuck')).toEqual([MIND_TURNS.stuck, MIND_TURNS.moreStuck])
  expect(turnsOf('note_contradicted')).toEqual([MIND_TURNS.contradicted])
  const acting = minded.turns.map((turn) =>
    turn.number === MIND_TURNS.falseBelief && turn.action
      ? { ...turn, action: { ...turn.action, action: 'take lantern' } }
      : { ...turn },
  )
  const actedOn = markersOf({ ...minded, turns: acting }).filter(({ kind }) => kind === 'false_belief')
  expect(actedOn.map(({ turn }) => turn)).toEqual([MIND_TURNS.falseBelief])
})
