import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  cutJson,
  cutJsonLines,
  UNTRUSTED_BOUNDS,
  isBeyond,
  JsonBoundError,
  LEFT_OUT,
  parseCutJson,
  parseJson,
} from './bound-json'

const nested = (levels: number, inner = '1') => '{"a":['.repeat(levels / 2) + inner + ']}'.repeat(levels / 2)
const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0

describe('JSON of an untrusted source', () => {
  it('is parsed unchanged up to the limit, and refused beyond it', () => {
    expect(depthOf(parseJson(nested(100)))).toBe(100)
    expect(() => parseJson(nested(102))).toThrow(JsonBoundError)
    expect(() => parseJson(nested(3000))).toThrow('it is nested deeper than 100 levels')
    expect(() => parseJson('{"a":')).toThrow(SyntaxError)
  })

  it('is cut where it is nested too deeply, and marked there', () => {
    const value = parseCutJson(`{"before":1,"deep":${nested(6000)},"also":${nested(6000, '{"]":"}"}')},"after":[2]}`)
    expect(depthOf(value)).toBe(100)
    expect(value).toMatchObject({ before: 1, after: [2] })
    expect(JSON.stringify(value).split(LEFT_OUT)).toHaveLength(3)
  })

  it('is not parsed if it has too many values', () => {
    expect(parseJson(`[${'[],'.repeat(UNTRUSTED_BOUNDS.values / 2 - 2)}1]`)).toHaveLength(
      UNTRUSTED_BOUNDS.values / 2 - 1,
    )
    expect(() => parseJson(`[${'[],'.repeat(UNTRUSTED_BOUNDS.values)}1]`)).toThrow('it holds more than 250,000 values')
    expect(() => parseCutJson(`[${'0,'.repeat(UNTRUSTED_BOUNDS.values + 1)}1]`)).toThrow(JsonBoundError)
    const text = ','.repeat(3 * UNTRUSTED_BOUNDS.values)
    expect(parseJson(JSON.stringify([text]))).toEqual([text])
  })

  it('is cut even if it does not end, or has a line for each bracket', () => {
    expect(() => parseCutJson('['.repeat(1e6))).toThrow(SyntaxError)
    expect(() => parseJson(JSON.stringify(JSON.parse(nested(300)), null, 1))).toThrow(JsonBoundError)
  })

  it('is otherwise parsed as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 1, max: 4 }), fc.constantFrom(0, 1), (value, depth, indent) => {
        const text = JSON.stringify(value, null, indent)
        const cut = JSON.parse(cutJson(text, { depth, values: text.length })) as unknown
        expect(depthOf(cut)).toBe(Math.min(depth, depthOf(value)))
        expect(isBeyond(value, { depth, values: text.length })).toBe(depthOf(value) > depth)
        if (depthOf(value) <= depth) expect(cut).toEqual(JSON.parse(text))
      }),
    )
  })

  it('has a key named __proto__ as a plain key', () => {
    const value = parseCutJson(`{"__proto__":{"isAdmin":true},"deep":${nested(200)}}`) as object
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect(Object.keys(value)).toEqual(['__proto__', 'deep'])
  })
})

it('preserves every digit of an integer: one that a number would round becomes a string', () => {
  const text =
    '{"id":2512292042121000001,"list":[-12345678901234567890],"n":9007199254740992,"text":"2512292042121000001"}'
  expect([parseJson(text), parseCutJson(text)]).toEqual(
    Array.from({ length: 2 }, () => ({
      id: '2512292042121000001',
      list: ['-12345678901234567890'],
      n: 9007199254740992,
      text: '2512292042121000001',
    })),
  )
})

it('a value that contains the same value many times counts like its text, with all repetitions', () => {
  const twice = (inner: unknown) => [inner, inner]
  const doubled = (times: number): unknown => (times === 0 ? [] : twice(doubled(times - 1)))
  expect(isBeyond(doubled(4), { depth: 5, values: 31 })).toBe(false)
  expect(isBeyond(doubled(4), { depth: 5, values: 30 })).toBe(true)
  expect(isBeyond(doubled(90))).toBe(true)
})

it('in lines is cut line by line', () => {
  const bounds = { depth: 4, values: 100 }
  const lines = '{"a":[1]}\n[[[[[]]]]]\n\n{"b":2}\n'
  expect(cutJsonLines(lines, bounds)).toBe(lines.replace('[[[[[]]]]]', `[[[[${JSON.stringify(LEFT_OUT)}]]]]`))
  expect(cutJsonLines('[]\n'.repeat(50), bounds)).toBe('[]\n'.repeat(50))
})
