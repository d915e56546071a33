import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MASK, SecretMask } from './secret-mask'

const maskOf = (...secrets: readonly string[]): SecretMask => {
  const mask = new SecretMask()
  for (const secret of secrets) mask.learn(secret)
  return mask
}

/** Of an alphabet that neither the mask nor the text around it uses, so that a find is a leak. */
const secret = fc.stringMatching(/^[a-z"\\/ ]{4,20}$/)
const around = fc.stringMatching(/^[A-Z]{0,12}$/)

describe('a mask', () => {
  it('takes a secret out of text, also where it stands in JSON or in an address', () => {
    fc.assert(
      fc.property(secret, around, (value, text) => {
        const mask = maskOf(value)
        for (const form of [value, JSON.stringify({ value }), encodeURIComponent(value)]) expect(mask.text(`${text}${form}${text}`)).not.toContain(value)
        expect(mask.text(JSON.stringify(value))).toBe(`"${MASK}"`)
      }),
    )
  })

  it('masks a secret that contains another one whole', () => {
    expect(maskOf('abcd', 'abcd-efgh').text('it is abcd-efgh')).toBe(`it is ${MASK}`)
  })

  it('reaches every string of a value, keys included, and leaves a value without one as it is', () => {
    const clean = { list: [1, null, 'x'], inner: { text: 'y' } }
    const mask = maskOf('hunter22')
    expect(mask.deep(clean)).toBe(clean)
    expect(mask.deep({ clean, list: ['a hunter22'], hunter22: true })).toEqual({ clean, list: [`a ${MASK}`], [MASK]: true })
  })

  it('finds a secret in a stream however it is cut, and loses nothing else', () => {
    fc.assert(
      fc.property(secret, fc.array(around, { minLength: 2 }), fc.infiniteStream(fc.integer({ min: 1, max: 5 })), (value, texts, cuts) => {
        const mask = maskOf(value)
        const whole = texts.join(value)
        const stream = mask.stream()
        let given = ''
        for (let at = 0; at < whole.length; ) {
          const length = cuts.next().value ?? 1
          given += stream.push(whole.slice(at, at + length))
          at += length
        }
        expect(given + stream.end()).toBe(mask.text(whole))
      }),
    )
  })
})
