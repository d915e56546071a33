import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MASK, SecretMask } from './secret-mask'

const maskOf = (...secrets: readonly string[]): SecretMask => {
  const mask = new SecretMask()
  for (const secret of secrets) mask.learn(secret)
  return mask
}

/**
 * Uses an alphabet that neither the mask nor the surrounding text uses, so that a match is a leak. No secret reaches
 * over the quotes of a JSON string that contains it.
 */
const secret = fc.stringMatching(/^[a-z][a-z"\\/ ]{3,19}$/)
const beside = fc.uint8Array({ maxLength: 9 })
const lower = (text: string) => text.toLowerCase()
const around = fc.stringMatching(/^[A-Z]{0,12}$/)

describe('a mask', () => {
  it('removes a secret from text, also in JSON or in an address', () => {
    fc.assert(
      fc.property(secret, around, (value, text) => {
        const mask = maskOf(value)
        for (const form of [value, JSON.stringify({ value }), encodeURIComponent(value)])
          expect(mask.text(`${text}${form}${text}`)).not.toContain(value)
        expect(mask.text(JSON.stringify(value))).toBe(`"${MASK}"`)
      }),
    )
  })

  it('removes it in base64, alone, in a header, or inside longer data', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 8, maxLength: 40 }),
        beside,
        beside,
        (value, before, after) => {
          const bytes = Buffer.from(value)
          const mask = maskOf(value)
          for (const encoding of ['base64', 'base64url'] as const) {
            expect(mask.text(`Basic ${bytes.toString(encoding)}.`)).toBe(`Basic ${MASK}.`)
            const text = mask.text(Buffer.concat([before, bytes, after]).toString(encoding))
            // Only the text around the secret is left, and at most one more letter at either end.
            const lettersOf = ({ length }: Uint8Array) => Math.ceil((length * 4) / 3)
            const left = text.replace(MASK, '').replace(/=+$/, '')
            expect(left.length).toBeLessThanOrEqual(lettersOf(before) + lettersOf(after) + 2)
          }
          expect(mask.text(encodeURIComponent(bytes.toString('base64')))).toBe(MASK)
        },
      ),
    )
  })

  it.each([
    ['in an address', 'a b/c+d%e', encodeURIComponent],
    [
      'in an address with small digits',
      'a b/c+d%e',
      (value: string) => encodeURIComponent(value).replace(/%../g, lower),
    ],
    ['in a form', "it's (a) b/c", (value: string) => new URLSearchParams({ value }).toString().slice('value='.length)],
    ['in a path', 'a b/c+d', encodeURI],
    ['in hexadecimal digits', 'a key', (value: string) => Buffer.from(value).toString('hex')],
    ['in hexadecimal digits, large ones', 'a-key', (value: string) => Buffer.from(value).toString('hex').toUpperCase()],
    ['in a page', `a&b<c>'d`, () => 'a&amp;b&lt;c&gt;&#39;d'],
    ['in JSON inside of JSON', 'a\nb\\c', (value: string) => JSON.stringify(JSON.stringify(value).slice(1, -1))],
    ['in the JSON of Python', 'schlüssel', () => String.raw`schl\u00fcssel`],
    ['in the JSON of PHP', 'a/schlüssel', () => String.raw`a\/schl\u00fcssel`],
    ['in the JSON of Go', 'a<b>&c', () => String.raw`a\u003cb\u003e\u0026c`],
    ['in the JSON of .NET', 'a+b/c=<"', () => String.raw`a\u002Bb/c=\u003C\u0022`],
    ['with half a character', 'half \ud83d of one', JSON.stringify],
  ])('removes it %s', (_where, value, encode) => {
    expect(
      maskOf(value)
        .text(`<${encode(value)}>`)
        .replaceAll('"', ''),
    ).toBe(`<${MASK}>`)
  })

  it('removes each line of a multi-line secret, except short ones and the frame of a key', () => {
    const lines = [
      '-----BEGIN PRIVATE KEY-----',
      'MIIEvQIBADANBgkqhkiG9w0B',
      'AQEFAASCBKcwggSjAgEAAoIB',
      'sGlM',
      '-----END PRIVATE KEY-----',
    ]
    const mask = maskOf(lines.join('\n'))
    expect(lines.map((line) => mask.text(`> ${line}`))).toEqual([
      `> ${lines[0]}`,
      `> ${MASK}`,
      `> ${MASK}`,
      '> sGlM',
      `> ${lines[4]}`,
    ])
    expect([mask.text(lines.join('\n')), mask.text(JSON.stringify(lines.join('\n')))]).toEqual([MASK, `"${MASK}"`])
  })

  it('masks nested and overlapping secrets completely', () => {
    expect(maskOf('abcd', 'abcd-efgh').text('it is abcd-efgh')).toBe(`it is ${MASK}`)
    expect(maskOf('abcd', 'cd-efgh').text('it is abcd-efgh, not abcd')).toBe(`it is ${MASK}, not ${MASK}`)
  })

  it('masks every string of a value, keys included, and returns a value without secrets unchanged', () => {
    const clean = { list: [1, null, 'x'], inner: { text: 'y' } }
    const mask = maskOf('hunter22')
    expect(mask.deep(clean)).toBe(clean)
    expect(mask.deep({ clean, list: ['a hunter22'], hunter22: true })).toEqual({
      clean,
      list: [`a ${MASK}`],
      [MASK]: true,
    })
  })

  it('holds back the end of a stream that may be the beginning of a secret', () => {
    const stream = maskOf('abcd', 'abcd-efgx').stream()
    expect(['it is abcd', '-ef', 'gx', '.'].map((piece) => stream.push(piece))).toEqual(['it is ', '', MASK, '.'])
    expect(stream.push('abcd-ex') + stream.push('abcd') + stream.end()).toBe(`${MASK}-ex${MASK}`)
  })

  it('finds secrets in a stream wherever it is split, and loses no other text', () => {
    const letters = fc.stringMatching(/^[ab]{1,6}$/)
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.oneof(letters, secret), { minLength: 1, maxLength: 4 }),
        fc.array(fc.oneof(around, letters, fc.nat(3)), { minLength: 2 }),
        fc.infiniteStream(fc.integer({ min: 1, max: 5 })),
        (secrets, parts, cuts) => {
          const mask = maskOf(...secrets)
          const whole = parts.map((part) => (typeof part === 'number' ? secrets[part % secrets.length] : part)).join('')
          const stream = mask.stream()
          let given = ''
          for (let at = 0; at < whole.length;) {
            const length = cuts.next().value ?? 1
            given += stream.push(whole.slice(at, at + length))
            at += length
          }
          expect(given + stream.end()).toBe(mask.text(whole))
        },
      ),
    )
  })
})
