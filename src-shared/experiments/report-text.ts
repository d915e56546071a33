import type { Bounds, ExperimentReport } from './report'
import type { Measure } from './experiment-table'

/** The report for a terminal. */
export function reportText(report: ExperimentReport): string {
  const { experiment, primary, planned, done, missing, notes, confidence } = report
  const say = (value: number | null) => figure(value, primary)
  const interval = (bounds: Bounds | null) => (bounds === null ? '' : `${say(bounds.low)} to ${say(bounds.high)}`)
  const arms = table(report.arms, {
    arm: ({ arm }) => arm,
    handicap: ({ handicap }) => handicap,
    player: ({ player }) => player,
    mind: ({ mind }) => mind ?? '',
    n: ({ n }) => String(n),
    mean: ({ mean }) => say(mean),
    [`${confidence * 100} % these stories`]: (arm) => interval(arm.interval),
    IQM: ({ iqm }) => say(iqm),
    wins: ({ wins }) => String(wins),
    deaths: ({ deaths }) => String(deaths),
    tokens: ({ tokens }) => tokens.toLocaleString('en'),
    cost: ({ cost_usd: cost }) => dollars(cost),
  })
  const cells = table(report.cells, {
    story: ({ story }) => story,
    handicap: ({ handicap }) => handicap,
    arm: ({ arm }) => arm,
    n: ({ n }) => String(n),
    mean: ({ mean }) => say(mean),
    interval: (cell) => interval(cell.interval),
    least: ({ min }) => say(min),
    most: ({ max }) => say(max),
    locations: ({ locations }) => (locations === null ? '' : locations.toFixed(1)),
    missing: (cell) => (cell.missing === 0 ? '' : String(cell.missing)),
  })
  const differences = table(report.differences, {
    arm: ({ arm }) => arm,
    handicap: ({ handicap }) => handicap,
    pairs: ({ pairs }) => String(pairs),
    difference: ({ difference }) => withSign(difference, primary),
    interval: (one) => interval(one.interval),
    'p (Holm)': ({ p_holm: p }) => (p === null ? '' : chance(p)),
    improves: ({ probability_of_improvement: share }) => (share === null ? '' : percent(share)),
    correlation: ({ correlation }) => (correlation === null ? '' : correlation.toFixed(2)),
    'seeds missing': ({ seeds_missing: seeds }) => (seeds === null ? '' : String(seeds)),
  })
  const secondary = table(report.secondary, {
    arm: ({ arm }) => arm,
    handicap: ({ handicap }) => handicap,
    of: ({ measure }) => MEASURE_WORDS[measure],
    difference: ({ difference, measure }) => withSign(difference, measure),
    interval: ({ interval: bounds, measure }) =>
      bounds === null ? '' : `${figure(bounds.low, measure)} to ${figure(bounds.high, measure)}`,
  })
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
export const withSign = (value: number | null, measure: Measure): string =>
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

/** The columns of a table: the title of each, and the content of its cells. */
export type Columns<Row, Cell = string> = Readonly<Record<string, (row: Row) => Cell>>

function table<Row>(items: readonly Row[], columns: Columns<Row>): string {
  const rows = items.map((item) => Object.values(columns).map((contentOf) => contentOf(item)))
  const lines = [Object.keys(columns), ...rows]
  const layouts = Object.keys(columns).map((_, column) => ({
    width: Math.max(...lines.map((row) => row[column]?.length ?? 0)),
    isNumeric: NUMERIC.test(rows[0]?.[column] ?? ''),
  }))
  return lines
    .map((row) =>
      layouts
        .map(({ width, isNumeric }, column) =>
          isNumeric ? (row[column] ?? '').padStart(width) : (row[column] ?? '').padEnd(width),
        )
        .join('  ')
        .trimEnd(),
    )
    .map((line) => `  ${line}`)
    .join('\n')
}

const NUMERIC = /^[-+$<]?[\d.,]+/
