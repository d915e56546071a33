import { expect, it } from 'vitest'
import { type QuestionField, readTyped, whyNot } from './form-field'

const name: QuestionField = {
  name: 'name',
  title: 'Name',
  description: '',
  isRequired: true,
  input: {
    kind: 'text',
    format: null,
    minLength: 0,
    maxLength: 100,
    isLong: false,
    isSecret: false,
    fallback: null,
  },
}

it('a required field refuses an empty text even if its schema accepts one', () => {
  expect(readTyped(name, '')).toBeUndefined()
  expect(whyNot(name, '')).toBe('is required')
  expect(whyNot({ ...name, isRequired: false }, '')).toBeNull()
  expect(whyNot(name, 'Ann')).toBeNull()
})
