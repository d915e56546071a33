import { createHash } from 'node:crypto'
import type { CallRef } from './logged-call'

/**
 * The seed of a request. `repeat` counts the requests of the same iteration before it, `failures` the attempts of the
 * same request that failed.
 */
export type SeedOf = (at: CallRef, repeat: number, failures: number) => number | null

/**
 * Each request has a different seed, because with one seed a model answers nearly equal prompts with the same words.
 * The same run sends the same seeds. They have 31 bits, which every provider accepts; null: the run has none.
 */
export const seedPerRequest =
  (runSeed: number | null): SeedOf =>
  ({ turn, iteration, role = 'actor' }, repeat, failures) => {
    if (runSeed === null) return null
    const key = JSON.stringify([runSeed, turn, role, iteration, repeat, failures])
    return createHash('sha256').update(key).digest().readUInt32BE() >>> 1
  }
