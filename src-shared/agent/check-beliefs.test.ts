import { describe, expect, it } from 'vitest'
import type { EventBody } from '../episode/log/event'
import type { BeliefCheck } from '../episode/log/mind-events'
import { NO_MIND } from '../episode/log/mind-schema'
import { arbitraryManifest, stampAll } from '../episode/state/arbitrary-episode.testkit'
import { emptyEpisode, type EpisodeState } from '../episode/state/episode'
import { plainObservation } from '../episode/state/plain-turn.testkit'
import { reduceEpisode } from '../episode/state/reduce-episode'
import type { ObjectLocation } from '../map/location-survey'
import { checkBeliefs, objectsBelieved } from './check-beliefs'
import type { GivenNote } from './parts/note-events'
import { noteEvents } from './parts/note-events'

const HALL = { id: 1, name: 'Hall' }
const CELLAR = { id: 2, name: 'Cellar' }
const fold = (state: EpisodeState, ...events: readonly EventBody[]): EpisodeState =>
  stampAll(events, state.seq + 1).reduce(reduceEpisode, state)
const see = (turn: number, action: string | null, location = HALL): EventBody => ({
  event_type: 'observation_made',
  turn,
  action,
  ...plainObservation('So.', { location }),
})
const begun = fold(emptyEpisode, { ...arbitraryManifest, mind: { ...NO_MIND, parts: ['notes'] } }, see(0, null))

/** A turn with this action, up to the point where it is judged. */
function play(state: EpisodeState, action = 'wait', more: { expect?: string } = {}): EpisodeState {
  const turn = state.turns.length + 1
  const chosen = {
    event_type: 'action_chosen',
    turn,
    action,
    reasoning: '',
    new_objective: null,
    source: 'model',
    ...more,
  } as const
  return fold(state, { event_type: 'turn_started', turn }, chosen, see(turn, action))
}
function finish(state: EpisodeState, checks: readonly BeliefCheck[]): EpisodeState {
  const turn = state.openTurn?.number ?? 0
  return fold(state, ...(checks.length > 0 ? [{ event_type: 'beliefs_checked', turn, checks } as const] : []), {
    event_type: 'turn_completed',
    turn,
    duration_ms: 1,
    snapshot: null,
    state_hash: 'h',
  })
}
const noted = (state: EpisodeState, note: Partial<GivenNote>): EpisodeState =>
  fold(
    state,
    ...noteEvents(
      { state },
      { kind: 'object_at', subject: 'lamp', value: '', text: 'The lamp is here.', lasts: 'episode', ...note },
      { turn: state.turns.length, place: 1, by: 'actor' },
    ),
  )
const lampIn = (location: typeof HALL | null, isHeld = false): readonly ObjectLocation[] => [
  { asked: 'lamp', object: { id: 9, name: 'brass lamp' }, location, isHeld },
]
const verdicts = (checks: readonly BeliefCheck[]) =>
  checks.map(({ source, verdict, since }) => [source, verdict, since])

describe('a belief about an object', () => {
  it('is true if the object is there, and stale after it moved', () => {
    let state = play(noted(begun, {}))
    expect(objectsBelieved(state)).toEqual(['lamp'])
    const first = checkBeliefs(state, lampIn(HALL))
    expect(verdicts(first)).toEqual([['n1', 'right', undefined]])
    state = play(finish(state, first))
    expect(checkBeliefs(state, lampIn(HALL))).toEqual([])
    const second = checkBeliefs(state, lampIn(null, true))
    expect(second).toMatchObject([{ source: 'n1', verdict: 'stale', since: 2, truth: 'The player has it.' }])
    state = play(finish(state, second), 'take lamp')
    expect(verdicts(checkBeliefs(state, lampIn(CELLAR)))).toEqual([['n1', 'stale', 2]])
  })

  it('was never true if it never became true, and is unknowable for an unknown object', () => {
    const state = play(noted(begun, {}))
    expect(verdicts(checkBeliefs(state, lampIn(CELLAR)))).toEqual([['n1', 'never_true', undefined]])
    expect(verdicts(checkBeliefs(state, []))).toEqual([['n1', 'unknowable', undefined]])
  })
})

describe('a belief about an exit', () => {
  const survey = (to: number | null): EventBody => ({
    event_type: 'location_surveyed',
    turn: 0,
    location: 1,
    light: null,
    exits: [{ direction: 'down', to, door: null }],
  })
  const believed = (value: string, ...before: readonly EventBody[]) => {
    const moved = fold(begun, ...before)
    return verdicts(
      checkBeliefs(play(noted(moved, { kind: 'exit', subject: 'down', value, text: `Down is the ${value}.` })), []),
    )
  }
  const seen: readonly EventBody[] = [
    { event_type: 'turn_started', turn: 1 },
    see(1, 'down', CELLAR),
    { event_type: 'turn_completed', turn: 1, duration_ms: 1, snapshot: null, state_hash: 'h' },
  ]

  it('is compared with the survey, if the place behind it has a known name', () => {
    expect(believed('cellar', survey(2), ...seen)).toEqual([['n1', 'right', undefined]])
    expect(believed('attic', survey(2), ...seen)).toEqual([['n1', 'never_true', undefined]])
    expect(believed('cellar', survey(2))).toEqual([['n1', 'unknowable', undefined]])
    expect(believed('cellar')).toEqual([['n1', 'unknowable', undefined]])
  })
})

describe('the prediction of an action', () => {
  it('is checked if it names a possible outcome', () => {
    const expected = (expect: string) => checkBeliefs(play(begun, 'wait', { expect }), []).map(({ verdict }) => verdict)
    expect(expected('I take it.')).toEqual(['never_true'])
    expect(expected('Something lovely.')).toEqual(['unknowable'])
    expect(checkBeliefs(play(begun), [])).toEqual([])
  })
})
