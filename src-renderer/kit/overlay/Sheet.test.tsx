import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Sheet } from './Sheet'

afterEach(cleanup)

describe('a sheet', () => {
  it('closes when it is cancelled, and not when a nested sheet or file input is', () => {
    const [closeOuter, closeInner] = [vi.fn<() => void>(), vi.fn<() => void>()]
    render(
      <Sheet title="Outer" onClose={closeOuter}>
        <input type="file" aria-label="File" />
        <Sheet title="Inner" onClose={closeInner}>
          Words
        </Sheet>
      </Sheet>,
    )
    // In a browser only the second event bubbles; in React both do.
    fireEvent(screen.getByRole('dialog', { name: 'Inner' }), new Event('cancel', { cancelable: true }))
    fireEvent(screen.getByLabelText('File'), new Event('cancel', { bubbles: true }))
    expect([closeOuter.mock.calls.length, closeInner.mock.calls.length]).toEqual([0, 1])
    fireEvent(screen.getByRole('dialog', { name: 'Outer' }), new Event('cancel', { cancelable: true }))
    expect(closeOuter).toHaveBeenCalledOnce()
  })
})
