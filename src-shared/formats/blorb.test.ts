import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chunksOf, isBlorb, readBlorb, writeBlorb } from './blorb'
import { jpegOf, pngOf } from './picture.testkit'

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const story = bytes('\x05 a story')
const record = bytes('<ifindex/>')
const word = (value: number) => [value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff]
/** A chunk with the length that it claims. */
const chunk = (type: string, data: Uint8Array, length = data.length) => [
  ...bytes(type),
  ...word(length),
  ...data,
  ...(data.length & 1 ? [0] : []),
]
const blorbOf = (...chunks: readonly (readonly number[])[]) =>
  new Uint8Array([...bytes('FORM'), ...word(0), ...bytes('IFRS'), ...chunks.flat()])

describe('a Blorb', () => {
  it('is read as it was written', () => {
    const covers = fc.constantFrom(null, pngOf(3, 4), jpegOf(30, 40))
    const texts = fc.option(fc.uint8Array({ maxLength: 50 }))
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), texts, covers, (given, about, cover) => {
        const file = writeBlorb({ story: given, record: about, cover })
        expect(isBlorb(file)).toBe(true)
        expect(new DataView(file.buffer).getUint32(4)).toBe(file.length - 8)
        expect(readBlorb(file)).toEqual({ story: given, record: about, cover })
      }),
    )
  })

  it('is written with an index of its resources, as the specification requires', () => {
    const file = writeBlorb({ story, record, cover: jpegOf(2, 2) })
    const chunks = chunksOf(file)
    expect(chunks.map(({ type }) => type)).toEqual(['RIdx', 'ZCOD', 'JPEG', 'IFmd', 'Fspc'])
    const index = new DataView(chunks[0]!.data.slice().buffer)
    expect([index.getUint32(0), index.getUint32(12), index.getUint32(24)]).toEqual([
      2,
      chunks[1]!.start,
      chunks[2]!.start,
    ])
  })

  it('has the picture with the number of its frontispiece as cover, and no other', () => {
    const pictures = [pngOf(1, 1), pngOf(2, 2)]
    const start = 12 + 8 + 4 + 24
    const index = [
      ...word(2),
      ...bytes('Pict'),
      ...word(7),
      ...word(start),
      ...bytes('Pict'),
      ...word(9),
      ...word(start + 72),
    ]
    const withCover = (number: number) =>
      readBlorb(
        blorbOf(
          chunk('RIdx', new Uint8Array(index)),
          ...pictures.map((picture) => chunk('PNG ', picture)),
          chunk('ZCOD', story),
          chunk('Fspc', new Uint8Array(word(number))),
        ),
      )?.cover
    expect([withCover(7), withCover(9), withCover(8)]).toEqual([pictures[0], pictures[1], null])
  })

  it.each([
    ['a picture of another format', bytes('<svg onload="alert(1)"/>')],
    ['a picture of too many pixels', pngOf(30_000, 30_000)],
    ['a picture without area', pngOf(0, 10)],
    ['too many bytes', new Uint8Array([...pngOf(10, 10), ...new Uint8Array(3 << 20)])],
  ])('has no cover in %s', (_what, picture) => {
    expect(readBlorb(writeBlorb({ story, record, cover: picture }))).toEqual({ story, record, cover: null })
  })

  it('leaves out a record that is cut off or too long, and needs a whole story', () => {
    const long = new Uint8Array(300 << 10)
    expect(readBlorb(blorbOf(chunk('ZCOD', story), chunk('IFmd', long)))?.record).toBeNull()
    expect(readBlorb(blorbOf(chunk('ZCOD', story), chunk('IFmd', record, 1e9)))?.record).toBeNull()
    expect(readBlorb(blorbOf(chunk('ZCOD', story, 1e9)))).toBeNull()
    expect(readBlorb(blorbOf(chunk('GLUL', story)))).toBeNull()
  })

  it('of any bytes is read in bounded time, without an error', () => {
    const type = fc.constantFrom('RIdx', 'Fspc', 'IFmd', 'ZCOD', 'PNG ', 'Pict')
    const any = fc.tuple(type, fc.uint8Array({ maxLength: 60 }), fc.option(fc.nat(0xffff_ffff)))
    fc.assert(
      fc.property(fc.array(any, { maxLength: 12 }), (chunks) => {
        const file = blorbOf(...chunks.map(([name, data, length]) => chunk(name, data, length ?? undefined)))
        const blorb = readBlorb(file)
        if (blorb) expect(readBlorb(writeBlorb(blorb))).toEqual(blorb)
      }),
    )
    expect(chunksOf(blorbOf([...new Uint8Array(1 << 20)]))).toHaveLength(10_000)
  })
})
