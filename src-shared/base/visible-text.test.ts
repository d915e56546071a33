import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { visibleJson, visibleLine, visibleText } from './visible-text'

const HOSTILE = '\u001b[2J\u009b31m\u0007\r\u007f\u202eevil\u2066\u200b\ufeff\u{e0041}\u2028\u3164\u00ad'

describe('text for a person', () => {
  it('shows characters that would control a terminal, change direction or be invisible', () => {
    expect(visibleText(HOSTILE)).toBe(
      String.raw`\u{1b}[2J\u{9b}31m\u{7}\u{d}\u{7f}\u{202e}evil\u{2066}\u{200b}\u{feff}\u{e0041}\u{2028}\u{3164}\u{ad}`,
    )
  })

  it('leaves words of every language, and lines and tabs of running text', () => {
    const text = '> look\n\tEin schöner Garten ☃ 庭 👩‍🚀 ❤️ نمی‌خواهم'
    expect(visibleText(text)).toBe(text)
    expect(visibleText('one\r\ntwo')).toBe('one\ntwo')
  })

  it('as a line has no line break and no whitespace except the space', () => {
    expect(visibleLine('a\n\tb\u00a0c\u2003d\u2800 e')).toBe(String.raw`a\u{a}\u{9}b\u{a0}c\u{2003}d\u{2800} e`)
    expect(visibleLine(`${'x'.repeat(300)}\n`, 5)).toBe('xxxxx… (301 characters)')
  })

  it('as JSON has the same meaning', () => {
    expect(visibleJson({ name: HOSTILE })).not.toMatch(/[^ -~]/)
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(visibleJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(JSON.parse(visibleJson(text))).toBe(text)
        expect(visibleLine(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
      }),
    )
  })
})
