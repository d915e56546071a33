import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readPicture } from './picture'
import { jpegOf, pngOf } from './picture.testkit'

it('a picture declares its type and size', () => {
  expect(readPicture(pngOf(640, 480))).toEqual({ type: 'image/png', width: 640, height: 480 })
  expect(readPicture(jpegOf(640, 480))).toEqual({ type: 'image/jpeg', width: 640, height: 480 })
})

it('a file that only begins like a picture is not one', () => {
  expect(readPicture(pngOf(1, 1).subarray(0, 20))).toBeNull()
  expect(readPicture(jpegOf(1, 1).subarray(0, 12))).toBeNull()
  // Huffman tables are no frame.
  expect(readPicture(new Uint8Array([0xff, 0xd8, 0xff, 0xc4, 0, 9, 1, 2, 3, 4, 5, 6, 7]))).toBeNull()
  for (const text of ['', 'GIF89a', '<svg xmlns="http://www.w3.org/2000/svg"/>'])
    expect(readPicture(new TextEncoder().encode(text))).toBeNull()
})

it('any bytes are read without an error', () => {
  const beginnings = fc.constantFrom([], [0xff, 0xd8], [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])
  fc.assert(
    fc.property(beginnings, fc.uint8Array({ maxLength: 400 }), (beginning, rest) => {
      const picture = readPicture(new Uint8Array([...beginning, ...rest]))
      if (picture !== null) expect(picture.width * picture.height).toBeGreaterThanOrEqual(0)
    }),
  )
})
