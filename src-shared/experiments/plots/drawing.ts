/** A drawing as data. The window turns it into elements, a report into the text of an SVG. */
export interface Drawn {
  readonly tag: 'svg' | 'g' | 'line' | 'rect' | 'circle' | 'path' | 'text' | 'title' | 'a'
  readonly attributes: Readonly<Record<string, string | number>>
  readonly children: readonly (Drawn | string)[]
}

export const draw = (
  tag: Drawn['tag'],
  attributes: Drawn['attributes'] = {},
  ...children: readonly (Drawn | string)[]
): Drawn => ({ tag, attributes, children })

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
export const escapeMarkup = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign)

export function markupOf(node: Drawn | string): string {
  if (typeof node === 'string') return escapeMarkup(node)
  const attributes = Object.entries(node.attributes).map(([name, value]) => ` ${name}="${escapeMarkup(String(value))}"`)
  return `<${node.tag}${attributes.join('')}>${node.children.map(markupOf).join('')}</${node.tag}>`
}

export interface Scale {
  /** Returns the position of a value in pixels, rounded to a tenth. */
  readonly at: (value: number) => number
  readonly ticks: readonly number[]
}

/**
 * Maps values to pixels. Ticks are round numbers, at least `leastStep` apart. If all values are equal, the scale begins
 * at that value and ends 1 above it: for shares that are all 0, it ends at 100 %.
 */
export function scaleOf(values: readonly number[], from: number, to: number, wantedTicks = 5, leastStep = 0): Scale {
  const known = values.filter(Number.isFinite)
  const least = Math.min(...known)
  const most = Math.max(...known)
  const [low, high] = known.length === 0 ? [0, 1] : [least, most > least ? most : least + 1]
  const step = Math.max(leastStep, niceStep((high - low) / wantedTicks))
  const ticks: number[] = []
  for (let tick = Math.ceil(low / step); tick * step <= high + step * 1e-9; tick++)
    ticks.push(Number((tick * step).toPrecision(12)))
  return { at: (value) => Math.round(10 * (from + ((value - low) / (high - low)) * (to - from))) / 10, ticks }
}

function niceStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough))
  const factor = [1, 2, 5].find((candidate) => candidate * power >= 0.8 * rough) ?? 10
  return factor * power
}
