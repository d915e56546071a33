import type { Handicap } from '../episode/log/event'
import { formatHelp } from '../episode/projections/help'
import { costOf, priceOf } from './costs'
import { type Measure, SECONDARY_MEASURES } from './experiment-table'
import {
  boundsOf,
  bySeed,
  differenceOf,
  figuresOf,
  finite,
  groupBy,
  pairsOf,
  type PlayedUnit,
  possibleValues,
  sum,
} from './figures'
import {
  asksEndpoint,
  asksModel,
  type Cell,
  disguiseOf,
  type ExperimentPlan,
  mindOfArm,
  playerOf,
  type PlannedArm,
  type Unit,
} from './plan'
import { blindShareOf, type ProbeRecord } from './probe'
import {
  type ArmFigures,
  type Bounds,
  type CellFigures,
  cellsOfOneValue,
  type Contrast,
  type Difference,
  type ExperimentReport,
  type KnownBefore,
  type Missing,
  type UnitFigures,
  sideOf,
  storyTitle,
} from './report'
import { type UnitFailure, type UnitResult, valueOf } from './result'
import { clusteredInterval, CONFIDENCE } from './statistics/intervals'
import { holm } from './statistics/paired'

/** If there are more arms, each is only compared with the baseline. */
const MAX_ARMS_IN_PAIRS = 12

const NOT_STARTED = 'Not started'
const NOT_RECORDED = 'No recorded episode of this seed'

/** How far the run is, which the results do not say. */
export interface RunStanding {
  readonly state: string | null
  /** Descriptions of the begun episodes without a result, by unit key. */
  readonly begun: ReadonlyMap<string, string>
}

const UNKNOWN: RunStanding = { state: null, begun: new Map() }

export function computeReport(
  plan: ExperimentPlan,
  units: readonly Unit[],
  results: ReadonlyMap<string, UnitResult>,
  failures: ReadonlyMap<string, UnitFailure>,
  probes: readonly ProbeRecord[],
  { state, begun }: RunStanding = UNKNOWN,
): ExperimentReport {
  const { primary, baseline, handicaps, stories } = plan
  const armOf = new Map(plan.arms.map((arm) => [arm.name, arm]))
  const seeds = new Set(plan.seeds)
  const wanted = units.filter(({ seed }) => seeds.has(seed))
  const played = wanted.flatMap((unit): PlayedUnit[] => {
    const result = results.get(unit.key)
    const arm = armOf.get(unit.arm)
    if (result === undefined || arm === undefined) return []
    // The built-in explorer's tokens are free.
    const tokens = asksModel(arm) ? result.tokens : { in: 0, out: 0 }
    return [{ unit, result: { ...result, tokens, cost_usd: costIn(plan, arm, result) } }]
  })
  const alone = played.filter(({ result }) => result.help === null)
  const byCell = groupBy(alone, ({ unit }) => cellKey(unit))
  const inCell = (cell: Cell) => byCell.get(cellKey(cell)) ?? []
  const { missing, to_play } = withoutValue(plan, wanted, results, failures, begun)
  const missingIn = groupBy(missing, cellKey)
  const countMissing = (cell: Cell): number => missingIn.get(cellKey(cell))?.length ?? 0

  const cells = plan.arms.flatMap(({ name: arm }) =>
    stories.flatMap(({ name: story }) =>
      handicaps.map((handicap): CellFigures => {
        const of = inCell({ arm, story, handicap })
        const values = bySeed(of, primary)
        return {
          arm,
          story,
          handicap,
          ...figuresOf(of, [values], countMissing({ arm, story, handicap }), primary),
          min: values.length === 0 ? null : Math.min(...values),
          max: values.length === 0 ? null : Math.max(...values),
        }
      }),
    ),
  )
  const arms = handicaps.flatMap((handicap) =>
    plan.arms.map((arm): ArmFigures => {
      const ofArm = stories.map(({ name: story }) => ({ arm: arm.name, story, handicap }))
      const perStory = ofArm.map(inCell)
      const all = perStory.flat()
      const clusters = perStory.map((of) => bySeed(of, primary)).filter((values) => values.length > 0)
      return {
        arm: arm.name,
        handicap,
        player: playerOf(arm),
        disguise: disguiseOf(arm),
        mind: mindOfArm(arm),
        ...figuresOf(all, clusters, sum(ofArm, countMissing), primary),
        interval_like_these: boundsOf(clusteredInterval(clusters), possibleValues(all, primary)),
        problems: sum(all, ({ result }) => result.problems),
        tool_calls: sum(all, ({ result }) => result.tool_calls),
      }
    }),
  )
  const possibleDifferences = (measure: Measure): Bounds => {
    const { low, high } = possibleValues(played, measure)
    return { low: low - high, high: high - low }
  }
  const possible = possibleDifferences(primary)
  const against = (handicap: Handicap, measure: Measure) =>
    plan.arms
      .filter(({ name }) => name !== baseline)
      .map(({ name: arm }) => {
        const pairs = stories.map(({ name: story }) =>
          pairsOf(inCell({ arm, story, handicap }), inCell({ arm: baseline, story, handicap }), measure),
        )
        return { measure, arm, baseline, handicap, ...differenceOf(pairs, possibleDifferences(measure)) }
      })
  const contrast = (names: Pick<Contrast, 'of' | 'one' | 'other' | 'within'>): Contrast => {
    const pairs = stories.map(({ name: story }) =>
      pairsOf(
        inCell({ story, ...sideOf(names, names.one) }),
        inCell({ story, ...sideOf(names, names.other) }),
        primary,
      ),
    )
    return { ...names, ...differenceOf(pairs, possible) }
  }
  const armNames = [baseline, ...plan.arms.map(({ name }) => name).filter((name) => name !== baseline)]
  const armPairs = pairsIn(armNames).filter(([other]) => other === baseline || armNames.length <= MAX_ARMS_IN_PAIRS)
  const contrasts = [
    ...corrected(
      handicaps.flatMap((within) => armPairs.map(([other, one]) => contrast({ of: 'arms', one, other, within }))),
    ),
    ...corrected(
      plan.arms.flatMap(({ name: within }) =>
        pairsIn(handicaps.toSorted()).map(([other, one]) => contrast({ of: 'handicaps', one, other, within })),
      ),
    ),
  ]
  const differences = handicaps.flatMap((handicap) => corrected(against(handicap, primary)))
  const secondary = handicaps.flatMap((handicap) =>
    SECONDARY_MEASURES.filter((measure) => measure !== primary).flatMap((measure) => against(handicap, measure)),
  )
  return {
    experiment: plan.name,
    primary,
    baseline,
    confidence: CONFIDENCE,
    seeds: plan.seeds.length,
    repeats: plan.repeats,
    planned: wanted.length,
    done: played.length,
    state,
    stories: stories.map(({ name, title, sha256 }) => ({ name, title, sha256 })),
    handicaps,
    arms,
    cells,
    differences,
    contrasts,
    secondary: secondary.filter(isOfUse),
    known_before: cells.flatMap(({ arm, story, handicap }): readonly KnownBefore[] => {
      const of = armOf.get(arm)
      return of === undefined || !asksModel(of)
        ? []
        : [{ arm, story, handicap, ...knownBefore(plan, of, story, inCell({ arm, story, handicap }), probes) }]
    }),
    missing,
    to_play,
    units: played.map((one) => unitFigures(one, primary)),
    notes: notesOn(plan, arms, cells, played),
  }
}

const cellKey = ({ arm, story, handicap }: Cell): string => JSON.stringify([arm, story, handicap])

function costIn(plan: ExperimentPlan, arm: PlannedArm, { tokens, cost_usd }: UnitResult): number | null {
  const used = { tokensIn: tokens.in, tokensOut: tokens.out, costUsd: cost_usd }
  return costOf(used, priceOf(plan, arm))
}

/** All pairs of an item and a later one. */
const pairsIn = <Item>(items: readonly Item[]): readonly (readonly [Item, Item])[] =>
  items.flatMap((item, index) => items.slice(index + 1).map((later) => [item, later] as const))

/** False without pairs, and for tokens or cost without any difference, as between arms without a paid model. */
const isOfUse = ({ measure, pairs, difference, interval }: Difference): boolean =>
  pairs > 0 &&
  !((measure === 'tokens' || measure === 'cost_usd') && difference === 0 && interval?.low === 0 && interval.high === 0)

function corrected<Row extends Pick<Difference, 'p'>>(differences: readonly Row[]): readonly Row[] {
  const ps = holm(differences.map(({ p }) => p ?? NaN))
  return differences.map((difference, index) => ({ ...difference, p_holm: finite(ps[index] ?? NaN) }))
}

/** The units without a value, and those that are not played to their end yet, each with the reason. */
function withoutValue(
  { arms, primary }: ExperimentPlan,
  units: readonly Unit[],
  results: ReadonlyMap<string, UnitResult>,
  failures: ReadonlyMap<string, UnitFailure>,
  begun: ReadonlyMap<string, string>,
): Pick<ExperimentReport, 'missing' | 'to_play'> {
  const recorded = new Set(arms.filter(({ files }) => files !== null).map(({ name }) => name))
  const missing: Missing[] = []
  const toPlay: Missing[] = []
  for (const { key, ...unit } of units) {
    const [result, failure] = [results.get(key), failures.get(key)]
    if (result !== undefined) {
      const reason = whyNoValue(result, primary)
      if (reason !== null) missing.push({ ...unit, reason })
    } else if (failure?.isFinal) missing.push({ ...unit, reason: failure.reason })
    else if (recorded.has(unit.arm)) missing.push({ ...unit, reason: NOT_RECORDED })
    else toPlay.push({ ...unit, reason: failure?.reason ?? begun.get(key) ?? NOT_STARTED })
  }
  return { missing, to_play: toPlay }
}

function whyNoValue(result: UnitResult, primary: Measure): string | null {
  if (result.help !== null) return `Helped by a person, ${formatHelp(result.help)}`
  return valueOf(result, primary) === null ? 'Its story does not provide the data of the measure' : null
}

const unitFigures = ({ unit, result }: PlayedUnit, primary: Measure): UnitFigures => ({
  arm: unit.arm,
  story: unit.story,
  handicap: unit.handicap,
  episode: unit.episode,
  seed: unit.seed,
  repeat: unit.repeat,
  value: valueOf(result, primary),
  score: result.score,
  max_score: result.max_score,
  turns: result.turns,
  locations: result.locations,
  deaths: result.deaths,
  ended: result.ended,
  foreknown_turns: result.foreknowledge?.turns ?? null,
  checked_turns: result.foreknowledge?.checked ?? null,
  tokens: result.tokens.in + result.tokens.out,
  cost_usd: result.cost_usd,
})

function knownBefore(
  { stories }: ExperimentPlan,
  arm: PlannedArm,
  story: string,
  played: readonly PlayedUnit[],
  probes: readonly ProbeRecord[],
): Omit<KnownBefore, keyof Cell> {
  const rates = played.flatMap(({ result }) => result.foreknowledge ?? [])
  const sha256 = stories.find(({ name }) => name === story)?.sha256
  const probe = asksEndpoint(arm)
    ? probes.find((made) => made.story.sha256 === sha256 && made.model === arm.settings.llm.agent_model)
    : undefined
  return {
    disguise: disguiseOf(arm),
    foreknown_turns: rates.length === 0 ? null : sum(rates, ({ turns }) => turns),
    checked_turns: rates.length === 0 ? null : sum(rates, ({ checked }) => checked),
    recital: probe?.recital.value ?? null,
    blind_share: probe === undefined ? null : blindShareOf(probe),
  }
}

function notesOn(
  plan: ExperimentPlan,
  arms: readonly ArmFigures[],
  cells: readonly CellFigures[],
  played: readonly PlayedUnit[],
): readonly string[] {
  const limits = new Set(plan.arms.map(({ settings }) => settings.orchestrator.max_turns_per_episode))
  const minds = new Set(arms.flatMap(({ mind }) => mind ?? []))
  const disguises = new Set(plan.arms.map(disguiseOf))
  const cut = played.filter(({ result }) => result.ended === 'stopped' && result.help === null).length
  const helped = played.filter(({ result }) => result.help !== null).length
  return [
    ...(limits.size > 1 ? [`The arms play different numbers of turns: ${[...limits].join(', ')}.`] : []),
    ...(minds.size > 1 ? [`The arms have different minds: ${[...minds].join(', ')}.`] : []),
    ...(disguises.size > 1
      ? ['Some arms play the story mirrored: their scores and those of the others are results of different conditions.']
      : []),
    ...(cut > 0
      ? [
          `${cut} ${cut === 1 ? 'episode was' : 'episodes were'} cut short by a limit, and count with their results at that time.`,
        ]
      : []),
    ...(helped > 0
      ? [
          `${helped} ${helped === 1 ? 'episode was helped by a person and does' : 'episodes were helped by a person and do'} not count.`,
        ]
      : []),
    ...noteOnOneValue(plan, cells),
  ]
}

function noteOnOneValue(plan: ExperimentPlan, cells: readonly CellFigures[]): readonly string[] {
  const same = cellsOfOneValue(cells)
  const [first] = same
  if (first === undefined) return []
  const where =
    same.length === 1
      ? `All ${first.n} seeds of ${first.arm} have the same value in ${storyTitle(plan, first.story)} (${first.handicap})`
      : `In ${same.length} of ${cells.length} combinations of arm, story and handicap, all played seeds have the same value`
  return [`${where}: either chance plays no part, or this measure does not show it.`]
}
