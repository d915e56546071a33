import { describe, expect, it } from 'vitest'
import type { Turn } from '@shared/episode/state/episode'
import { foldEvents, sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { WHOLE, turnAtX, xOf } from './axis'
import { spacingOf } from './spacing'

const { turns } = foldEvents(sampleEpisode({ turns: 40, model: 'test/lantern' }))
/** Turns with a pause of an hour before turn 20. */
const interrupted = turns.map((turn): Turn => {
  const later = (iso: string) => new Date(Date.parse(iso) + 3_600_000).toISOString()
  return turn.number < 20 || !turn.completed
    ? turn
    : { ...turn, startedAt: later(turn.startedAt), completed: { ...turn.completed, at: later(turn.completed.at) } }
})

describe('the spacing of turns', () => {
  it.each(['time', 'tokens'] as const)('by %s is monotonic from 0 to 1', (axis) => {
    const { places } = spacingOf(axis, turns, 40)
    const list = [...(places ?? [])]
    expect(list).toEqual(list.toSorted((a, b) => a - b))
    expect([list[0], list.at(-1), list.length]).toEqual([0, 1, 41])
  })

  it('shortens and marks a long wait', () => {
    const cut = spacingOf('time', interrupted, 40)
    expect(cut.gaps.map(({ turn }) => turn)).toEqual([20])
    expect(cut.gaps[0]?.ms).toBeGreaterThan(3_590_000)
    const whole = spacingOf('time', turns, 40)
    expect(whole.gaps).toEqual([])
    expect((cut.playedMs?.[40] ?? 0) - (whole.playedMs?.[40] ?? 0)).toBeLessThan(2_000)
  })

  it('puts the turn being played at the end', () => {
    expect(spacingOf('tokens', turns, 41).places?.[41]).toBe(1)
  })

  it('is even without any values', () => {
    expect(
      spacingOf(
        'tokens',
        turns.map((turn) => ({ ...turn, iterations: [] })),
        40,
      ).places,
    ).toBeNull()
  })

  it('maps positions back to turns', () => {
    const axis = { width: 4000, last: 40, places: spacingOf('time', turns, 40).places, sight: WHOLE }
    for (let turn = 0; turn <= 40; turn++) expect(turnAtX(axis, xOf(axis, turn))).toBe(turn)
  })
})
