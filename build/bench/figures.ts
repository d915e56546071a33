/** One line of a bench: what was measured and the figure with its unit. */
export function report(what: string, figure: string): void {
  process.stdout.write(`  ${what.padEnd(58)} ${figure}\n`)
}

/** How many times: with --quick hardly any, which shows that a bench still runs, and measures nothing. */
export const often = (count: number, quick = 1): number => (process.argv.includes('--quick') ? quick : count)

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? NaN
}

/** Nearest rank. */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(share * values.length) - 1)] ?? NaN

export const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} ms`
export const perSecond = (count: number, milliseconds: number): string =>
  `${Math.round((count / milliseconds) * 1000).toLocaleString('en-US')}/s`
