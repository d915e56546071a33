import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { FindableText } from './FindableText'

const text = `lamp ${'x'.repeat(5000)} Lamp lamp`
const type = (query: string) => fireEvent.change(screen.getByRole('searchbox'), { target: { value: query } })
const current = () =>
  [...document.querySelectorAll('mark')].findIndex((mark) => mark.getAttribute('aria-current') === 'true')

afterEach(cleanup)

describe('a search in raw text', () => {
  it('marks and counts every match', () => {
    render(<FindableText of="1 1" text={text} none="Not yet" />)
    type('lamp')
    expect(document.querySelectorAll('mark')).toHaveLength(3)
    expect(screen.getByRole('status').textContent).toBe('1 of 3')
    expect(document.querySelector('pre')?.textContent).toBe(text)
  })

  it('steps with Enter and Shift+Enter, wrapping around', () => {
    render(<FindableText of="1 1" text={text} none="Not yet" />)
    type('lamp')
    const press = (shiftKey: boolean) => fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'Enter', shiftKey })
    press(true)
    expect(current()).toBe(2)
    press(false)
    expect(current()).toBe(0)
    fireEvent.click(screen.getByRole('button', { name: 'Next match' }))
    expect(current()).toBe(1)
  })

  it('reports no matches', () => {
    render(<FindableText of="1 1" text={text} none="Not yet" />)
    type('sword')
    expect(screen.getByRole('status').textContent).toBe('Not found')
    expect(document.querySelectorAll('mark')).toHaveLength(0)
  })

  it('keeps the query when the text changes', () => {
    const of = (call: string, content: string | null) => <FindableText of={call} text={content} none="Not yet" />
    const { rerender } = render(of('1 1', text))
    const field = screen.getByRole('searchbox')
    type('lamp')
    fireEvent.keyDown(field, { key: 'Enter', shiftKey: true })
    rerender(of('2 1', null))
    expect(screen.getByText('Not yet')).toBeDefined()
    expect(screen.getByRole('status').textContent).toBe('')
    rerender(of('2 1', 'one lamp'))
    expect([screen.getByRole('searchbox') === field, screen.getByRole('status').textContent]).toEqual([true, '1 of 1'])
    expect(current()).toBe(0)
  })
})
