import { describe, expect, it } from 'vitest'
import { emptyEpisode } from '@shared/episode/state/episode'
import { reduceEpisode } from '@shared/episode/state/reduce-episode'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { changesOfTurn } from '@shared/episode/state/turn-changes'
import { longestStuckPhase } from './stuck-phase'

describe('the longest stuck phase', () => {
  it('is the longest stretch without points and new rooms', () => {
    const state = sampleEpisode({ turns: 300 }).reduce(reduceEpisode, emptyEpisode)
    const progressed = state.turns.map(
      (turn) =>
        changesOfTurn(state, turn).scoreDelta > 0 ||
        Object.values(state.map.locations).some(({ firstTurn }) => firstTurn === turn.number),
    )
    const phase = longestStuckPhase(state)
    const runs = progressed
      .map((did) => (did ? ' ' : 'x'))
      .join('')
      .split(' ')
      .map(({ length }) => length)
    expect(phase && phase.lastTurn - phase.firstTurn + 1).toBe(Math.max(...runs))
    expect(phase && progressed.slice(phase.firstTurn - 1, phase.lastTurn)).not.toContain(true)
  })

  it('is null if nothing was played', () => {
    expect(longestStuckPhase(emptyEpisode)).toBeNull()
  })
})
