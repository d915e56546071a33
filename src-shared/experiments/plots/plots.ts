import type { ExperimentPlan, Unit } from '../plan'
import { cellName, type ExperimentReport } from '../report'
import { figure, MEASURE_WORDS } from '../report-text'
import { type UnitResult, valueAfter } from '../result'
import { mean, quantileOf, ascending } from '../statistics/moments'
import { draw, scaleOf } from './drawing'
import {
  areaOf,
  armClass,
  axes,
  AXIS,
  canvas,
  dot,
  intervalAcross,
  label,
  line,
  lineOf,
  linked,
  type LinkTo,
  MARGIN,
  NAMES,
  type Plot,
  type Point,
  ruled,
  valueAt,
  WIDTH,
} from './plot-parts'

/** Every episode of a story as a dot, and the mean with its interval, one row per arm and handicap. */
export function dotsPlot(
  report: ExperimentReport,
  story: string,
  arms: readonly string[],
  linkTo: LinkTo,
): Plot | null {
  const { primary } = report
  const cells = report.cells.filter((cell) => cell.story === story && cell.n > 0)
  const units = report.units.filter((unit) => unit.story === story && unit.value !== null)
  if (units.length === 0) return null
  const height = dotsHeight(cells.length)
  const { at, ticks } = scaleOf(
    [
      0,
      ...units.map(({ value }) => value ?? 0),
      ...cells.flatMap(({ interval }) => [interval?.low ?? 0, interval?.high ?? 0]),
    ],
    MARGIN,
    WIDTH - MARGIN,
  )
  const rows = cells.map((cell, row) => {
    const y = 20 + row * DOTS_ROW
    const own = units.filter(({ arm, handicap }) => arm === cell.arm && handicap === cell.handicap)
    const apart = Math.min(5, DOTS_BAND / (own.length - 1))
    return draw(
      'g',
      { class: armClass(arms, cell.arm) },
      label(0, y, cellName(report, cell, 60), 'start'),
      ...own.map((unit, index) => dot(unit, at(unit.value ?? 0), y + 10 + index * apart, primary, linkTo)),
      ...intervalAcross(cell.interval, at, y + MEAN_AT),
      ...(cell.mean === null ? [] : [valueAt(at(cell.mean), y + MEAN_AT)]),
    )
  })
  return {
    title: 'Episode by episode',
    caption: `Each dot is an episode (${MEASURE_WORDS[primary]}), seeds from top to bottom; many equal values overlap. The larger dot is the mean with its 95 % interval.`,
    drawing: linked(
      canvas(height, `Episodes of ${story}`, ...ruled(ticks, at, height, (tick) => figure(tick, primary)), ...rows),
    ),
  }
}

/** Height of a row, of the dots in it, and of the mean below its name. */
const [DOTS_ROW, DOTS_BAND, MEAN_AT] = [60, 20, 38]
const dotsHeight = (rows: number): number => rows * DOTS_ROW + 36

/**
 * Score or number of locations by turn: for each arm and handicap, the mean of its episodes and a band of their middle
 * half.
 */
export function turnsPlot(
  plan: ExperimentPlan,
  units: readonly Unit[],
  results: ReadonlyMap<string, UnitResult>,
  { story, of }: { readonly story: string; readonly of: 'score' | 'locations' },
): Plot | null {
  const cells = cellsOf(
    plan,
    plan.arms.map(({ name }) => name),
  )
  const curves = cells.flatMap((cell) => {
    const own = units.flatMap((unit) => {
      const result = results.get(unit.key)
      const isHere = unit.arm === cell.arm && unit.story === story && unit.handicap === cell.handicap
      return isHere && result?.help === null ? [result] : []
    })
    const steps = own.map((result) => (of === 'score' ? result.score_steps : result.location_steps))
    const last = Math.max(0, ...own.map(({ turn_limit: limit }) => limit))
    if (steps.every((made) => made.length === 0)) return []
    const turns = Array.from({ length: Math.min(last, POINTS) + 1 }, (_, index) =>
      Math.round((index * last) / Math.min(last, POINTS)),
    )
    return [
      { cell, points: turns.map((turn) => ({ turn, ...spreadAt(steps.map((made) => valueAfter(made, turn) ?? 0)) })) },
    ]
  })
  if (curves.length === 0) return null
  const { height, bottom, rowHeight } = sizeFor(curves.length, plan, dotsHeight(curves.length))
  const x = scaleOf(
    curves.flatMap(({ points }) => points.map(({ turn }) => turn)),
    AXIS,
    WIDTH - NAMES,
    5,
    1,
  )
  const y = scaleOf(
    curves.flatMap(({ points }) => [0, ...points.flatMap(({ low, middle, high }) => [low, middle, high])]),
    bottom,
    16,
    4,
    1,
  )
  const names = curves.map(({ cell, points }) => ({ cell, x: 0, y: y.at(points.at(-1)?.middle ?? 0) + 4 }))
  return {
    title: `${of === 'score' ? 'Score' : 'Locations found'} by turn`,
    caption: 'The mean of the episodes, and the middle half as a band. An ended episode keeps its last value.',
    drawing: canvas(
      height,
      `${of} by turn`,
      ...axes(height, [x, String], [y, String]),
      ...curves.map(({ cell, points }) =>
        draw(
          'g',
          { class: cell.color },
          draw('path', { d: areaOf(points, x.at, y.at), class: 'band' }),
          cell.curve(points.map(({ turn, middle }) => [x.at(turn), y.at(middle)])),
        ),
      ),
      ...spread(names, rowHeight, bottom).map(({ cell, y: at }) => cell.nameAt(at)),
    ),
  }
}

/** Number of points of a curve; more would not be visible. */
const POINTS = 100

const spreadAt = (values: readonly number[]) => {
  const sorted = ascending(values)
  return { middle: mean(values), low: quantileOf(sorted, 0.25), high: quantileOf(sorted, 0.75) }
}

/** Performance profile, as in rliable: for each arm and handicap, the share of episodes above each value. */
export function profilePlot(report: ExperimentReport, arms: readonly string[]): Plot | null {
  const { units, primary, handicaps } = report
  const known = units.filter(({ value }) => value !== null)
  if (known.length === 0) return null
  const cells = cellsOf(report, arms)
  const { height, bottom, rowHeight } = sizeFor(cells.length, report)
  const x = scaleOf([0, ...known.map(({ value }) => value ?? 0)], AXIS, WIDTH - NAMES, 4)
  const y = scaleOf([0, 1], bottom, 16, 4)
  const curves = cells.flatMap((cell) => {
    const own = known.filter(({ arm, handicap }) => arm === cell.arm && handicap === cell.handicap)
    const values = ascending(own.map(({ value }) => value ?? 0))
    if (values.length === 0) return []
    const steps: Point[] = [[x.at(0), y.at(1)]]
    for (const [index, value] of values.entries()) {
      steps.push([x.at(value), steps.at(-1)?.[1] ?? y.at(1)], [x.at(value), y.at(1 - (index + 1) / values.length)])
    }
    return [{ cell, steps }]
  })
  return {
    title: 'Performance profile',
    caption: `The share of episodes of each arm${handicaps.length > 1 ? ' and handicap' : ''} above the value on the horizontal axis (${MEASURE_WORDS[primary]}).`,
    drawing: canvas(
      height,
      'Performance profile',
      ...axes(height, [x, (tick) => figure(tick, primary)], [y, (tick) => `${Math.round(100 * tick)} %`]),
      ...curves.map(({ cell, steps }) => draw('g', { class: cell.color }, cell.curve(steps))),
      ...curves.map(({ cell }, index) => cell.nameAt(20 + rowHeight * index)),
    ),
  }
}

/**
 * Plots the mean result of each arm against the mean cost of its episodes, or against their tokens if nothing is
 * priced.
 */
export function costPlot(report: ExperimentReport, arms: readonly string[]): Plot | null {
  const { arms: figures, primary } = report
  const known = figures.filter(({ mean: value, episodes }) => value !== null && episodes > 0)
  const isPriced = known.some(({ cost_usd: cost }) => (cost ?? 0) > 0)
  const costOf = ({ cost_usd: cost, tokens, episodes }: (typeof figures)[number]) =>
    (isPriced ? (cost ?? 0) : tokens) / episodes
  if (known.length < 2 || known.every((arm) => costOf(arm) === 0)) return null
  const { height, bottom } = sizeFor(known.length, report)
  const x = scaleOf([0, ...known.map(costOf)], AXIS, WIDTH - NAMES, 4)
  const y = scaleOf(
    [0, ...known.flatMap(({ mean: value, interval }) => [value ?? 0, interval?.low ?? 0, interval?.high ?? 0])],
    bottom,
    16,
    4,
  )
  const points = known.map((arm) => ({ arm, cx: x.at(costOf(arm)), cy: y.at(arm.mean ?? 0) }))
  const names = points.map(({ arm, cx, cy }) => ({ arm, x: cx + 9, y: cy + 4 }))
  return {
    title: `Result against cost`,
    caption: `Horizontal: ${isPriced ? 'US dollars' : 'tokens'} per episode. Vertical: ${MEASURE_WORDS[primary]} with its 95 % interval.`,
    drawing: canvas(
      height,
      'Result against cost',
      ...axes(
        height,
        [x, (tick) => (isPriced ? `$${tick}` : tick.toLocaleString('en'))],
        [y, (tick) => figure(tick, primary)],
      ),
      ...points.map(({ arm, cx, cy }) =>
        draw(
          'g',
          { class: armClass(arms, arm.arm) },
          ...(arm.interval === null
            ? []
            : [line([cx, y.at(arm.interval.low)], [cx, y.at(arm.interval.high)], 'interval')]),
          valueAt(cx, cy),
        ),
      ),
      ...spread(names, NAME_ROW, bottom).map(({ arm, x: at, y: up }) =>
        draw(
          'g',
          { class: armClass(arms, arm.arm) },
          label(at, up, cellName(report, arm, LONGEST_NAME), 'start', 'name'),
        ),
      ),
    ),
  }
}

type Handicaps = Pick<ExperimentReport, 'handicaps'>

/** Each arm with each handicap: its color, its curve and its name, which shows the dashes of the curve. */
const cellsOf = ({ handicaps }: Handicaps, arms: readonly string[]) =>
  arms.flatMap((arm) =>
    handicaps.map((handicap, index) => {
      const [color, dashes] = [armClass(arms, arm), DASHES[index] ?? '']
      const curve = (points: readonly Point[]) =>
        draw('path', { d: lineOf(points), class: 'curve', ...(dashes !== '' && { 'stroke-dasharray': dashes }) })
      const sampleAt = (y: number) =>
        curve([
          [NAMES_AT, y + 7],
          [WIDTH - 24, y + 7],
        ])
      return {
        arm,
        handicap,
        color,
        curve,
        nameAt: (y: number) =>
          draw(
            'g',
            { class: color },
            draw('title', {}, cellName({ handicaps }, { arm, handicap })),
            label(NAMES_AT, y, cellName({ handicaps }, { arm, handicap }, LONGEST_NAME), 'start', 'name'),
            ...(handicaps.length > 1 ? [sampleAt(y)] : []),
          ),
      }
    }),
  )

/** The dashes of the handicaps in their order, because an arm has one color. */
const DASHES = ['', '7 4', '2 3', '9 3 2 3', '14 5', '4 7']

/** Left end of the names beside a plot, their maximum number of characters, and the distance of two names. */
const [NAMES_AT, LONGEST_NAME, NAME_ROW] = [WIDTH - NAMES + 8, 14, 16]

/**
 * The height of a plot with room for this many names beside it, and the position of its horizontal axis. It fills the
 * height of the plot beside it, up to twice its own width.
 */
function sizeFor(names: number, { handicaps }: Handicaps, beside = 0) {
  const rowHeight = handicaps.length > 1 ? 24 : NAME_ROW
  const height = Math.max(240, names * rowHeight + 50, Math.min(beside, 2 * WIDTH))
  return { height, bottom: height - 34, rowHeight }
}

/** Moves names apart so that none is over another or below the axis at `bottom`. */
function spread<Name extends { readonly x: number; readonly y: number }>(
  names: readonly Name[],
  rowHeight: number,
  bottom: number,
): readonly Name[] {
  const isBeside = (one: Name, other: Name) => Math.abs(one.x - other.x) < NAMES - 8
  const lowered: Name[] = []
  for (const name of names.toSorted((one, other) => one.y - other.y)) {
    const above = lowered.filter((other) => isBeside(name, other)).map(({ y }) => y + rowHeight)
    lowered.push({ ...name, y: Math.max(name.y, ...above) })
  }
  const raised: Name[] = []
  const lowest = bottom + 20 - rowHeight
  for (const name of lowered.toReversed()) {
    const below = raised.filter((other) => isBeside(name, other)).map(({ y }) => y - rowHeight)
    raised.push({ ...name, y: Math.min(name.y, lowest, ...below) })
  }
  return raised
}
