import { describe, expect, it } from 'vitest'
import { noAnnotations } from '@shared/episode/log/annotate'
import type { EpisodeState, Observation } from '@shared/episode/state/episode'
import { statesOf, type Step, WALK } from '../layout/walk.testkit'
import { notesByLocation, thingsLastSeen, turnsAtLocations } from '../list/turns-at-location'
import { trailOf } from './trail'

const states = statesOf(WALK)
const latest = states.at(-1) as EpisodeState

describe('trailOf', () => {
  it('contains the moves up to the playhead, latest first', () => {
    expect([...trailOf(latest, (id) => id)]).toEqual([
      ['3 west 2', 0],
      ['2 east 3', 1],
      ['1 north 2', 2],
    ])
    expect([...trailOf(states[0] as EpisodeState, (id) => id)]).toEqual([])
  })

  it('goes back 20 moves', () => {
    const paced = statesOf(
      Array.from({ length: 60 }, (_, turn): Step => [
        turn % 2 ? `walk ${turn}` : `return ${turn}`,
        1 + (turn % 2),
        'Room',
      ]),
    )
    expect(trailOf(paced.at(-1) as EpisodeState, (id) => id).size).toBe(20)
  })
})

describe('turnsAtLocations', () => {
  it('counts the opening as turn 0', () => {
    expect(turnsAtLocations(latest, [1])).toEqual([{ turn: 0, action: null, isByPerson: false }])
  })
})

describe('thingsLastSeen', () => {
  const seen = (id: number) => ({ id, name: `thing ${id}` })
  const stateWith = (
    ...locations: readonly { readonly visible: readonly number[]; readonly inventory: readonly number[] }[]
  ): EpisodeState => {
    const walked = statesOf(locations.map((_, index): Step => ['n', index + 1, `Room ${index + 1}`])).at(
      -1,
    ) as EpisodeState
    const observations = locations.map(({ visible, inventory }, index): Observation => ({
      ...((index === 0 ? walked.opening : walked.turns[index - 1]?.observation) as Observation),
      visible: visible.map(seen),
      inventory: inventory.map(seen),
    }))
    return {
      ...walked,
      opening: observations[0] ?? null,
      turns: walked.turns.map((turn, index) => ({ ...turn, observation: observations[index + 1] ?? null })),
    }
  }

  it('lists the objects of each room at the last visit', () => {
    expect([...thingsLastSeen(latest)]).toEqual([
      [2, ['thing 2']],
      [3, ['thing 3']],
      [1, ['thing 1']],
    ])
  })

  it('omits carried objects and their contents', () => {
    const things = thingsLastSeen(
      stateWith({ visible: [20, 21, 22, 23], inventory: [20] }, { visible: [24, 22], inventory: [20, 21] }),
    )
    expect(things).toEqual(
      new Map([
        [2, ['thing 24']],
        [1, ['thing 23']],
      ]),
    )
  })
})

describe('notesByLocation', () => {
  it('assigns notes to the room where the turn ended, up to the playhead', () => {
    const note = (turn: number, text: string) => ({ turn, note: text, bookmarked: false, isBreakpoint: false })
    const annotations = {
      ...noAnnotations,
      turns: [note(0, 'begins'), note(1, ''), note(3, 'odd'), note(5, 'back'), note(9, 'ahead')],
    }
    expect(
      [...notesByLocation(latest, annotations, (id) => id)].map(([location, notes]) => [
        location,
        notes.map(({ turn }) => turn),
      ]),
    ).toEqual([
      [1, [0]],
      [3, [3]],
      [2, [5]],
    ])
  })
})
