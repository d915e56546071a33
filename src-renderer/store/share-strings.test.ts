import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sharer } from './share-strings'

it('what it is given says the same as before, also once more has been seen than is looked back for', () => {
  const share = sharer()
  fc.assert(
    fc.property(fc.array(fc.jsonValue(), { maxLength: 50 }), (values) => {
      const parsed: unknown = JSON.parse(JSON.stringify(values))
      share(parsed)
      expect(JSON.stringify(parsed)).toBe(JSON.stringify(values))
    }),
  )
  const many = Array.from({ length: 10_000 }, (_, index) => String(index % 5000))
  const parsed = [...many]
  share(parsed)
  expect(parsed).toEqual(many)
})
