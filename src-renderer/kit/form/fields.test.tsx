import { cleanup, fireEvent, render, screen } from '@testing-library/react'
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

it.each([
  [{ type: 'number', min: 0, max: 20, defaultValue: 99 }, 'Enter a whole number from 0 to 20.', '7'],
  [{ type: 'number', min: 3, step: 'any', defaultValue: 1 }, 'Enter a number of at least 3.', '3.5'],
  [{ required: true, defaultValue: ' ' }, 'Fill in this field.', 'x'],
  [{ type: 'url', title: 'An address', defaultValue: 'x' }, 'An address', 'http://x'],
])(
  'a value that the browser refuses has a sentence below its field, until it is valid: %o',
  (input, sentence, valid) => {
    render(
      <form>
        <Input label="First" {...input} />
        <Input label="Second" required />
      </form>,
    )
    const field = screen.getByLabelText<HTMLInputElement>(/^First/)
    const isBubbleShown = [/^First/, /^Second/].map((name) => fireEvent.invalid(screen.getByLabelText(name)))
    expect(isBubbleShown).toEqual([false, false])
    const sentences = () => screen.getAllByRole('alert').map(({ textContent }) => textContent)
    expect(sentences()).toEqual([sentence, 'Fill in this field.'])
    expect([document.activeElement, field.getAttribute('aria-invalid')]).toEqual([field, 'true'])
    fireEvent.input(field, { target: { value: valid } })
    expect(sentences()).toEqual(['Fill in this field.'])
  },
)
