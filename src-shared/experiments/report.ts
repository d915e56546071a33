import type { Disguise, Handicap } from '../episode/log/event'
import type { Measure } from './experiment-table'
import type { Cell, Unit } from './plan'

/**
 * The report of an experiment, computed from its results. Each arm has one row per handicap, because handicaps are
 * never averaged. Units without a value are listed, and do not count as 0.
 */
export interface ExperimentReport {
  readonly experiment: string
  readonly primary: Measure
  readonly baseline: string
  readonly confidence: number
  readonly seeds: number
  readonly repeats: number
  readonly planned: number
  readonly done: number
  /** State of the run: "Cancelled". Null if it is not known. */
  readonly state: string | null
  readonly stories: readonly { readonly name: string; readonly title: string; readonly sha256: string }[]
  readonly handicaps: readonly Handicap[]
  readonly arms: readonly ArmFigures[]
  readonly cells: readonly CellFigures[]
  /** Differences in the primary measure between each arm and the baseline. */
  readonly differences: readonly Difference[]
  /** All pairs of arms, and all pairs of handicaps of an arm, by the primary measure. */
  readonly contrasts: readonly Contrast[]
  /** Differences by other measures. They are not corrected for multiple comparisons, so they decide nothing. */
  readonly secondary: readonly Difference[]
  /** Only for arms with a model. */
  readonly known_before: readonly KnownBefore[]
  /** Planned units that have no value and are not played again. */
  readonly missing: readonly Missing[]
  /** Planned units that are not played to their end yet. */
  readonly to_play: readonly Missing[]
  readonly units: readonly UnitFigures[]
  /** Sentences with caveats about the figures. The last may be about the cells of one value. */
  readonly notes: readonly string[]
}

export interface Bounds {
  readonly low: number
  readonly high: number
}

export interface Figures {
  /** Number of values: one per seed and story, averaged over repeats. */
  readonly n: number
  readonly mean: number | null
  /** Interval of the mean for these stories; null if there are too few values. */
  readonly interval: Bounds | null
  readonly iqm: number | null
  /** Resampled interval of `iqm`; null if a story has fewer than ten values. */
  readonly iqm_interval: Bounds | null
  readonly median: number | null
  readonly episodes: number
  readonly wins: number
  readonly deaths: number
  readonly turns: number
  readonly locations: number | null
  readonly tokens: number
  readonly cost_usd: number | null
  /** Number of units in `missing` of the report. */
  readonly missing: number
}

export interface ArmFigures extends Figures {
  readonly arm: string
  readonly handicap: Handicap
  readonly player: string
  readonly disguise: Disguise
  readonly mind: string | null
  /** Interval of the mean over similar stories; null if there are fewer than five stories. */
  readonly interval_like_these: Bounds | null
  readonly problems: number
  readonly tool_calls: number
}

export interface CellFigures extends Figures, Cell {
  readonly min: number | null
  readonly max: number | null
}

export const cellsOfOneValue = (cells: readonly CellFigures[]): readonly CellFigures[] =>
  cells.filter(({ n, min, max }) => n > 1 && min === max)

/** Minimum number of pairs from which a report draws a conclusion. */
export const MIN_PAIRS = 5

/** The difference between an arm and the baseline, over pairs with the same story and seed. */
export interface Difference {
  readonly measure: Measure
  readonly arm: string
  readonly baseline: string
  readonly handicap: Handicap
  readonly pairs: number
  readonly difference: number | null
  readonly interval: Bounds | null
  readonly interval_like_these: Bounds | null
  /** Two-sided; null with fewer than `MIN_PAIRS` pairs, or if the differences do not vary. */
  readonly p: number | null
  /** `p` corrected for the number of arms (Holm); null without `p`. */
  readonly p_holm: number | null
  /** Correlation between the two arms over the seeds, which measures the variance that pairing removes. */
  readonly correlation: number | null
  /** Probability that the arm does better on a random seed, where ties count half. */
  readonly probability_of_improvement: number | null
  /**
   * Number of further seeds needed to find the difference with a power of 0.8; null without `p`, or if the difference
   * is too small.
   */
  readonly seeds_missing: number | null
}

/** `one` compared with `other`: two arms with handicap `within`, or two handicaps of arm `within`. */
export interface Contrast extends Omit<Difference, 'measure' | 'arm' | 'baseline' | 'handicap'> {
  readonly of: 'arms' | 'handicaps'
  readonly one: string
  readonly other: string
  readonly within: string
}

/** A model's knowledge of a story before the arm played it. Null means not measured. */
export interface KnownBefore extends Cell {
  readonly disguise: Disguise
  /** Turns that named something not yet shown, and all turns that were checked for it. */
  readonly foreknown_turns: number | null
  readonly checked_turns: number | null
  /**
   * Results of `zorkgpt probe`: knowledge of the map, corrected for chance, and the share of points when playing blind.
   */
  readonly recital: number | null
  readonly blind_share: number | null
}

export interface Missing extends Omit<Unit, 'key'> {
  readonly reason: string
}

export interface UnitFigures extends Omit<Unit, 'key'> {
  readonly value: number | null
  readonly score: number | null
  readonly max_score: number | null
  readonly turns: number
  readonly locations: number
  readonly deaths: number
  readonly ended: string | null
  readonly foreknown_turns: number | null
  readonly checked_turns: number | null
  readonly tokens: number
  readonly cost_usd: number | null
}

/** The sides of a contrast: an arm with a handicap each. */
export const sideOf = ({ of, within }: Pick<Contrast, 'of' | 'within'>, side: string): Omit<Cell, 'story'> =>
  of === 'arms' ? { arm: side, handicap: within as Handicap } : { arm: within, handicap: side as Handicap }

/** The name of an arm, with the handicap if the experiment has several: "explorer, L0". */
export const cellName = (
  { handicaps }: Pick<ExperimentReport, 'handicaps'>,
  { arm, handicap }: Omit<Cell, 'story'>,
  longest = Infinity,
): string => (handicaps.length > 1 ? `${shortened(arm, longest - 4)}, ${handicap}` : shortened(arm, longest))

/** Cuts the middle of names that are longer than `longest` characters: names of arms often differ at their end. */
export const shortened = (name: string, longest: number): string =>
  name.length > longest ? `${name.slice(0, Math.ceil(longest / 2))}…${name.slice(1 - Math.floor(longest / 2))}` : name

/** The title of a story, or its name in the plan if another story has the same title. */
export function storyTitle({ stories }: Pick<ExperimentReport, 'stories'>, story: string): string {
  const title = stories.find(({ name }) => name === story)?.title ?? story
  return stories.filter((other) => other.title === title).length > 1 ? story : title
}
