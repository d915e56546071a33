import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { setView, useView } from '../../session/view/view-store'
import { CopyButton } from './CodeText'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  setView({ failure: null })
})

function press(writeText: (text: string) => Promise<void>) {
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  render(<CopyButton label="Copy JSON" text={() => '{}'} />)
  fireEvent.click(screen.getByRole('button', { name: 'Copy JSON' }))
}

it('confirms the copy in its label for a moment', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const writeText = vi.fn<(text: string) => Promise<void>>(async () => {})
  press(writeText)
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy()
  expect(writeText).toHaveBeenCalledExactlyOnceWith('{}')
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect(screen.getByRole('button', { name: 'Copy JSON' })).toBeTruthy()
})

it('explains what to do if the browser blocks the clipboard', async () => {
  press(() => Promise.reject(new Error('Not allowed.')))
  await waitFor(() => expect(useView.getState().failure).toMatch(/clipboard\. Select the text/))
  expect(screen.getByRole('button', { name: 'Copy JSON' })).toBeTruthy()
})
