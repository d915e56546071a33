import fc from 'fast-check'
import { expect, it } from 'vitest'
import { LineBrackets } from './line-brackets'

const closesAfter = (pieces: readonly Buffer[], openBefore = 0) => {
  const brackets = new LineBrackets()
  return pieces.map((piece) => {
    brackets.push(piece)
    return brackets.closes(openBefore)
  })
}

it('finds the end of a table at its last byte, however the bytes are cut', () => {
  const table = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue())
  fc.assert(
    fc.property(table, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), (value, sizes) => {
      const bytes = Buffer.from(JSON.stringify(value))
      const pieces: Buffer[] = []
      for (let start = 0, turn = 0; start < bytes.length; turn++) {
        const size = sizes[turn % sizes.length] ?? 1
        pieces.push(bytes.subarray(start, start + size))
        start += size
      }
      expect(closesAfter(pieces)).toEqual(pieces.map((_piece, index) => index === pieces.length - 1))
    }),
  )
})

it.each([
  ['other text', 'info: {}', false],
  ['a line that has ended', '{"a":1}\n', false],
  ['the line after it', 'x {\n\uFEFF {}', true],
  ['a bracket in a string', '{"a":"}', false],
])('closes %s: %s %s', (_what, text, closes) => {
  expect(closesAfter([Buffer.from(text)])).toEqual([closes])
})

it('closes brackets that earlier lines left open', () => {
  expect(closesAfter([Buffer.from('  }'), Buffer.from(' }')], 2)).toEqual([false, true])
})
