import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LineFramer } from './line-framer'

describe('LineFramer', () => {
  it('returns the same lines however the bytes are cut', () => {
    const line = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll(/[\r\n]/g, ''))
    fc.assert(
      fc.property(fc.array(line), fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), (lines, sizes) => {
        const bytes = Buffer.from(lines.map((text) => `${text}\n`).join(''))
        const framer = new LineFramer(1e6)
        const received: unknown[] = []
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

  it('accepts Windows line ends', () => {
    expect(new LineFramer(100).push(Buffer.from('one\r\ntwo\n'))).toEqual(['one', 'two'])
  })

  it('replaces a line beyond the limit by an error, and continues after it', () => {
    const framer = new LineFramer(2 * 2 ** 20)
    const long = 'x'.repeat(2 * 2 ** 20)
    const received = (text: string) => framer.push(Buffer.from(text)).map(String)
    expect(received(`before\n${long}`)).toEqual(['before'])
    expect(received('x')).toEqual([expect.stringContaining('more than 2 MB')])
    expect(received(`${long}${long}\nafter\n${long}x\nlast\n`)).toEqual([
      'after',
      expect.stringContaining('more than 2 MB'),
      'last',
    ])
  })
})
