import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import type { FieldInput, FormField } from '@shared/base/form/form-field'
import { readField } from '@shared/base/form/read-schema'
import { SchemaForm } from './SchemaForm'

afterEach(cleanup)

const field = (name: string, input: FieldInput): FormField => ({
  name,
  title: name,
  description: '',
  isRequired: false,
  input,
})
const text = readField('argument', { type: 'string' }, true)

let latest: unknown
const note = (value: unknown) => (latest = value)
function Form({ fields, given = {} }: { readonly fields: readonly FormField[]; readonly given?: object }) {
  const [value, setValue] = useState<Readonly<Record<string, unknown>>>({ ...given })
  useEffect(() => void note(value), [value])
  return <SchemaForm fields={fields} value={value} onChange={setValue} />
}
const press = (name: string) => {
  screen.getByRole('button', { name }).focus()
  fireEvent.click(screen.getByRole('button', { name }))
}
const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const type = (name: string, value: string) => fireEvent.change(box(name), { target: { value } })

describe('a list', () => {
  it('moves the focus to an item that is added, and keeps it in the list when one is removed', () => {
    render(<Form fields={[field('args', { kind: 'list', item: text, fallback: null })]} given={{ args: ['a', 'b'] }} />)
    press('Add argument')
    expect(document.activeElement).toBe(box('argument 3'))
    press('Remove argument 1')
    expect([document.activeElement, box('argument 1').value]).toEqual([box('argument 1'), 'b'])
    press('Remove argument 2')
    expect(document.activeElement).toBe(box('argument 1'))
    press('Remove argument 1')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add argument' }))
    expect(latest).toEqual({})
  })
})

describe('a table', () => {
  it('adds, renames, changes and removes rows, and keeps their order', () => {
    render(
      <Form fields={[field('headers', { kind: 'table', fallback: {} })]} given={{ headers: { a: '1', b: '2' } }} />,
    )
    type('Name of a new entry', 'c')
    press('Add entry')
    type('Value of c', '3')
    type('Name of a', 'first')
    fireEvent.blur(box('Name of a'))
    press('Remove b')
    expect(Object.entries((latest as { headers: object }).headers)).toEqual([
      ['first', '1'],
      ['c', '3'],
    ])
  })
})

describe('a number', () => {
  it('keeps the typed text while its value is the same, and passes on unreadable text', () => {
    render(<Form fields={[readField('n', { type: 'number' }, false)]} />)
    type('n', '1,50')
    expect([box('n').value, latest]).toEqual(['1,50', { n: 1.5 }])
    type('n', 'a dozen')
    expect([box('n').value, latest, box('n').getAttribute('aria-invalid')]).toEqual([
      'a dozen',
      { n: 'a dozen' },
      'true',
    ])
    type('n', '')
    expect(latest).toEqual({})
  })
})

it('several options are checked one by one, and an optional field without any is left out', () => {
  render(<Form fields={[readField('tools', { type: 'array', items: { enum: ['saw', 'axe'] } }, false)]} />)
  fireEvent.click(screen.getByRole('checkbox', { name: 'axe' }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'saw' }))
  expect(latest).toEqual({ tools: ['axe', 'saw'] })
  for (const name of ['axe', 'saw']) fireEvent.click(screen.getByRole('checkbox', { name }))
  expect(latest).toEqual({})
})
