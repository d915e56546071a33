import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { closeHelp, helpPlaceHere, openHelp } from '../session/help/help-places'
import { setView } from '../session/view/view-store'
import { Dialogs } from './Dialogs'

afterEach(() => {
  cleanup()
  setView({ dialog: null, help: null })
})

it('a placeholder has the focus while a sheet loads, and passes it to the sheet', async () => {
  const isHeld = () => document.activeElement?.closest('dialog[open]') !== null
  render(
    <>
      <button autoFocus>Below</button>
      <Dialogs />
    </>,
  )
  act(() => setView({ dialog: 'legend' }))
  expect(screen.getByRole('dialog', { name: 'Loading…' })).toBeDefined()
  expect(isHeld()).toBe(true)
  expect(await screen.findByRole('dialog', { name: 'Legend of marks' })).toBeDefined()
  expect(screen.queryByRole('dialog', { name: 'Loading…' })).toBeNull()
  expect(isHeld()).toBe(true)
})

it('opens Help at the requested place, or else at its first page', async () => {
  render(<Dialogs />)
  act(() => openHelp('experiments'))
  expect(await screen.findByRole('article', { name: 'Experiments' })).toBeDefined()
  act(closeHelp)
  act(() => openHelp(helpPlaceHere()))
  expect(await screen.findByRole('article', { name: 'Overview' })).toBeDefined()
})
