import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LineFramer } from './line-framer'

describe('LineFramer', () => {
  it('gives the same lines however the bytes are cut', () => {
    const line = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll(/[\r\n]/g, ''))
    fc.assert(
      fc.property(fc.array(line), fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), (lines, sizes) => {
        const bytes = Buffer.from(lines.map((text) => `${text}\n`).join(''))
        const framer = new LineFramer(1e6)
        const received: string[] = []
        for (let start = 0, turn = 0; start < bytes.length; turn++) {
          const size = sizes[turn % sizes.length] ?? 1
          received.push(...framer.push(bytes.subarray(start, start + size)))
          start += size
        }
        expect(received).toEqual(lines)
      }),
      { numRuns: 200 },
    )
  })

  it('takes the Windows line end for a line end', () => {
    expect(new LineFramer(100).push(Buffer.from('a\r\nb\n'))).toEqual(['a', 'b'])
  })

  it('refuses a line beyond its limit, and names the limit', () => {
    const framer = new LineFramer(2 * 2 ** 20)
    framer.push(Buffer.alloc(2 * 2 ** 20, 'x'))
    expect(() => framer.push(Buffer.from('x'))).toThrow('more than 2 MiB')
  })
})
