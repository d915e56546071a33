import { DIRECTIONS, type Direction } from './direction'
import type { Exit, Location, WorldMap } from './world-map'

/**
 * Reads locations and exits from the tables of a version 3 story by Infocom's compiler, as the map of a player who
 * began at `start` and has been everywhere. A location is a child of the object that has all locations. An exit is a
 * property whose number is the data byte of a direction word: with 1, 4 or 5 bytes it begins with the destination, with
 * 2 it refuses, with 3 a routine decides.
 */
export function readWorldMap(story: Buffer, start = 'West of House'): WorldMap {
  const objects = readObjects(story)
  const directions = readDirections(story)
  const here = objects.findIndex((object) => object?.name === start)
  const locations = objects.flatMap((object, id) =>
    object && object.parent === objects[here]?.parent ? [{ id, ...object }] : [],
  )
  const isLocation = new Set(locations.map(({ id }) => id))
  const exitsById = new Map(
    locations.map(({ id, properties }) => [
      id,
      [...directions].flatMap(([direction, property]): [Direction, Exit][] => {
        const data = properties.get(property)
        const to = data && [1, 4, 5].includes(data.length) ? data[0] : undefined
        return to !== undefined && isLocation.has(to) ? [[direction, { to, walked: 1, refused: 0, lastTurn: 0 }]] : []
      }),
    ]),
  )

  const found = new Map<number, Location>()
  const discover = (id: number, reachedBy: Location['reachedBy']) => {
    if (found.has(id)) return
    found.set(id, {
      id,
      name: objects[id]?.name ?? '',
      firstTurn: found.size,
      lastTurn: found.size,
      visits: 1,
      reachedBy,
      exits: Object.fromEntries(exitsById.get(id) ?? []),
    })
  }
  discover(here, null)
  for (const [from, { exits }] of found)
    for (const [exit, { to }] of Object.entries(exits)) if (to !== null) discover(to, { from, exit })
  for (const id of isLocation) discover(id, null)
  return { locations: Object.fromEntries(found), here }
}

interface StoryObject {
  readonly name: string
  readonly parent: number
  readonly properties: ReadonlyMap<number, Buffer>
}

/**
 * Z-Machine Standard §12, version 3: entries of 9 bytes after 31 default words; the first property table marks the end
 * of the entries.
 */
function readObjects(story: Buffer): readonly (StoryObject | null)[] {
  const table = story.readUInt16BE(0x0a) + 62
  const objects: (StoryObject | null)[] = [null]
  let end = story.length
  for (let entry = table; entry + 9 <= end; entry += 9) {
    let at = story.readUInt16BE(entry + 7)
    end = Math.min(end, at)
    const nameEnd = at + 1 + story.readUInt8(at) * 2
    const name = decodeText(story, at + 1, nameEnd)
    const properties = new Map<number, Buffer>()
    for (at = nameEnd; story.readUInt8(at) !== 0;) {
      const size = story.readUInt8(at)
      properties.set(size & 31, story.subarray(at + 1, at + 2 + (size >> 5)))
      at += 2 + (size >> 5)
    }
    objects.push({ name, parent: story.readUInt8(entry + 4), properties })
  }
  return objects
}

/**
 * §13: four bytes of text, then the compiler's flags. Bit 0x10 marks a direction word; the low two bits select its data
 * byte.
 */
function readDirections(story: Buffer): ReadonlyMap<Direction, number> {
  const dictionary = story.readUInt16BE(0x08)
  const header = dictionary + 1 + story.readUInt8(dictionary)
  const [length, count] = [story.readUInt8(header), story.readUInt16BE(header + 1)]
  const byWord = new Map<string, number>()
  for (let index = 0; index < count; index++) {
    const entry = header + 3 + index * length
    const flags = story.readUInt8(entry + 4)
    if (flags & 0x10)
      byWord.set(decodeText(story, entry, entry + 4), story.readUInt8(entry + ((flags & 3) === 3 ? 5 : 6)))
  }
  return new Map(
    DIRECTIONS.flatMap((direction): [Direction, number][] => {
      const property = byWord.get(direction.slice(0, 6)) ?? byWord.get(SHORT[direction] ?? '')
      return property === undefined ? [] : [[direction, property]]
    }),
  )
}

const SHORT: Partial<Record<Direction, string>> = { northeast: 'ne', southeast: 'se', southwest: 'sw', northwest: 'nw' }

const ALPHABETS = ['abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', ` \n0123456789.,!?_#'"/\\-:()`]

/** §3: three characters of five bits in a word. Ten-bit characters do not occur in the words read here. */
function decodeText(story: Buffer, from: number, to: number): string {
  const codes: number[] = []
  for (let at = from; at < to; at += 2) {
    const word = story.readUInt16BE(at)
    codes.push((word >> 10) & 31, (word >> 5) & 31, word & 31)
    if (word & 0x8000) break
  }
  let [text, alphabet, bank] = ['', 0, 0]
  for (const code of codes) {
    if (bank > 0) {
      const abbreviation = story.readUInt16BE(story.readUInt16BE(0x18) + ((bank - 1) * 32 + code) * 2) * 2
      text += decodeText(story, abbreviation, story.length)
      bank = 0
    } else if (code >= 1 && code <= 3) bank = code
    else if (code === 4 || code === 5) alphabet = code - 3
    else {
      text += code === 0 ? ' ' : (ALPHABETS[alphabet]?.[code - 6] ?? '')
      alphabet = 0
    }
  }
  return text
}
