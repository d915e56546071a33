import { cellName, type Contrast, type ExperimentReport, shortened, sideOf, type UnitFigures } from '../report'
import {
  bareDifference,
  difference as differenceText,
  differenceRange,
  figure,
  isShare,
  MEASURE_WORDS,
  questionsOf,
  whereOf,
} from '../report-text'
import { draw, scaleOf } from './drawing'
import {
  armClass,
  canvas,
  dot,
  intervalAcross,
  label,
  line,
  linked,
  type LinkTo,
  MARGIN,
  type Plot,
  ruled,
  valueAt,
  WIDTH,
} from './plot-parts'

/** The differences between arms or between handicaps: all together, then each with a point per seed. */
export function differencePlots(
  report: ExperimentReport,
  of: Contrast['of'],
  arms: readonly string[],
  linkTo: LinkTo,
): readonly (Plot | null)[] {
  const asked = questionsOf(report).filter((contrast) => contrast.of === of)
  return [forestPlot(report, asked, arms), ...asked.map((contrast) => pairsPlot(report, contrast, arms, linkTo))]
}

/** Differences from the baseline, or from the lowest handicap, with their intervals, in one row each. */
function forestPlot(report: ExperimentReport, contrasts: readonly Contrast[], arms: readonly string[]): Plot | null {
  const { primary } = report
  const shown = contrasts.filter(({ difference }) => difference !== null)
  const [first] = shown
  if (first === undefined) return null
  const values = shown.flatMap(({ difference, interval }) => [difference ?? 0, interval?.low ?? 0, interval?.high ?? 0])
  const rowHeight = Math.max(FOREST_ROW, LEAST_FOREST / shown.length)
  const height = shown.length * rowHeight + 36
  const isFlat = values.every((value) => value === 0)
  const { at, ticks } = scaleOf(isFlat ? [-1, 1] : [...values, 0], MARGIN, WIDTH - MARGIN)
  const rows = shown.map((contrast, index) => {
    const { difference, interval } = contrast
    const side = sideOf(contrast, contrast.one)
    const y = 20 + index * rowHeight + (rowHeight - FOREST_ROW) / 2
    const value = difference ?? 0
    return draw(
      'g',
      { class: armClass(arms, side.arm) },
      label(0, y, cellName(report, side, 34), 'start'),
      ...intervalAcross(interval, at, y + 16),
      valueAt(at(value), y + 16),
      label(
        WIDTH,
        y,
        interval === null
          ? differenceText(value, primary)
          : `${differenceText(value, primary)} (${differenceRange(interval, primary)})`,
        'end',
        'figure',
      ),
    )
  })
  return {
    title: `Compared with ${first.other}`,
    caption: `The difference of each ${first.of === 'arms' ? 'arm' : 'handicap'} from ${first.other} (${MEASURE_WORDS[primary]}${isShare(primary) ? ', in percentage points' : ''}), paired by seed, with its 95 % interval.`,
    drawing: canvas(
      height,
      `Differences from ${first.other}`,
      ...ruled(ticks, at, height, (tick) => bareDifference(tick, primary)),
      ...rows,
    ),
  }
}

const FOREST_ROW = 44
/** Minimum height of the rows together, because the card beside the plot is as tall. Few rows are spread over it. */
const LEAST_FOREST = 180

/** Both sides of a contrast, one point per seed. Above the line, `one` did better. */
function pairsPlot(report: ExperimentReport, contrast: Contrast, arms: readonly string[], linkTo: LinkTo): Plot | null {
  const { primary, units } = report
  const { one, other: base } = contrast
  const of = (name: string) => {
    const side = sideOf(contrast, name)
    return units.filter(({ arm, handicap }) => arm === side.arm && handicap === side.handicap)
  }
  const others = new Map(of(base).map((unit) => [pairKey(unit), unit]))
  const pairs = of(one).flatMap((unit) => {
    const other = others.get(pairKey(unit))
    return other === undefined || unit.value === null || other.value === null ? [] : [{ unit, other }]
  })
  if (pairs.length === 0) return null
  const [size, top] = [200, 12]
  const left = (WIDTH - size) / 2
  const values = pairs.flatMap(({ unit, other }) => [unit.value ?? 0, other.value ?? 0])
  const across = scaleOf([0, ...values], left, left + size, 3)
  const up = scaleOf([0, ...values], top + size, top, 3)
  const title = `${one} beside ${base}${whereOf(report, contrast)}`
  return {
    title,
    caption: `Each point is a seed and story: ${base} across, ${one} upwards. Above the line ${one} did better.`,
    drawing: linked(
      canvas(
        size + 56,
        title,
        ...across.ticks.map((tick) => label(across.at(tick), size + 30, figure(tick, primary), 'middle', 'tick')),
        ...up.ticks.map((tick) => label(left - 8, up.at(tick) + 4, figure(tick, primary), 'end', 'tick')),
        draw('rect', { x: left, y: top, width: size, height: size, class: 'frame' }),
        line([left, top + size], [left + size, top], 'zero'),
        label(left + size / 2, size + 50, shortened(base, 40), 'middle'),
        draw(
          'g',
          { class: armClass(arms, sideOf(contrast, one).arm) },
          ...pairs.map(({ unit, other }) =>
            dot(unit, across.at(other.value ?? 0), up.at(unit.value ?? 0), primary, linkTo),
          ),
        ),
      ),
    ),
  }
}

export const pairKey = ({ story, seed, repeat }: UnitFigures): string => JSON.stringify([story, seed, repeat])
