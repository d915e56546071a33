import fc from 'fast-check'
import { expect, it } from 'vitest'
import { partialString } from './partial-json'

it('returns a prefix of the value for every prefix of the JSON', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', '"', '\\', '\n', '\u2028', 'é', '😀', ' ', '{') }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (thinking, share) => {
        const json = JSON.stringify({ thinking, action: 'look' })
        const part = partialString(json.slice(0, Math.floor(share * json.length)), 'thinking')
        expect(part === null || thinking.startsWith(part)).toBe(true)
      },
    ),
  )
})

it('returns a complete value', () => {
  expect(partialString('{"thinking":"a \\"quoted\\" word\\n","action":"n', 'thinking')).toBe('a "quoted" word\n')
  expect(partialString('{"thinking":"a","action":"n', 'action')).toBe('n')
})

it('returns null before the field begins', () => {
  expect(partialString('{"thinking":', 'thinking')).toBeNull()
  expect(partialString('', 'thinking')).toBeNull()
})

it('accepts a raw line break', () => {
  expect(partialString('{"thinking":"one\ntwo', 'thinking')).toBe('one\ntwo')
})
