import type { Measure } from '../experiment-table'
import { type Bounds, type UnitFigures } from '../report'
import { figure } from '../report-text'
import { draw, type Drawn, type Scale } from './drawing'

export interface Plot {
  readonly title: string
  /** A sentence that explains how to read the plot. */
  readonly caption: string
  readonly drawing: Drawn
}

/** The target of a click on an episode; null for none. */
export type LinkTo = (episode: string) => string | null

/** Width of every drawing, in its own units. The font size is 12 of these units, whatever the displayed size. */
export const WIDTH = 440
/** Space left of the vertical axis for its ticks, and right of the plot for the names of arms. */
export const [AXIS, NAMES] = [58, 108]
/** Space between the edges and a scale without labels beside it. */
export const MARGIN = 26
/** Number of colors of arms, assigned in the order of the plan. */
const ARM_CLASSES = 8
export const armClass = (arms: readonly string[], arm: string): string =>
  `arm${Math.max(0, arms.indexOf(arm)) % ARM_CLASSES}`

export const canvas = (height: number, name: string, ...children: readonly Drawn[]): Drawn =>
  draw(
    'svg',
    { viewBox: `0 0 ${WIDTH} ${height}`, 'font-size': 12, role: 'img', 'aria-label': name, class: 'plot' },
    ...children,
  )

/** A drawing with links must not have the role `img`, which would hide them. */
export const linked = (drawing: Drawn): Drawn => ({ ...drawing, attributes: { ...drawing.attributes, role: 'group' } })

export type Point = readonly [x: number, y: number]

export const line = ([x1, y1]: Point, [x2, y2]: Point, kind: 'grid' | 'zero' | 'interval'): Drawn =>
  draw('line', { x1, x2, y1, y2, class: kind })

export const intervalAcross = (interval: Bounds | null, at: Scale['at'], y: number): readonly Drawn[] =>
  interval === null ? [] : [line([at(interval.low), y], [at(interval.high), y], 'interval')]

export const valueAt = (cx: number, cy: number): Drawn => draw('circle', { cx, cy, r: 4.5, class: 'value' })

/** Not focusable, because the tables have the same links for the keyboard. */
export function dot(unit: UnitFigures, x: number, y: number, primary: Measure, linkTo: LinkTo): Drawn {
  const link = linkTo(unit.episode)
  const said = `seed ${unit.seed}, ${unit.turns} turns: ${figure(unit.value, primary)}`
  const circle = draw('circle', { cx: x, cy: y, r: 3, class: 'dot' }, draw('title', {}, said))
  return link === null ? circle : draw('a', { href: link, tabindex: -1, 'aria-label': said }, circle)
}

/** Vertical lines with the labels of their ticks below. */
export const ruled = (
  ticks: readonly number[],
  at: Scale['at'],
  height: number,
  textOf: (tick: number) => string,
): readonly Drawn[] => [
  ...ticks.map((tick) => line([at(tick), 28], [at(tick), height - 22], tick === 0 ? 'zero' : 'grid')),
  ...ticks.map((tick) => label(at(tick), height - 6, textOf(tick), 'middle', 'tick')),
]

/** A scale and the format of its ticks. */
type Axis = readonly [scale: Scale, textOf: (tick: number) => string]

export const axes = (height: number, [x, xText]: Axis, [y, yText]: Axis): readonly Drawn[] => [
  ...y.ticks.map((tick) => line([AXIS, y.at(tick)], [WIDTH - NAMES, y.at(tick)], 'grid')),
  ...y.ticks.map((tick) => label(AXIS - 8, y.at(tick) + 4, yText(tick), 'end', 'tick')),
  ...x.ticks.map((tick) => label(x.at(tick), height - 14, xText(tick), 'middle', 'tick')),
]

export const label = (x: number, y: number, text: string, anchor: 'start' | 'middle' | 'end', kind = 'label'): Drawn =>
  draw('text', { x, y, 'text-anchor': anchor, class: kind }, text)

export const lineOf = (points: readonly Point[]): string =>
  points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('')

export function areaOf(
  points: readonly { readonly turn: number; readonly low: number; readonly high: number }[],
  x: (value: number) => number,
  y: (value: number) => number,
): string {
  const there = points.map(({ turn, high }) => [x(turn), y(high)] as const)
  const back = points.toReversed().map(({ turn, low }) => [x(turn), y(low)] as const)
  return `${lineOf([...there, ...back])}Z`
}
