import { BOX, type Box, type LocationPort, type Point } from './geometry'
import { BOX_INSET, breakLines, LEAST_FONT, LEAST_ZOOM_FOR_WORDS, LINE_HEIGHT, widthOf } from './names'
import type { Place } from './place-words'

/** Font size in the drawing's units at the lowest zoom that shows words, where they are largest. */
const FONT = LEAST_FONT / LEAST_ZOOM_FOR_WORDS
const PADDING = 2
/** Distance between a word and its line or box. */
const GAP = 3
const ROW = FONT * LINE_HEIGHT

const sizeOf = (lines: readonly string[]): Pick<Box, 'width' | 'height'> => ({
  width: Math.max(...lines.map(widthOf)) * FONT + 2 * PADDING,
  height: lines.length * ROW,
})

/** Places on both sides of the line that leaves a port, nearest first. */
export function placesBeside(port: LocationPort, lines: readonly string[]): readonly Place[] {
  const { width, height } = sizeOf(lines)
  const { x, y, dx, dy, isLeft } = port
  const [right, left] = [x + GAP, x - GAP - width]
  const [above, below] = [y - GAP - height, y + GAP]
  const at = (place: Point, align: Place['align']): Place => ({ ...place, width, height, lines, align })
  const toTheLeft = (top: number) => at({ x: left, y: top }, 'right')
  const toTheRight = (top: number) => at({ x: right, y: top }, 'left')
  if (dx === 0) {
    const sides = isLeft ? [toTheLeft, toTheRight] : [toTheRight, toTheLeft]
    return [0, 1, 2].flatMap((row) => sides.map((side) => side(dy < 0 ? above - row * ROW : below + row * ROW)))
  }
  const outwards = dx < 0 ? toTheLeft : toTheRight
  if (dy === 0) return [above, below].map(outwards)
  // For a line that rises from a corner: outside the box below the line, or above the box. Mirrored for a line that
  // descends.
  const inwards = dx < 0 ? toTheRight : toTheLeft
  return [outwards(dy < 0 ? y : y - height), inwards(dy < 0 ? above : below)]
}

/** Places around a box, nearest to the port first. */
export function placesAround(box: Box, port: Point, lines: readonly string[]): readonly Place[] {
  const { width, height } = sizeOf(lines)
  const [right, bottom] = [box.x + box.width, box.y + box.height]
  const at = (x: number, y: number, align: Place['align']): Place => ({ x, y, width, height, lines, align })
  const rows = [0, ROW].flatMap((row) => [box.y - GAP - height - row, bottom + GAP + row])
  const inRows = rows.flatMap((y) => [
    at(box.x, y, 'left'),
    at(box.x + (box.width - width) / 2, y, 'center'),
    at(right - width, y, 'right'),
  ])
  const beside = [box.y, box.y + (box.height - height) / 2, bottom - height].flatMap((y) => [
    at(right + GAP, y, 'left'),
    at(box.x - GAP - width, y, 'right'),
  ])
  const distance = ({ x, y }: Place) => Math.hypot(x + width / 2 - port.x, y + height / 2 - port.y)
  return [...inRows, ...beside].toSorted((a, b) => distance(a) - distance(b))
}

/** Places on the edges of a box near its corners, then around it. */
export function placesOnEdge(box: Box, first: 'top left' | 'top right', lines: readonly string[]): readonly Place[] {
  const { width, height } = sizeOf(lines)
  const left = { x: box.x + INSET, align: 'left' as const }
  const right = { x: box.x + box.width - INSET - width, align: 'right' as const }
  const sides = first === 'top left' ? [left, right] : [right, left]
  const onEdge = [box.y, box.y + box.height].flatMap((edge) =>
    sides.map((side): Place => ({ ...side, y: edge - height / 2, width, height, lines })),
  )
  return [...onEdge, ...placesAround(box, onEdge[0] as Place, lines)]
}
const INSET = 6

/** Space above and below the letters of a row. */
const LEADING = (ROW - FONT) / 2

const linesOf = (box: Box, name: string): number => breakLines(name, (box.width - BOX_INSET.x) / FONT).length

/** Whether there is room for a row below a name in its box, because the name takes only one. */
export const hasRowBelow = (name: string): boolean => linesOf({ x: 0, y: 0, ...BOX }, name) === 1

/** The area of a name in its box: in the middle, or lifted for another row below it. */
export function nameIn(box: Box, name: string, isLifted = false): Box {
  const height = linesOf(box, name) * ROW - 2 * LEADING
  return { ...box, y: box.y + (box.height - height - (isLifted ? ROW : 0)) / 2, height }
}

/** Distance between the edges of a box and the text in it. */
const MARGIN = 5
/** Width available below a name in its box, in em. */
export const BELOW_NAME = (BOX.width - 2 * MARGIN - 2 * PADDING) / FONT

/** The place below a lifted name in a box. */
export function placeBelowName(box: Box, lines: readonly string[]): Place {
  const { width, height } = sizeOf(lines)
  const x = box.x + (box.width - width) / 2
  return { x, y: box.y + box.height / 2, width, height, lines, align: 'center' }
}

/** A place centered on the end of a stub. */
export function placeAt(middle: Point, lines: readonly string[]): Place {
  const { width, height } = sizeOf(lines)
  return { x: middle.x - width / 2, y: middle.y - height / 2, width, height, lines, align: 'center' }
}
