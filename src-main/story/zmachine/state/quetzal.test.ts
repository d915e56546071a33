import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { QuetzalError } from '../fault'
import { readHeader } from '../header'
import { DISCARD_RESULT } from '../memory/call-stack'
import { assembleStory } from '../tiny-story.testkit'
import type { MachineImage } from './machine-state'
import { decodeQuetzal, encodeQuetzal } from './quetzal'

const story = assembleStory({ version: 5, code: [] })
const header = readHeader(story)

const word = fc.integer({ min: 0, max: 0xffff })
const frame = fc.record({
  returnPc: fc.integer({ min: 0, max: story.length - 1 }),
  result: fc.integer({ min: DISCARD_RESULT, max: 255 }),
  given: fc.integer({ min: 0, max: 7 }),
  locals: fc.array(word, { maxLength: 15 }),
  words: fc.array(word, { maxLength: 20 }),
})

/** Bytes that differ from the story, with equal runs between them that may be longer than one run of zeros. */
const changes = fc.array(
  fc.record({ at: fc.integer({ min: 0, max: header.staticBase - 1 }), value: fc.integer({ min: 0, max: 255 }) }),
  { maxLength: 12 },
)

const image = fc
  .record({
    pc: fc.integer({ min: 0, max: story.length - 1 }),
    changes,
    bottom: fc.array(word, { maxLength: 5 }),
    calls: fc.array(frame, { maxLength: 6 }),
  })
  .map(({ pc, changes, bottom, calls }): MachineImage => {
    const dynamic = story.slice(0, header.staticBase)
    for (const { at, value } of changes) dynamic[at] = value
    const stack = [...bottom]
    // The main program is a frame without a caller (Quetzal §4.11).
    const frames = [0, DISCARD_RESULT, 0, 0, 0]
    for (const { returnPc, result, given, locals, words } of calls) {
      frames.push(returnPc, result, stack.length, locals.length, given)
      stack.push(...locals, ...words)
    }
    return { pc, dynamic, stack: Uint16Array.from(stack), frames: Int32Array.from(frames) }
  })

/** The chunks of a file, in order, as [name, offset of its contents, length]. */
function chunksOf(file: Uint8Array): [name: string, at: number, length: number][] {
  const view = new DataView(file.buffer)
  const found: [string, number, number][] = []
  for (let at = 12; at < file.length;) {
    const length = view.getUint32(at + 4)
    found.push([String.fromCharCode(...file.subarray(at, at + 4)), at + 8, length])
    at += 8 + length + (length & 1)
  }
  return found
}

describe('a Quetzal file', () => {
  it('returns any stored state unchanged', () => {
    fc.assert(
      fc.property(image, fc.option(fc.uint8Array({ maxLength: 30 }), { nil: null }), (stored, own) => {
        const { image: read, ownData } = decodeQuetzal(encodeQuetzal(story, header, stored, own), story, header)
        expect(read).toEqual(stored)
        expect(ownData === null ? null : Array.from(ownData)).toEqual(own === null ? null : Array.from(own))
      }),
    )
  })

  it('consists of chunks of even length, IFhd first', () => {
    fc.assert(
      fc.property(image, (stored) => {
        const file = encodeQuetzal(story, header, stored, Uint8Array.of(1))
        expect(chunksOf(file).map(([name]) => name)).toEqual(['IFhd', 'IntD', 'CMem', 'Stks'])
        expect(new DataView(file.buffer).getUint32(4)).toBe(file.length - 8)
      }),
    )
  })

  it('may contain uncompressed memory', () => {
    const [stored] = fc.sample(image, 1)
    const file = encodeQuetzal(story, header, stored!, null)
    const [name, at, length] = chunksOf(file).find(([chunk]) => chunk === 'CMem')!
    expect(name).toBe('CMem')
    const head = Buffer.from([...Buffer.from('UMem'), 0, 0, header.staticBase >> 8, header.staticBase & 0xff])
    const whole = Buffer.concat([
      file.subarray(0, at - 8),
      head,
      stored!.dynamic,
      file.subarray(at + length + (length & 1)),
    ])
    expect(decodeQuetzal(new Uint8Array(whole), story, header).image).toEqual(stored)
  })

  it.each([
    [
      'another release',
      (other: Uint8Array) => {
        other[3] = 9
      },
    ],
    [
      'another serial',
      (other: Uint8Array) => {
        other[0x12] = 57
      },
    ],
    [
      'another checksum',
      (other: Uint8Array) => {
        other[0x1d]! ^= 1
      },
    ],
  ])('is refused by a story with %s', (_, change) => {
    const [stored] = fc.sample(image, 1)
    const other = story.slice()
    change(other)
    expect(() => decodeQuetzal(encodeQuetzal(story, header, stored!, null), other, header)).toThrow(QuetzalError)
  })
})
