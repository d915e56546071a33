import type { Positions } from '@shared/map/cell'
import { boundsOf, type Box, boxOf, isOnCompass, overlap, type Point } from '@shared/map/drawing/geometry'
import type { Lines } from '@shared/map/drawing/lines'
import { breakLines, widthOf } from '@shared/map/drawing/names'
import { isWithin, type Place, placeWords } from '@shared/map/drawing/place-words'
import {
  BELOW_NAME,
  hasRowBelow,
  nameIn,
  placeAt,
  placeBelowName,
  placesAround,
  placesBeside,
  placesOnEdge,
} from '@shared/map/drawing/word-places'
import { type Link, loopsOf } from '@shared/map/links'
import { mapStrings } from '../../strings'
import { knownPart, labelOf, type LinkEnd, shapeOf, stubOf } from '../links/link-shape'
import { stubsOf } from '../links/stubs'
import { endOfWay, locationName, type MapView } from '../map-view'
import { shortList, shortLoops } from '../representatives'

/** Kinds of words, most important first. */
const KINDS = ['side', 'exit', 'reference', 'start', 'died', 'loops', 'untried', 'things'] as const

/** Text beside the boxes and lines of a level. */
export interface MapWord extends Place {
  readonly key: string
  readonly kind: (typeof KINDS)[number]
  /** The room to which the word belongs. */
  readonly at: number
  /** The word is inside the box of its room. */
  readonly isInside: boolean
  /** Null unless the word refers to another room. */
  readonly leads: { readonly to: number; readonly exit: string; readonly name: string; readonly link: Link } | null
}

interface Candidate extends Pick<MapWord, 'key' | 'kind' | 'at' | 'leads'> {
  readonly places: readonly Place[]
  readonly isOptional?: boolean
}

type Shown = Pick<
  MapView,
  'map' | 'mazeSizes' | 'surveyed' | 'things' | 'diedIn' | 'sides' | 'selected' | 'hovered' | 'way'
>

export interface Drawing {
  readonly links: readonly Link[]
  readonly lines: Lines
  readonly positions: Positions
  readonly level: number
}

/**
 * The words that have a place where they cover no other text and no room. The words of the agent's room and of the
 * selected room are placed first. The words of the room under the pointer replace others.
 */
export function wordsOf(view: Shown, { links, lines, positions, level }: Drawing): readonly MapWord[] {
  const { map, selected, hovered } = view
  const cells = Object.values(map.locations).flatMap(({ id }) => {
    const cell = positions[id]
    return cell?.level === level ? [{ id, cell }] : []
  })
  if (cells.length === 0) return []
  const rooms = cells.map(({ id, cell }) => ({ id, ...boxOf(cell) }))
  const frame = inflate(boundsOf(cells.map(({ cell }) => cell)), BEYOND_RIM)
  const boxes = new Map<number, Box>(rooms.map((box) => [box.id, box]))
  const shapes = links.flatMap((link) => {
    const known = knownPart(link, map)
    const shape = known && shapeOf(known, lines, positions)
    return shape ? [{ link, ...shape }] : []
  })
  const stubs = cells.flatMap(({ id, cell }) =>
    stubsOf(view, id).map(({ direction }) => ({ id, direction, ...stubOf(cell, direction) })),
  )
  const candidates = [
    ...shapes.flatMap(({ link, ends }) => ends.flatMap((end) => wordOfEnd(end, link))),
    ...stubs.map(wordOfStub),
    ...rooms.flatMap(wordsOfRoom),
  ]
  const rank = ({ at, kind }: Candidate) =>
    KINDS.indexOf(kind) + (at === map.here || at === selected ? 0 : KINDS.length)
  const words = candidates.toSorted((a, b) => rank(a) - rank(b))
  const obstacles = {
    rooms,
    marks: rooms.flatMap((box) => [nameIn(box, nameOf(box.id), isLifted(view, box.id)), ...marksOn(box)]),
    lines: [...shapes.flatMap(({ corners }) => (corners ? [corners] : [])), ...stubs.map(({ corners }) => corners)],
    frame,
  }
  const placed = withPlaces(words)
  const shown = new Set(placed.map(({ key }) => key))
  const brought = withPlaces(words.filter(({ at, key }) => at === hovered && !shown.has(key)))
  return [...placed.filter((word) => !brought.some((other) => overlap(word, other))), ...brought]

  function withPlaces(some: readonly Candidate[]): readonly MapWord[] {
    const places = placeWords(some, obstacles)
    return some.flatMap(({ key, kind, at, leads }, index) => {
      const place = places[index]
      const box = boxes.get(at)
      const isInside = kind === 'things' && !!place && !!box && overlap(place, box)
      return place ? [{ key, kind, at, leads, isInside, ...place }] : []
    })
  }

  function wordOfEnd({ port, exit, at, to, isReference }: LinkEnd, link: Link): readonly Candidate[] {
    const box = boxes.get(at)
    if (!box) return []
    const leads = isReference ? { to, exit, name: nameOf(to), link } : null
    const text = leads ? mapStrings.reference(labelOf(exit), leads.name) : labelOf(exit)
    const places = placesOfText(text, (broken) => [
      ...placesBeside(port, broken),
      ...(isReference || !isOnCompass(exit) ? placesAround(box, port, broken) : []),
    ])
    return [{ key: `${at} ${exit} ${to}`, kind: isReference ? 'reference' : 'exit', at, leads, places }]
  }

  function wordOfStub({ id, direction, port, corners: [, end] }: (typeof stubs)[number]): Candidate {
    const text = isOnCompass(direction) ? mapStrings.untried : mapStrings.stub(labelOf(direction))
    const tip = { x: end.x + Math.sign(port.dx) * TIP, y: end.y + Math.sign(port.dy) * TIP }
    const places = isOnCompass(direction)
      ? [placeAt(tip, [text])]
      : [...placesBeside(port, [text]), ...placesAround(boxes.get(id) as Box, port, [text])]
    // Over a line, a question mark would seem to belong to it; the stub itself remains.
    return {
      key: `${id} ${direction}?`,
      kind: 'untried',
      at: id,
      leads: null,
      places,
      isOptional: isOnCompass(direction),
    }
  }

  function wordsOfRoom(box: (typeof rooms)[number]): readonly Candidate[] {
    const { id } = box
    const room = map.locations[id]
    const onEdge = (kind: MapWord['kind'], text: string, corner: 'top left' | 'top right') =>
      text === ''
        ? []
        : [{ key: `${id} ${kind}`, kind, at: id, leads: null, places: placesOnEdge(box, corner, [text]) }]
    return [
      ...onEdge('side', view.sides.get(id)?.words ?? '', 'top left'),
      ...onEdge('start', room?.firstTurn === 0 ? mapStrings.start : '', 'top right'),
      ...onEdge('died', view.diedIn.has(id) ? `† ${mapStrings.died}` : '', 'top right'),
      ...onEdge('loops', room ? shortLoops(loopsOf(room)) : '', 'top right'),
      ...objectsOf(box),
    ]
  }

  /**
   * The objects are below the name or around the box, never over a line, to which they would seem to belong, nor beyond
   * the frame. The card of the room lists all of them.
   */
  function objectsOf(box: (typeof rooms)[number]): readonly Candidate[] {
    const things = view.things.get(box.id) ?? []
    if (things.length === 0) return []
    const corner = { x: box.x, y: box.y + box.height }
    const texts = [...new Set([shortList(things, WIDEST), mapStrings.thingCount(things.length)])]
    const below = texts.flatMap((text) => placesAround(box, corner, [text]))
    const inBox = placeBelowName(box, [shortList(things, BELOW_NAME)])
    const places = (isLifted(view, box.id) ? [inBox, ...below] : below).filter((place) => isWithin(place, frame))
    return [{ key: `${box.id} things`, kind: 'things', at: box.id, leads: null, places, isOptional: true }]
  }

  function marksOn(box: (typeof rooms)[number]): readonly Box[] {
    const players = view.sides.get(box.id)?.here ?? []
    return [
      ...players.map((_, index) => around({ x: box.x + index * PLAYER_STEP, y: box.y }, PLAYER)),
      ...(map.here === box.id ? [around(box, AGENT)] : []),
      ...(endOfWay(view.way, box.id) ? [around({ x: box.x + box.width, y: box.y }, END_OF_WAY)] : []),
    ]
  }

  function nameOf(id: number): string {
    return locationName(view, id, mapStrings.maze) ?? ''
  }
}

/** Whether a name moves up to make room for the objects below it: it has one line, and at least one object fits. */
export function isLifted(view: Pick<MapView, 'map' | 'mazeSizes' | 'things'>, id: number): boolean {
  const things = view.things.get(id) ?? []
  return (
    things.length > 0 &&
    shortList(things, BELOW_NAME) !== mapStrings.thingCount(things.length) &&
    hasRowBelow(locationName(view, id, mapStrings.maze) ?? '')
  )
}

/** Distance from the outermost boxes within which words are always visible. */
const BEYOND_RIM = 27
/** Distance from the end of a stub to its question mark. */
const TIP = 8
/** Half the size of the marks on the corners of a box. */
const AGENT = 7
const PLAYER = 10
const END_OF_WAY = 10
/** Distance from one player's disc to the next. */
const PLAYER_STEP = 18

const inflate = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
})
const around = (point: Point, by: number): Box => inflate({ ...point, width: 0, height: 0 }, by)

/** Maximum width of a line of words, in em. */
const WIDEST = 10

/** Places for the text in one line; for a long text also broken into lines. */
function placesOfText(text: string, places: (lines: readonly string[]) => readonly Place[]): readonly Place[] {
  if (widthOf(text) <= WIDEST) return places([text])
  return [...places([text]), ...places(breakLines(text, WIDEST))]
}
