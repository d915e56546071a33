export const MAX_SEEDS = 100_000
const HIGHEST_SEED = 0x7fffffff

/**
 * Parses seeds: a number, a list, or a text such as `1..40, 45`. Returns them in ascending order without duplicates.
 * For invalid seeds, returns the predicate of an error message, such as `"5..1" ends before it begins`.
 */
export function readSeeds(said: number | string | readonly number[]): readonly number[] | string {
  const parts = (typeof said === 'string' ? said.split(',') : [said].flat()).map((part) => String(part).trim())
  const seeds = new Set<number>()
  for (const part of parts) {
    const [, first, last] = /^(\d{1,10})(?:\.\.(\d{1,10}))?$/.exec(part) ?? []
    if (first === undefined) return `"${part}" is no seed: write numbers and ranges, such as "1..40, 45"`
    const [from, to] = [Number(first), Number(last ?? first)]
    if (to < from) return `"${part}" ends before it begins: write "${to}..${from}"`
    if (to > HIGHEST_SEED) return `"${part}" is too high: a seed is at most ${HIGHEST_SEED}`
    if (seeds.size + to - from >= MAX_SEEDS) return `"${part}" makes more than ${MAX_SEEDS} seeds`
    for (let seed = from; seed <= to; seed++) seeds.add(seed)
  }
  return [...seeds].toSorted((one, other) => one - other)
}

/** The shortest text for seeds in ascending order, such as `1..40, 45`. */
export function describeSeeds(seeds: readonly number[]): string {
  const ranges: { from: number; to: number }[] = []
  for (const seed of seeds) {
    const last = ranges.at(-1)
    if (last !== undefined && seed === last.to + 1) last.to = seed
    else ranges.push({ from: seed, to: seed })
  }
  return ranges.map(({ from, to }) => (from === to ? String(from) : `${from}..${to}`)).join(', ')
}
