import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Input } from './fields'

afterEach(cleanup)

it.each([
  ['', false],
  ['  ', false],
  [' m ', true],
])('a required field with "%s" can be sent: %s', (value, isValid) => {
  render(<Input label="Model" required defaultValue={value} />)
  expect(screen.getByLabelText<HTMLInputElement>('Model').checkValidity()).toBe(isValid)
})
