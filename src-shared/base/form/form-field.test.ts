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

it('a field that is needed is not met by nothing, also where the server would take an empty text', () => {
  expect(readTyped(name, '')).toBeUndefined()
  expect(whyNot(name, '')).toBe('is needed')
  expect(whyNot({ ...name, isRequired: false }, '')).toBeNull()
  expect(whyNot(name, 'Ann')).toBeNull()
})
