import type { Measure } from './experiment-table'
import {
  type Bounds,
  cellName,
  cellsOfOneValue,
  type Contrast,
  type Difference,
  type ExperimentReport,
  type KnownBefore,
  MIN_PAIRS,
  type Missing,
  storyTitle,
} from './report'

/** The report for a terminal. */
export function reportText(report: ExperimentReport): string {
  const { experiment, primary, planned, done, state, missing, to_play: toPlay, notes } = report
  const say = (value: number | null) => figure(value, primary)
  const interval = (bounds: Bounds | null) => (bounds === null ? '' : `${say(bounds.low)} to ${say(bounds.high)}`)
  const arms = table(report.arms, {
    arm: ({ arm }) => arm,
    handicap: ({ handicap }) => handicap,
    player: ({ player }) => player,
    mind: ({ mind }) => mind ?? '',
    disguise: ({ disguise }) => disguise,
    n: ({ n }) => String(n),
    mean: ({ mean }) => say(mean),
    [INTERVAL]: (arm) => interval(arm.interval),
    [OTHER_STORIES]: (arm) => interval(arm.interval_like_these),
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
    [INTERVAL]: (cell) => interval(cell.interval),
    least: ({ min }) => say(min),
    most: ({ max }) => say(max),
    locations: ({ locations }) => (locations === null ? '' : locations.toFixed(1)),
    'no value': (cell) => (cell.missing === 0 ? '' : String(cell.missing)),
  })
  const known = table(report.known_before, KNOWN_COLUMNS)
  return [
    `${experiment}: ${state === null ? '' : `${state}, `}${done} of ${planned} episodes, ${MEASURE_WORDS[primary]}`,
    ...answersOf(report),
    ...section('Arms', arms),
    ...section('By story', cells),
    ...(report.contrasts.length === 0
      ? []
      : section('All pairs, seed by seed', table(report.contrasts, contrastColumns(primary)))),
    ...(report.secondary.length === 0
      ? []
      : section(`Other measures, compared with ${report.baseline}`, table(report.secondary, SECONDARY_COLUMNS))),
    ...(report.known_before.length === 0 ? [] : section('What the model knew before', known)),
    ...(missing.length === 0 ? [] : section(`No value: ${missing.length}`, reasons(report, missing))),
    ...(toPlay.length === 0 ? [] : section(`To play: ${toPlay.length}`, reasons(report, toPlay))),
    ...notes.map((note) => `\n${note}`),
    ...ofOneValue(report).map((cell) => `  ${cell}`),
  ].join('\n')
}

/** The findings, one sentence per question; those without a result are last. */
export const answersOf = (report: ExperimentReport): readonly string[] =>
  questionsOf(report)
    .toSorted((one, other) => Number(one.difference === null) - Number(other.difference === null))
    .map((contrast) => answerOf(contrast, report.primary, whereOf(report, contrast)))

/** The cells that a note counts because all seeds have the same value: "random, Zork I, L0: 6 × 5.0". */
export function ofOneValue(report: ExperimentReport): readonly string[] {
  const cells = cellsOfOneValue(report.cells)
  // A note about a single cell names it.
  if (cells.length === 1) return []
  return cells.map(
    ({ arm, story, handicap, n, min }) =>
      `${arm}, ${storyTitle(report, story)}, ${handicap}: ${n} × ${figure(min, report.primary)}`,
  )
}

/** The questions of an experiment: each arm against the baseline, and each handicap against the lowest. */
export const questionsOf = ({ contrasts, baseline, handicaps }: ExperimentReport): readonly Contrast[] =>
  contrasts.filter(({ of, other }) => other === (of === 'arms' ? baseline : handicaps.toSorted()[0]))

/** The handicap or arm of both sides, as " (L2)"; empty if the experiment has no other. */
export function whereOf({ handicaps, arms }: ExperimentReport, { of, within }: Contrast): string {
  const all = of === 'arms' ? handicaps : arms.map(({ arm }) => arm)
  return new Set(all).size > 1 ? ` (${within})` : ''
}

function answerOf({ one, other, pairs, difference, interval }: Contrast, measure: Measure, within: string): string {
  if (pairs === 0 || difference === null) return `${one} and ${other}${within}: no pair of episodes has values yet.`
  const count = `${pairs} ${pairs === 1 ? 'pair' : 'pairs'}`
  const tooFew = `(${count}: too few to know)`
  const by = amount(Math.abs(difference), measure)
  const [better, worse, sign] = difference < 0 ? [other, one, -1] : [one, other, 1]
  if (interval === null)
    return difference === 0
      ? `${one} and ${other}${within} are equal in ${count}.`
      : `${better} is ahead of ${worse}${within} by ${by} ${tooFew}.`
  const [low, high] = [interval.low * sign, interval.high * sign].toSorted((a, b) => a - b) as [number, number]
  const range = `95 % interval ${bare(low, measure)} to ${bare(high, measure)}`
  if (low > 0)
    return pairs < MIN_PAIRS
      ? `${better} is ahead of ${worse}${within} by ${by}, ${range} ${tooFew}.`
      : `${better} beats ${worse}${within} by ${by}, ${range}, ${count}.`
  if (low === 0 && high === 0) return `${one} and ${other}${within} are equal in ${count}.`
  return `No clear difference between ${better} and ${worse}${within}: ${by}, ${range}, ${count}.`
}

/** The figure without its unit; shares are in percentage points. */
const bare = (value: number, measure: Measure): string => figure(value, measure).replace(' %', '')

const amount = (value: number, measure: Measure): string =>
  `${bare(value, measure)} ${measure === 'locations' ? 'locations' : 'points'}`

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

/** A difference of two figures without its unit; of shares in percentage points. */
export const bareDifference = (value: number, measure: Measure): string =>
  `${value > 0 ? '+' : ''}${bare(value, measure)}`

/** A difference of two figures: "+3.2 points" if they are shares. */
export const difference = (value: number | null, measure: Measure): string =>
  value === null ? '–' : `${bareDifference(value, measure)}${isShare(measure) ? ' points' : ''}`

/** The interval of a difference, in the unit of `difference`. */
export const differenceRange = (bounds: Bounds | null, measure: Measure): string =>
  bounds === null ? '–' : `${bare(bounds.low, measure)} to ${bare(bounds.high, measure)}`

export const isShare = (measure: Measure): boolean => figure(0, measure).endsWith('%')

/** Titles of columns, the same in every format and in the window. */
export const INTERVAL = '95 % interval'
export const OTHER_STORIES = 'for other stories'

/** Columns of pairs of arms and of handicaps. */
export const contrastColumns = (primary: Measure): Columns<Contrast> => ({
  one: ({ one }) => one,
  against: ({ other }) => other,
  'both with': ({ within }) => within,
  pairs: ({ pairs }) => String(pairs),
  difference: (pair) => difference(pair.difference, primary),
  [INTERVAL]: ({ interval }) => differenceRange(interval, primary),
  [OTHER_STORIES]: ({ interval_like_these: interval }) => differenceRange(interval, primary),
  'p (Holm)': ({ p_holm: p }) => (p === null ? '–' : chance(p)),
  improves: ({ probability_of_improvement: share }) => (share === null ? '–' : percent(share)),
  correlation: ({ correlation }) => (correlation === null ? '–' : correlation.toFixed(2)),
  'more seeds needed': ({ seeds_missing: seeds }) => (seeds === null ? '–' : String(seeds)),
})

/** Columns of differences by other measures. */
export const SECONDARY_COLUMNS = {
  arm: ({ arm }) => arm,
  handicap: ({ handicap }) => handicap,
  of: ({ measure }) => MEASURE_WORDS[measure],
  difference: ({ difference: value, measure }) => difference(value, measure),
  [INTERVAL]: ({ interval, measure }) => differenceRange(interval, measure),
} satisfies Columns<Difference>

/** Columns about a model's prior knowledge, for every format of a report. */
export const KNOWN_COLUMNS = {
  story: ({ story }) => story,
  handicap: ({ handicap }) => handicap,
  arm: ({ arm }) => arm,
  disguise: ({ disguise }) => disguise,
  recital: ({ recital }) => measured(recital),
  'blind score': ({ blind_share: share }) => measured(share),
  foreknowledge: ({ foreknown_turns: turns, checked_turns: checked }) =>
    turns === null || checked === null
      ? NOT_MEASURED
      : `${percent(checked === 0 ? 0 : turns / checked)} (${turns} of ${checked} turns)`,
} satisfies Columns<KnownBefore>

const NOT_MEASURED = 'not measured'
const measured = (share: number | null): string => (share === null ? NOT_MEASURED : percent(share))

/** Each reason once, with the number of its units. */
function reasons(report: ExperimentReport, units: readonly Missing[]): string {
  const counts = new Map<string, number>()
  for (const unit of units) {
    const why = `${cellName(report, unit)}: ${unit.reason}`
    counts.set(why, (counts.get(why) ?? 0) + 1)
  }
  return [...counts].map(([why, count]) => `${String(count).padStart(5)}  ${why}`).join('\n')
}

const section = (title: string, body: string): readonly string[] => ['', title, body]

/** Columns of a table, by title: the content of their cells. */
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
