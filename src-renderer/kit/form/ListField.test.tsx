import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { ArgumentRows } from './ListField'

afterEach(cleanup)

function Arguments({ given }: { readonly given: readonly string[] }) {
  const [args, setArgs] = useState(given)
  return <ArgumentRows args={args} onChange={setArgs} />
}
const press = (name: string) => {
  screen.getByRole('button', { name }).focus()
  fireEvent.click(screen.getByRole('button', { name }))
}
const argument = (place: number) => screen.getByRole<HTMLInputElement>('textbox', { name: `Argument ${place}` })

it('gives the focus to the argument that is added, and to one that is left when another is removed', () => {
  render(<Arguments given={['a', 'b']} />)
  press('Add argument')
  expect(document.activeElement).toBe(argument(3))
  press('Remove argument 1')
  expect([document.activeElement, argument(1).value]).toEqual([argument(1), 'b'])
  press('Remove argument 2')
  expect(document.activeElement).toBe(argument(1))
  press('Remove argument 1')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add argument' }))
})
