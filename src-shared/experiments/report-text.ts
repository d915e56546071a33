import type { Bounds, CellFigures, Difference, ExperimentReport } from './report'
import type { Measure } from './experiment-table'

/** The report for a terminal. */
export function reportText(report: ExperimentReport): string {
  const { experiment, primary, planned, done, missing, notes, confidence } = report
  const say = (value: number | null) => figure(value, primary)
  const interval = (bounds: Bounds | null) => (bounds === null ? '' : `${say(bounds.low)} to ${say(bounds.high)}`)
  const arms = table(
    [
      'arm',
      'handicap',
      'player',
      'mind',
      'n',
      'mean',
      `${confidence * 100} % these stories`,
      'IQM',
      'wins',
      'deaths',
      'tokens',
      'cost',
    ],
    report.arms.map((arm) => [
      arm.arm,
      arm.handicap,
      arm.player,
      arm.mind ?? '',
      String(arm.n),
      say(arm.mean),
      interval(arm.interval),
      say(arm.iqm),
      String(arm.wins),
      String(arm.deaths),
      arm.tokens.toLocaleString('en'),
      dollars(arm.cost_usd),
    ]),
  )
  const cells = table(
    ['story', 'handicap', 'arm', 'n', 'mean', 'interval', 'least', 'most', 'locations', 'missing'],
    report.cells.map((cell: CellFigures) => [
      cell.story,
      cell.handicap,
      cell.arm,
      String(cell.n),
      say(cell.mean),
      interval(cell.interval),
      say(cell.min),
      say(cell.max),
      cell.locations === null ? '' : cell.locations.toFixed(1),
      cell.missing === 0 ? '' : String(cell.missing),
    ]),
  )
  const differences = table(
    ['arm', 'handicap', 'pairs', 'difference', 'interval', 'p (Holm)', 'improves', 'correlation', 'seeds missing'],
    report.differences.map((one: Difference) => [
      one.arm,
      one.handicap,
      String(one.pairs),
      signed(one.difference, primary),
      interval(one.interval),
      one.p_holm === null ? '' : chance(one.p_holm),
      one.probability_of_improvement === null ? '' : percent(one.probability_of_improvement),
      one.correlation === null ? '' : one.correlation.toFixed(2),
      one.seeds_missing === null ? '' : String(one.seeds_missing),
    ]),
  )
  const secondary = table(
    ['arm', 'handicap', 'of', 'difference', 'interval'],
    report.secondary.map(({ arm, handicap, measure, difference, interval: bounds }) => [
      arm,
      handicap,
      MEASURE_WORDS[measure],
      signed(difference, measure),
      bounds === null ? '' : `${figure(bounds.low, measure)} to ${figure(bounds.high, measure)}`,
    ]),
  )
  return [
    `${experiment}: ${done} of ${planned} episodes, ${MEASURE_WORDS[primary]}`,
    ...section('Arms', arms),
    ...section('By story', cells),
    ...(report.differences.length === 0 ? [] : section(`Compared with ${report.baseline}, seed by seed`, differences)),
    ...(report.secondary.length === 0 ? [] : section('Other measures', secondary)),
    ...(missing.length === 0 ? [] : section(`Missing: ${missing.length}`, reasons(report))),
    ...notes.map((note) => `\n${note}`),
  ].join('\n')
}

export const MEASURE_WORDS: Readonly<Record<Measure, string>> = {
  score_share: 'share of the score',
  score: 'score',
  score_auc: 'share of the score, mean over all turns',
  locations: 'locations found',
  won: 'share of episodes won',
  refused: 'share of actions refused',
  repeats: 'share of actions repeated where they failed',
  tokens: 'tokens',
  cost_usd: 'US dollars',
}

/** Shares as percentages, counts as numbers. */
export function figure(value: number | null, measure: Measure): string {
  if (value === null) return ''
  if (measure === 'tokens') return Math.round(value).toLocaleString('en')
  if (measure === 'cost_usd') return value.toFixed(3)
  return measure === 'score' || measure === 'locations' ? value.toFixed(1) : percent(value)
}

export const percent = (share: number): string => `${(100 * share).toFixed(1)} %`
export const chance = (p: number): string => (p < 0.001 ? '< 0.001' : p.toFixed(3))
export const dollars = (cost: number | null): string => (cost === null ? '' : `$${cost.toFixed(2)}`)
export const signed = (value: number | null, measure: Measure): string =>
  value === null ? '' : `${value > 0 ? '+' : ''}${figure(value, measure)}`

/** Each reason once, with its number of units. */
function reasons({ missing }: ExperimentReport): string {
  const counts = new Map<string, number>()
  for (const { arm, reason } of missing) {
    const why = `${arm}: ${reason}`
    counts.set(why, (counts.get(why) ?? 0) + 1)
  }
  return [...counts].map(([why, count]) => `${String(count).padStart(5)}  ${why}`).join('\n')
}

const section = (title: string, body: string): readonly string[] => ['', title, body]

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    row
      .map((text, column) =>
        NUMERIC.test(rows[0]?.[column] ?? '') ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd()
  return [head, ...rows].map((row) => `  ${line(row)}`).join('\n')
}

const NUMERIC = /^[-+$<]?[\d.,]+/
