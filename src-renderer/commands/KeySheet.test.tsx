import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { connectTo, forgetHost } from '../session/connection/connection.testkit'
import { KeySheet } from './KeySheet'

afterEach(() => {
  cleanup()
  forgetHost()
})
const keysOf = (label: string) => screen.queryByText(label)?.nextElementSibling?.textContent

it('the sheet also has the keys of the episode list', () => {
  connectTo({})
  render(<KeySheet onClose={() => {}} />)
  expect(keysOf('Select or deselect episode')).toBe('Space')
  expect(keysOf('Select all')).toBe('Ctrl+A')
})

it('the sheet is filtered by words and by keys', () => {
  connectTo({})
  render(<KeySheet onClose={() => {}} />)
  const type = (value: string) => fireEvent.change(screen.getByLabelText('Filter shortcuts'), { target: { value } })
  const labels = () => [...document.querySelectorAll('dt')].map(({ textContent }) => textContent)
  type('select ALL')
  expect(labels()).toEqual(['Select all', 'Deselect all'])
  type('Ctrl+A')
  expect(labels()).toContain('Select all')
  type('no such key')
  expect([labels(), screen.getByText('No shortcut matches.').tagName]).toEqual([[], 'P'])
})
