import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { actions, isAvailable } from '../../commands/actions'
import { useTour } from '../../commands/tour'
import { setView, useView } from '../../session/view/view-store'
import { TourCard } from './TourCard'

beforeEach(() => {
  setView({ tourIsSeen: false, timelineIsShown: false, sidePanel: 'library', dialog: null })
})
afterEach(() => {
  cleanup()
  useTour.setState(useTour.getInitialState(), true)
  useView.setState(useView.getInitialState(), true)
})

function start() {
  render(
    <>
      <section data-region="story" tabIndex={-1}>
        <button type="button">Show me around</button>
      </section>
      <TourCard />
    </>,
  )
  screen.getByRole('button', { name: 'Show me around' }).focus()
  act(() => void actions.tour.run())
}
const card = () => screen.queryByRole('dialog')
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const focused = () => document.activeElement?.textContent

describe('the tour', () => {
  it('has five steps, each with the focus on its next button and its panel visible', () => {
    start()
    const titles = [1, 2, 3, 4, 5].map((step) => {
      const title = card()?.querySelector('h2')?.textContent
      expect(focused()).toBe(step === 5 ? 'Done' : 'Next')
      if (step === 2) expect(useView.getState().timelineIsShown).toBe(true)
      if (step === 3) expect(useView.getState().sidePanel).toBe('map')
      if (step === 4) expect(useView.getState().sidePanel).toBe('inspector')
      press(step === 5 ? 'Done' : 'Next')
      return title
    })
    expect(titles).toEqual([
      'Story 1 of 5',
      'Timeline 2 of 5',
      'Map 3 of 5',
      'Turn inspector 4 of 5',
      'Settings, tools and help 5 of 5',
    ])
    expect(card()).toBeNull()
  })

  it('goes back a step', () => {
    start()
    expect(screen.queryByRole('button', { name: 'Back' })).toBeNull()
    press('Next')
    press('Back')
    expect(card()?.textContent).toContain('1 of 5')
  })

  it.each([
    ['Skip', () => press('Skip')],
    ['Escape', () => act(() => void actions.back.run())],
    ['a dialog', () => act(() => setView({ dialog: 'settings' }))],
  ])('is ended by %s, which restores the panels and the focus, and is not offered again', async (_by, end) => {
    start()
    press('Next')
    expect(isAvailable(actions.back)).toBe(true)
    end()
    expect(card()).toBeNull()
    const { tourIsSeen, timelineIsShown, sidePanel } = useView.getState()
    expect([tourIsSeen, timelineIsShown, sidePanel]).toEqual([true, false, 'library'])
    await vi.waitFor(() => expect(focused()).toBe('Show me around'))
  })
})
