import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { connectTo, forgetHost } from '../session/connection/connection.testkit'
import { KeySheet } from './KeySheet'

afterEach(() => {
  cleanup()
  forgetHost()
})
const keysOf = (label: string) => screen.queryByText(label)?.nextElementSibling?.textContent

it('has the keys of the episode list too', () => {
  connectTo({})
  render(<KeySheet onClose={() => {}} />)
  expect(keysOf('Select or deselect episode')).toBe('Space')
  expect(keysOf('Select all')).toBe('Ctrl+A')
})
