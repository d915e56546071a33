import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FindableText } from './FindableText'

const text = `lamp ${'x'.repeat(5000)} Lamp lamp`
const type = (query: string) => fireEvent.change(screen.getByRole('searchbox'), { target: { value: query } })
const current = () =>
  [...document.querySelectorAll('mark')].findIndex((mark) => mark.getAttribute('aria-current') === 'true')

// There is no layout here, so nothing to scroll.
beforeEach(() =>
  Object.defineProperty(Element.prototype, 'scrollIntoView', {
    configurable: true,
    value: vi.fn(() => Promise.resolve()),
  }),
)
afterEach(() => {
  cleanup()
  Reflect.deleteProperty(Element.prototype, 'scrollIntoView')
})

describe('a search in raw text', () => {
  it('marks every place of the whole text and counts them', () => {
    render(<FindableText text={text} />)
    type('lamp')
    expect(document.querySelectorAll('mark')).toHaveLength(3)
    expect(screen.getByRole('status').textContent).toBe('1 of 3')
    expect(document.querySelector('pre')?.textContent).toBe(text)
  })

  it('goes on with Enter, back with Shift+Enter, and around the ends', () => {
    render(<FindableText text={text} />)
    type('lamp')
    const press = (shiftKey: boolean) => fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'Enter', shiftKey })
    press(true)
    expect(current()).toBe(2)
    press(false)
    expect(current()).toBe(0)
    fireEvent.click(screen.getByRole('button', { name: 'Next match' }))
    expect(current()).toBe(1)
  })

  it('says when there is nothing', () => {
    render(<FindableText text={text} />)
    type('sword')
    expect(screen.getByRole('status').textContent).toBe('Not found')
    expect(document.querySelectorAll('mark')).toHaveLength(0)
  })
})
