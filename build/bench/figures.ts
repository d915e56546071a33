import { ascending, median, quantileOf } from '@shared/experiments/statistics/moments'

/** Prints a result: what was measured, and the figure with its unit. */
export function report(what: string, figure: string): void {
  process.stdout.write(`  ${what.padEnd(58)} ${figure}\n`)
}

/** The number of repetitions; `quick` with --quick, which only shows that a bench works. */
export const often = (count: number, quick = 1): number => (process.argv.includes('--quick') ? quick : count)

/** The value of `--NAME=VALUE` on the command line; undefined if absent. */
export const option = (name: string): string | undefined =>
  process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3)

/** Duration in milliseconds. */
export function timeOf(run: () => unknown): number {
  const began = performance.now()
  run()
  return performance.now() - began
}

/** Duration of each run in milliseconds. */
export const timesOf = (count: number, run: (index: number) => unknown): readonly number[] =>
  Array.from({ length: count }, (_, index) => timeOf(() => run(index)))

export const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} ms`
export const medianMs = (values: readonly number[]): string => `median ${ms(median(values))}`
export const medianAndLongest = (values: readonly number[]): string =>
  `${medianMs(values)}, longest ${ms(Math.max(...values))}`
export const p50AndP95 = (values: readonly number[]): string =>
  `p50 ${ms(median(values))}, p95 ${ms(quantileOf(ascending(values), 0.95))}`
export const perSecond = (count: number, milliseconds: number): string =>
  `${Math.round((count / milliseconds) * 1000).toLocaleString('en-US')}/s`
