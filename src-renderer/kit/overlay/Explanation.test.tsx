import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Explanation } from './Explanation'

afterEach(cleanup)

it('a question mark has its question as name and its answer as description, and opens the popover beside it', () => {
  render(<Explanation question="What is a seed?" text="A number." more={() => <a href="#more">More</a>} />)
  const button = screen.getByRole('button', { name: 'What is a seed?' })
  const popover = document.getElementById(button.getAttribute('popovertarget') ?? '')
  expect(popover?.getAttribute('popover')).toBe('auto')
  expect(popover?.textContent).toBe('A number.More')
  expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toBe('A number.')
})
