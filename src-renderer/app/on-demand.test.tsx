import { cleanup, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, expect, it, vi } from 'vitest'

// A fresh module, because `loadAhead` would also load the components of the other tests.
vi.resetModules()
const { loadAhead, onDemand } = await import('./on-demand')

afterEach(cleanup)

it('draws a preloaded component at once', async () => {
  const load = vi.fn(async () => () => <p>Loaded</p>)
  const Early = onDemand(load)
  await loadAhead(new AbortController().signal)
  render(
    <Suspense>
      <Early />
    </Suspense>,
  )
  expect(screen.getByText('Loaded')).toBeDefined()
  expect(load).toHaveBeenCalledOnce()
})

it('draws a component as soon as it is loaded, and keeps its state when drawn again', async () => {
  const Late = onDemand(async () => () => <input aria-label="Name" />)
  const draw = () => (
    <Suspense fallback="Loading">
      <Late />
    </Suspense>
  )
  const { rerender } = render(draw())
  expect(screen.getByText('Loading')).toBeDefined()
  const field = await screen.findByLabelText('Name')
  rerender(draw())
  expect(screen.getByLabelText('Name')).toBe(field)
})
