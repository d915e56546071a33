import type { EpisodeState } from '@shared/episode/episode'
import { describe, expect, it } from 'vitest'
import { trailOf } from './trail'
import { lastSeenIn, turnsInRooms } from './turns-in-room'
import { statesOf, type Step, WALK } from './walk.testkit'

const states = statesOf(WALK)
const latest = states.at(-1) as EpisodeState

describe('trailOf', () => {
  it('holds the moves up to the playhead, latest first, and no turn that stayed', () => {
    expect([...trailOf(latest, (id) => id)]).toEqual([['3 west 2', 0], ['2 east 3', 1], ['1 north 2', 2]])
    expect([...trailOf(states[0] as EpisodeState, (id) => id)]).toEqual([])
  })

  it('goes back 20 moves', () => {
    const paced = statesOf(Array.from({ length: 60 }, (_, turn): Step => [turn % 2 ? `walk ${turn}` : `return ${turn}`, 1 + (turn % 2), 'Room']))
    expect(trailOf(paced.at(-1) as EpisodeState, (id) => id).size).toBe(20)
  })
})

describe('turnsInRooms', () => {
  it('counts the opening as turn 0', () => {
    expect(turnsInRooms(latest, [1])).toEqual([{ turn: 0, action: null }])
  })

  it('knows what was seen there last', () => {
    expect(lastSeenIn(latest, 2)).toEqual(['thing 2'])
    expect(lastSeenIn(latest, 99)).toBeNull()
  })
})
