import { describe, expect, it } from 'vitest'
import { judgePart, pairedEffect, type PairFigures } from './judge-part'
import type { ArmFigures } from './play-arms'

const plain: ArmFigures = {
  turns: 200,
  score: 30,
  locations: 15,
  refused: 0.3,
  unique: 0.5,
  repeats: 0.1,
  longestStall: 60,
  tokens: 4000,
  billed: 1000,
}
/** The figures of twenty seeds, and the same figures with this much added to each measure. */
const pair = (more: Partial<ArmFigures>): PairFigures => {
  const base = Array.from({ length: 20 }, (_, seed): ArmFigures => ({ ...plain, score: 30 + (seed % 7) }))
  const arm = base.map((figures, seed) => ({
    ...figures,
    score: figures.score + (more.score ?? 0) + ((seed % 3) - 1),
    locations: figures.locations + (more.locations ?? 0),
    repeats: figures.repeats + (more.repeats ?? 0),
    billed: figures.billed + (more.billed ?? 0),
  }))
  return { arm, base }
}
const evidence = { target: pair({ score: 5 }), clean: pair({}), deaf: pair({}), placebo: pair({}), falseNote: null }
const broken = (over: Partial<Parameters<typeof judgePart>[0]>) =>
  judgePart({ ...evidence, ...over })
    .filter(({ isKept }) => !isKept)
    .map(({ rule }) => rule)

describe('a part of the mind', () => {
  it('may be on by default with more points, locations or fewer repeats against its fault', () => {
    expect(broken({})).toEqual([])
    expect(broken({ target: pair({ locations: 2 }) })).toEqual([])
    expect(broken({ target: pair({ repeats: -0.03 }) })).toEqual([])
  })

  it('may not with a small gain, or a gain that may be chance', () => {
    expect(broken({ target: pair({ score: 2, locations: 1, repeats: -0.02 }) })).toHaveLength(1)
    const { base } = evidence.target
    const unsure = base.map((figures, seed) => ({ ...figures, score: figures.score + (seed % 2 === 0 ? 40 : -32) }))
    expect(broken({ target: { arm: unsure, base } })).toHaveLength(1)
  })

  it('may not if it costs points or tokens without a fault', () => {
    expect(broken({ clean: pair({ score: -3 }) })).toEqual(['without faults, no more than 2 points lost'])
    expect(broken({ clean: pair({ billed: 200 }) })).toEqual(['without faults, at most 15 % more tokens as billed'])
  })

  it('may not if it helps a model that does not read it, or if false notes cost points', () => {
    expect(broken({ deaf: pair({ score: 5 }) })).toHaveLength(1)
    expect(broken({ placebo: pair({ score: 5 }) })).toHaveLength(1)
    expect(broken({ falseNote: pair({ score: -4 }) })).toHaveLength(1)
  })
})

describe('paired differences', () => {
  it('have an interval around their mean, the same every time', () => {
    const differences = Array.from({ length: 60 }, (_, index) => 2 + (index % 5))
    const effect = pairedEffect(differences)
    expect(effect.mean).toBe(4)
    expect(effect.low).toBeGreaterThan(3.5)
    expect(effect.low).toBeLessThan(4)
    expect(effect.high).toBeLessThan(4.5)
    expect(effect.p).toBeLessThan(0.01)
    expect(pairedEffect(differences)).toEqual(effect)
    expect(pairedEffect([1, -1, 2, -2]).p).toBeGreaterThan(0.5)
  })
})
