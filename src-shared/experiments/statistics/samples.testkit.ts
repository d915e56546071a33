import { createRandom } from '../../base/random'

/** Normally distributed numbers, by the method of Box and Muller. */
export function createNormal(seed: number) {
  const random = createRandom(seed)
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

/** The share of runs for which `holds` returns true. */
export const share = (runs: number, holds: (run: number) => boolean) =>
  Array.from({ length: runs }, (_, run) => holds(run)).filter(Boolean).length / runs
