import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutCharacters, cutText, wellFormed, wellFormedJson } from './whole-characters'

const isWhole = (text: string) => !/\p{Cs}/u.test(text)

describe('a text that is cut', () => {
  it.each([
    ['claude-code#3277: an emoji at the limit', `${'x'.repeat(9)}😀`, 10, 'x'.repeat(9)],
    ['llumiverse#462: a chair at the limit of a checkpoint', `${'x'.repeat(7)}🪑🎉`, 10, `${'x'.repeat(7)}🪑`],
    ['a family of four', 'ab👨‍👩‍👧‍👦', 8, 'ab'],
    ['a flag', 'abc🇩🇪', 5, 'abc'],
    ['a letter and its mark', 'cafe\u0301', 4, 'caf'],
    ['a letter of Devanagari', 'क्षत्रिय', 2, ''],
    ['a text that fits', '😀', 2, '😀'],
  ])('ends at a whole letter: %s', (_what, text, most, cut) => {
    expect(cutText(text, most)).toBe(cut === '' ? text.slice(0, most) : cut)
  })

  it('is never longer than its limit, and never ends in half a pair', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(40), (text, most) => {
        for (const cut of [cutText(text, most), cutCharacters(text, most)]) {
          expect(cut.length).toBeLessThanOrEqual(most)
          expect(text.startsWith(cut)).toBe(true)
          expect(isWhole(cut)).toBe(true)
        }
      }),
    )
  })
})

describe('a value for the wire or the log', () => {
  it('has no half of a pair, in texts, keys and JSON inside texts', () => {
    const odd = { 'k\udc00': ['a\ud83d', { deep: '\udc00b' }], whole: '😀', n: 1 }
    expect(wellFormed(odd)).toEqual({ 'k\ufffd': ['a\ufffd', { deep: '\ufffdb' }], whole: '😀', n: 1 })
    expect(wellFormedJson(odd)).not.toMatch(/\\ud/i)
  })

  it('is the same object if it is well formed', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'grapheme' }), (value) => {
        expect(wellFormed(value)).toBe(value)
      }),
    )
  })
})
