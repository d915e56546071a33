import { BOX } from './geometry'

/** Sizes of text on screen, in pixels at a text size of 100 %; --size-11 and --size-12 of the tokens. */
export const LEAST_FONT = 11
const FONT = 12
/** Minimum zoom for words beside boxes and lines, at a text size of 100 %. */
export const LEAST_ZOOM_FOR_WORDS = 0.9
export const LINE_HEIGHT = 1.1
/** Padding and border of a box, the sum of both sides. */
export const BOX_INSET = { x: 8, y: 2 }

/** Widths in em at weight 500, the larger of those in the window's two typefaces. */
const WIDTHS: readonly (readonly [characters: string, width: number])[] = [
  [" !',.:;lij`t|()[]fr", 0.4],
  ['/1I\\{}-_"*', 0.52],
  ['?^ksxz57EFJLacehnouvy', 0.6],
  ['23689PZbdgpq$+04<=>BRST~', 0.68],
  ['#ADKVXY&CGHNU', 0.76],
  ['OQw', 0.84],
]
const WIDTH_OF = new Map(
  WIDTHS.flatMap(([characters, width]) => Array.from(characters, (one) => [one, width] as const)),
)
const WIDEST = 1

/** An upper bound of the width of a text, in em. */
export function widthOf(text: string): number {
  let width = 0
  for (const character of text) width += WIDTH_OF.get(character) ?? WIDEST
  return width
}

/** Breaks a text between words only. Null if a word is wider than `width`. Widths are in em. */
export function breakText(text: string, width: number): readonly string[] | null {
  const lines: string[] = []
  for (const word of text.split(/(?<=[\s-])/u)) {
    if (widthOf(word.trimEnd()) > width) return null
    const longer = `${lines.at(-1) ?? ''}${word}`
    if (lines.length > 0 && widthOf(longer.trimEnd()) <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines.map((line) => line.trimEnd())
}

/** Breaks a text between words, or anywhere if a word is wider than `width`. Widths are in em. */
export const breakLines = (text: string, width: number): readonly string[] =>
  breakText(text, width) ?? breakAnywhere(text, width)

function breakAnywhere(name: string, width: number): readonly string[] {
  const lines = ['']
  for (const character of name) {
    const longer = `${lines.at(-1)}${character}`
    if (widthOf(longer) <= width) lines[lines.length - 1] = longer
    else lines.push(character)
  }
  return lines
}

/** True if a name is completely visible in its box at this zoom and a text size of 100 %. */
export function isWholeAt(name: string, zoom: number): boolean {
  const font = Math.max(LEAST_FONT, FONT * zoom)
  const lines = breakText(name, (BOX.width * zoom - BOX_INSET.x) / font)
  return lines !== null && lines.length * font * LINE_HEIGHT <= BOX.height * zoom - BOX_INSET.y
}

/** The tested zooms in ascending order. Beyond the last one, the text grows with its box. */
const ZOOMS = Array.from({ length: 25 }, (_, index) => 0.44 + index * 0.02)

const LEAST = new Map<string, number>()
const MAX_KEPT = 2_000

/** The lowest zoom at which a name is completely visible in its box; Infinity if it is too long. */
export function leastZoomOf(name: string): number {
  const known = LEAST.get(name)
  if (known !== undefined) return known
  const least = ZOOMS.find((zoom) => isWholeAt(name, zoom)) ?? Infinity
  if (LEAST.size >= MAX_KEPT) LEAST.clear()
  LEAST.set(name, least)
  return least
}
