import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { connectTo, forgetHost } from '../session/connection/connection.testkit'
import { KeySheet } from './KeySheet'

afterEach(() => {
  cleanup()
  forgetHost()
})
const keysOf = (label: string) => screen.queryByText(label)?.nextElementSibling?.textContent

it('has the keys of the library too, which are in no table of actions', () => {
  connectTo({})
  render(<KeySheet onClose={() => {}} />)
  expect(keysOf('Choose the episode, or no longer')).toBe('Space')
  expect(keysOf('Choose all')).toBe('Ctrl+A')
})
