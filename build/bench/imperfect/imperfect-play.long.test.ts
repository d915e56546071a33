import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type EpisodeFigures, figuresOf } from './episode-figures'
import { TYPICAL_FAULTS } from './faults'
import { playWithFaults } from './play-with-faults.testkit'

const zork = join(resolve(import.meta.dirname, '../../..'), 'build/story/zork/zork1.z3')
const meanOf = (figures: readonly EpisodeFigures[], key: keyof EpisodeFigures) =>
  figures.reduce((sum, figure) => sum + figure[key], 0) / figures.length

describe('an imperfect model on Zork I', () => {
  it('is refused, repeats itself and stalls as real models were seen to', async () => {
    const figures: EpisodeFigures[] = []
    for (let seed = 1; seed <= 16; seed++)
      figures.push(figuresOf(await playWithFaults(zork, seed, 200, TYPICAL_FAULTS)))
    expect(meanOf(figures, 'refused')).toBeGreaterThan(0.25)
    expect(meanOf(figures, 'refused')).toBeLessThan(0.35)
    expect(meanOf(figures, 'unique')).toBeGreaterThan(0.42)
    expect(meanOf(figures, 'unique')).toBeLessThan(0.57)
    expect(meanOf(figures, 'longestStall')).toBeGreaterThan(46)
    expect(meanOf(figures, 'longestStall')).toBeLessThan(102)
  })
})
