import { describe, expect, it } from 'vitest'
import { Fault } from '../fault'
import { readHeader, HEADER_PROFILES } from '../header'
import { Machine } from '../machine'
import { assembleStory, SCRATCH } from '../tiny-story.testkit'

const [LOCATION, BOX, LAMP, COIN] = [1, 2, 3, 4]
const OBJECT_TABLE = 0x100

/** Object 1 with a property table at SCRATCH: no name, then these bytes. */
function open(version: 3 | 5, properties: readonly number[]) {
  const story = assembleStory({ version, code: [], scratch: [0, ...properties, 0] })
  const pointerAt = OBJECT_TABLE + (version === 3 ? 62 + 7 : 126 + 12)
  story.set([SCRATCH >> 8, SCRATCH & 0xff], pointerAt)
  return new Machine(story, readHeader(story), HEADER_PROFILES.plain)
}

describe('properties (Standard §12.4)', () => {
  // Numbers 20 to 17, of one, two, three and two bytes.
  const small = open(3, [20, 1, (1 << 5) | 19, 2, 3, (2 << 5) | 18, 4, 5, 6, (1 << 5) | 17, 7, 8])
  const large = open(5, [20, 1, 0x40 | 19, 2, 3, 0x80 | 18, 0x80 | 3, 4, 5, 6, 0x40 | 17, 7, 8])

  it.each([
    ['version 3', small],
    ['version 5', large],
  ])('are read by their lengths in %s', (_, { objects }) => {
    expect(
      [20, 19, 18, 17, 16].map((property) => objects.propertyLength(objects.propertyAddress(LOCATION, property))),
    ).toEqual([1, 2, 3, 2, 0])
    expect([20, 19, 17].map((property) => objects.property(LOCATION, property))).toEqual([1, 0x0203, 0x0708])
    expect([0, 20, 19, 18, 17].map((property) => objects.nextProperty(LOCATION, property))).toEqual([20, 19, 18, 17, 0])
  })

  it('of 64 bytes have a length of 0 in their second size byte', () => {
    expect(open(5, [0x80 | 18, 0x80, ...new Uint8Array(64)]).objects.propertyLength(SCRATCH + 3)).toBe(64)
  })

  it('that an object lacks have their default, and cannot be set', () => {
    const { objects, memory } = open(5, [])
    memory.set([0x12, 0x34], OBJECT_TABLE + (7 - 1) * 2)
    expect(objects.property(LOCATION, 7)).toBe(0x1234)
    expect(() => objects.setProperty(LOCATION, 7, 1)).toThrow(Fault)
    expect(() => objects.nextProperty(LOCATION, 7)).toThrow(Fault)
  })

  it('with impossible numbers are the words beside the table of defaults, as in Frotz', () => {
    const { objects, memory } = open(3, [])
    memory.set([0x12, 0x34], OBJECT_TABLE + (115 - 1) * 2)
    expect(objects.property(LOCATION, 115)).toBe(0x1234)
  })

  it.each([3, 5] as const)(
    'with number 0 are the byte after the end of the list in version %i, as in Frotz',
    (version) => {
      const { objects } = open(version, [20, 1, 0, 9])
      expect(objects.property(LOCATION, 0)).toBe(9)
      objects.setProperty(LOCATION, 0, 0x1234)
      expect(objects.property(LOCATION, 0)).toBe(0x34)
      expect(objects.nextProperty(LOCATION, 0)).toBe(20)
    },
  )

  it.each([
    ['version 3', 3],
    ['version 5', 5],
  ] as const)('are put as a byte where they have one, else as a word in %s', (_, version) => {
    const { objects } = open(version, version === 3 ? [20, 0, (1 << 5) | 19, 0, 0] : [20, 0, 0x40 | 19, 0, 0])
    for (const property of [20, 19]) objects.setProperty(LOCATION, property, 0xabcd)
    expect([20, 19].map((property) => objects.property(LOCATION, property))).toEqual([0xcd, 0xabcd])
  })
})

describe.each([3, 5] as const)('the tree in version %i', (version) => {
  it('puts the newest object first, and closes the gap after a removed one', () => {
    const { objects } = open(version, [])
    for (const thing of [BOX, LAMP, COIN]) objects.insert(thing, LOCATION)
    expect([objects.child(LOCATION), objects.sibling(COIN), objects.sibling(LAMP), objects.sibling(BOX)]).toEqual([
      COIN,
      LAMP,
      BOX,
      0,
    ])
    objects.remove(LAMP)
    expect([objects.sibling(COIN), objects.parent(LAMP), objects.sibling(LAMP)]).toEqual([BOX, 0, 0])
  })

  it('moves the content of an object along with it', () => {
    const { objects } = open(version, [])
    objects.insert(LAMP, BOX)
    objects.insert(BOX, LOCATION)
    expect([objects.child(BOX), objects.parent(LAMP), objects.parent(BOX)]).toEqual([LAMP, BOX, LOCATION])
  })

  it('removes an object that was put into itself, or into its content', () => {
    const { objects } = open(version, [])
    objects.insert(BOX, LOCATION)
    objects.insert(BOX, BOX)
    expect([objects.parent(BOX), objects.child(BOX), objects.child(LOCATION)]).toEqual([BOX, BOX, 0])
    objects.insert(BOX, LOCATION)
    objects.insert(LAMP, BOX)
    objects.insert(BOX, LAMP)
    expect([objects.parent(BOX), objects.parent(LAMP)]).toEqual([LAMP, BOX])
    objects.insert(BOX, LOCATION)
    expect([objects.child(LOCATION), objects.child(BOX), objects.child(LAMP)]).toEqual([BOX, LAMP, 0])
  })
})
