import { type Box, crosses, overlap, type Point } from './geometry'

/** A possible place of a word, with the text as broken for it. */
export interface Place extends Box {
  readonly lines: readonly string[]
  readonly align: 'left' | 'center' | 'right'
}

export interface Word {
  /** The room that the word belongs to. The word may overlap the box of this room, but not its name. */
  readonly at: number
  /** Best first. */
  readonly places: readonly Place[]
  /** True for a word that is omitted rather than placed over a line. */
  readonly isOptional?: boolean
}

interface Obstacles {
  readonly rooms: readonly (Box & { readonly id: number })[]
  /** Names and marks on the boxes. */
  readonly marks: readonly Box[]
  /** Each given by its corners. */
  readonly lines: readonly (readonly Point[])[]
  /** The part of the drawing in which the edge of the panel never cuts a word. */
  readonly frame: Box
}

const COST_IF_CUT = 2
const COST_ON_A_LINE = 1

/**
 * The place of each word; null if it has none. Earlier words take precedence. No word covers a mark, another room or
 * another word. If possible, a word covers no line and is within the frame. Deterministic.
 */
export function placeWords(
  words: readonly Word[],
  { rooms, marks, lines, frame }: Obstacles,
): readonly (Place | null)[] {
  const texts = new Crowd(marks)
  const boxes = new Crowd(rooms)
  const segments = new Crowd(lines.flatMap(segmentsOf))
  return words.map(({ at, places, isOptional = false }) => {
    let best: Place | null = null
    let leastCost = Infinity
    for (const place of places) {
      if (texts.some(place, () => true) || boxes.some(place, ({ id }) => id !== at)) continue
      const isCrossed = segments.some(place, ({ from, to }) => crosses(from, to, place))
      if (isOptional && isCrossed) continue
      const cost = (isCrossed ? COST_ON_A_LINE : 0) + (isWithin(place, frame) ? 0 : COST_IF_CUT)
      if (cost < leastCost) [best, leastCost] = [place, cost]
      if (cost === 0) break
    }
    if (best) texts.add(best)
    return best
  })
}

export const isWithin = ({ x, y, width, height }: Box, frame: Box): boolean =>
  x >= frame.x && y >= frame.y && x + width <= frame.x + frame.width && y + height <= frame.y + frame.height

interface Segment extends Box {
  readonly from: Point
  readonly to: Point
}

/** The bounding box of a horizontal or vertical line is widened, because it has no area. */
const HALF_A_LINE = 1

const segmentsOf = (corners: readonly Point[]): readonly Segment[] =>
  corners.slice(1).map((to, index) => {
    const from = corners[index] as Point
    const [x, y] = [Math.min(from.x, to.x) - HALF_A_LINE, Math.min(from.y, to.y) - HALF_A_LINE]
    const [width, height] = [Math.abs(to.x - from.x) + 2 * HALF_A_LINE, Math.abs(to.y - from.y) + 2 * HALF_A_LINE]
    return { from, to, x, y, width, height }
  })

const BUCKET = 96

/** Boxes grouped by their place, so that few of them are compared. */
class Crowd<Item extends Box> {
  readonly #buckets = new Map<string, Item[]>()

  constructor(items: readonly Item[]) {
    for (const item of items) this.add(item)
  }

  add(item: Item): void {
    for (const key of keysOf(item)) {
      const bucket = this.#buckets.get(key)
      if (bucket) bucket.push(item)
      else this.#buckets.set(key, [item])
    }
  }

  some(box: Box, isMeant: (item: Item) => boolean): boolean {
    return keysOf(box).some((key) => this.#buckets.get(key)?.some((item) => overlap(item, box) && isMeant(item)))
  }
}

function keysOf({ x, y, width, height }: Box): readonly string[] {
  const keys: string[] = []
  for (let row = Math.floor(y / BUCKET); row <= Math.floor((y + height) / BUCKET); row++)
    for (let column = Math.floor(x / BUCKET); column <= Math.floor((x + width) / BUCKET); column++)
      keys.push(`${column} ${row}`)
  return keys
}
