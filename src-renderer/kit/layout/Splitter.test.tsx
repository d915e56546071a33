import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { Splitter } from './Splitter'

afterEach(cleanup)

it('a splitter moves by arrow keys within its bounds, and resets the size', () => {
  const change = vi.fn()
  render(
    <Splitter label="Width" orientation="vertical" value={310} min={300} max={320} direction={-1} onChange={change} />,
  )
  const bar = screen.getByRole('separator', { name: 'Width' })
  fireEvent.keyDown(bar, { key: 'ArrowLeft' })
  fireEvent.keyDown(bar, { key: 'ArrowRight' })
  fireEvent.keyDown(bar, { key: 'ArrowUp' })
  fireEvent.keyDown(bar, { key: 'Home' })
  fireEvent.keyDown(bar, { key: 'End' })
  fireEvent.keyDown(bar, { key: 'Enter' })
  fireEvent.doubleClick(bar)
  expect(change.mock.calls).toEqual([[320], [300], [300], [320], [null], [null]])
})
