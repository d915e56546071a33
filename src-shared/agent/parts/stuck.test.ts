import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blocksOf, type MadeTurn, times, walk } from './blocks.testkit'
import { turnsWithoutProgress } from './progress'
import { isPlateau, stuckOf } from './stuck'

const after = (...turns: readonly MadeTurn[]) => stuckOf(blocksOf([{}, ...turns]))
/** A different command each time, in a few known rooms. */
const idle = (count: number): readonly MadeTurn[] => [
  ...walk(2, 3, 4, 5, 6, 1),
  ...Array.from({ length: count }, (_, index) => ({
    action: `ponder ${index}`,
    place: [1, 2, 4, 3, 6, 5, 1, 4][index % 8] ?? 1,
  })),
]

describe('progress', () => {
  it.each<[string, MadeTurn]>([
    ['a higher score', { score: 5 }],
    ['a new location', { place: 9 }],
    ['an object first held', { holds: [7] }],
    ['a thing first opened', { action: 'open box', outcome: 'opened_or_revealed' }],
  ])('is %s', (_what, turn) => {
    const before = [{}, ...times(5, {})]
    expect(turnsWithoutProgress(blocksOf([...before, turn]))).toBe(0)
    expect(turnsWithoutProgress(blocksOf([...before, {}]))).toBe(6)
  })

  it('is not made by repeating something, or by losing points', () => {
    const once: readonly MadeTurn[] = [
      { score: 5, place: 2, holds: [7] },
      { action: 'open box', outcome: 'opened_or_revealed' },
      { score: 3, place: 1, holds: [] },
      { place: 2, holds: [7] },
      { action: 'Open  box', outcome: 'opened_or_revealed' },
    ]
    expect(turnsWithoutProgress(blocksOf([{}, ...once]))).toBe(3)
  })
})

describe('being stuck', () => {
  it('is noticed when the same command was played three times in the same visible state', () => {
    const push: MadeTurn = { action: 'push wall', outcome: 'refused' }
    expect(after(push, {}, push, {}).signals).toEqual([])
    expect(after(push, {}, push, {}, push)).toEqual({
      turn: 5,
      level: 1,
      signals: ['repeat'],
      evidence_turns: [1, 3, 5],
    })
    expect(after(push, {}, push, { holds: [7] }, push).signals).toEqual([])
  })

  it('is noticed when two to four locations were visited in a circle twice', () => {
    expect(after(...walk(2, 3, 2, 3, 2)).signals).toContain('circle')
    expect(after(...walk(2, 3, 4, 2, 3, 4, 2, 3)).signals).toContain('circle')
    expect(after(...walk(2, 3, 4, 5, 2, 3, 4, 5, 2, 3, 4)).signals).toContain('circle')
    expect(after(...walk(2, 3, 4, 5, 6, 2, 3, 4, 5, 6, 2, 3, 4, 5)).signals).not.toContain('circle')
    expect(after(...walk(2, 3, 2), { place: 3, holds: [7] }, ...walk(2)).signals).toEqual([])
  })

  it('is noticed when twelve of fifteen turns in one place brought nothing new', () => {
    const busy = Array.from({ length: 14 }, (_, index) => ({ action: `ponder ${index}` }))
    expect(after(...busy).signals).toEqual([])
    expect(after(...busy, {})).toMatchObject({ level: 2, signals: ['camp', 'stall'] })
    const away = busy.with(3, { action: 'go', place: 2 } as never).with(4, { action: 'back', place: 1 } as never)
    expect(after({ holds: [7] }, ...away, {}).signals).not.toContain('camp')
  })

  it('is noticed when five of six commands were refused', () => {
    const no = (command: string): MadeTurn => ({ action: command, outcome: 'not_visible' })
    expect(after(no('a'), no('b'), {}, no('c'), no('d')).signals).toEqual([])
    expect(after(no('a'), no('b'), {}, no('c'), no('d'), no('e')).signals).toEqual(['refusals'])
  })

  it.each([
    [14, 0],
    [15, 1],
    [30, 2],
    [60, 3],
    [150, 4],
  ])('after %i turns without anything new is on level %i', (turns, level) => {
    const { signals, level: found } = after(...idle(turns - 1))
    expect(signals.filter((signal) => signal === 'stall')).toHaveLength(level > 0 ? 1 : 0)
    expect(found).toBeGreaterThanOrEqual(level)
    if (level >= 2) expect(found).toBe(level)
  })

  it('ends when something new happens', () => {
    expect(after(...idle(70), { score: 5 })).toMatchObject({ level: 0, signals: [] })
  })

  it('gives the same result turn by turn as for the whole log', () => {
    const turn = fc.record({
      action: fc.constantFrom('a', 'b', 'c'),
      outcome: fc.constantFrom('refused' as const, 'other' as const, 'took' as const),
      place: fc.integer({ min: 1, max: 3 }),
      score: fc.constantFrom(0, 0, 0, 5),
    })
    fc.assert(
      fc.property(fc.array(turn, { maxLength: 60 }), (turns) => {
        const made = [{}, ...turns]
        const blocks = blocksOf(made)
        const stepwise = blocks.map((_, index) => stuckOf(blocks.slice(0, index + 1))).at(-1)
        expect(stepwise).toEqual(stuckOf(blocksOf(made)))
      }),
      { numRuns: 50 },
    )
  })
})

describe('a plateau', () => {
  it('is reached after a number of turns without progress since the run continued, and never for 0', () => {
    const blocks = blocksOf([{}, ...idle(40)])
    const since = turnsWithoutProgress(blocks)
    expect(isPlateau(blocks, since, 0)).toBe(true)
    expect(isPlateau(blocks, since + 1, 0)).toBe(false)
    expect(isPlateau(blocks, since, blocks.length - 3)).toBe(false)
    expect(isPlateau(blocks, 0, 0)).toBe(false)
  })
})
