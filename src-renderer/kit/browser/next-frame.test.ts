import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { useDelayedFrame } from './next-frame'

afterEach(cleanup)

describe('useDelayedFrame', () => {
  it('returns a new value one frame later', async () => {
    const { result, rerender } = renderHook(useDelayedFrame, { initialProps: 'first' })
    expect(result.current).toBe('first')
    rerender('second')
    expect(result.current).toBe('first')
    await waitFor(() => expect(result.current).toBe('second'))
  })

  it('skips to the latest value if values change faster than frames', async () => {
    const { result, rerender } = renderHook(useDelayedFrame, { initialProps: 0 })
    for (let value = 1; value <= 5; value++) rerender(value)
    await waitFor(() => expect(result.current).toBe(5))
  })
})
