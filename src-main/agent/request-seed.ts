import { createHash } from 'node:crypto'
import type { CallRef } from './logged-call'

/**
 * The seed of a request; null for none. `repeat` counts the earlier requests of the same iteration, `failures` the
 * failed attempts of this request.
 */
export type SeedOf = (at: CallRef, repeat: number, failures: number) => number | null

/**
 * Each request has a different seed, because with one seed a model answers nearly equal prompts with the same words.
 * The same run sends the same seeds. A seed has 31 bits, which every provider accepts. It is null if the run has no
 * seed.
 */
export const seedPerRequest =
  (runSeed: number | null): SeedOf =>
  ({ turn, iteration, role = 'actor' }, repeat, failures) => {
    if (runSeed === null) return null
    return seedFrom([runSeed, turn, role, iteration, repeat, failures])
  }

/**
 * Like `seedPerRequest`, for requests that come in any order, such as those of MCP servers: the seed depends on the
 * text, and on the number of earlier requests with the same text.
 */
export function seedOfText(runSeed: number | null): (text: string) => number | null {
  const known = new Map<string, number>()
  return (text) => {
    if (runSeed === null) return null
    const hash = createHash('sha256').update(text).digest('hex')
    const before = known.get(hash) ?? 0
    known.set(hash, before + 1)
    return seedFrom([runSeed, 'text', hash, before])
  }
}

const seedFrom = (key: readonly unknown[]): number =>
  createHash('sha256').update(JSON.stringify(key)).digest().readUInt32BE() >>> 1
