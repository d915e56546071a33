import { cleanup, render } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, expect, it } from 'vitest'
import { Prose } from './Prose'

afterEach(cleanup)
const tagsOf = (text: string) => {
  const { container } = render(<Prose text={text} />)
  return [...new Set([...container.querySelectorAll('*')].map(({ tagName }) => tagName.toLowerCase()))]
}

it('renders the Markdown that models write', () => {
  expect(tagsOf('First **bold** and `code`.\n\n- one\n- *two*')).toEqual([
    'div',
    'p',
    'strong',
    'code',
    'ul',
    'li',
    'em',
  ])
})

it('creates no other elements, whatever the text', () => {
  const hostile = [
    '<img src=x onerror=alert(1)>',
    '<script>alert(1)</script>',
    '[a](javascript:alert(1))',
    '![a](http://example.com/a.png)',
    '**<b>**',
    '`<i>`',
    '\n\n',
    '- ',
    '*',
  ]
  const allowed = new Set(['div', 'p', 'strong', 'code', 'ul', 'li', 'em'])
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...hostile), { maxLength: 8 }), (parts) => {
      expect(tagsOf(parts.join('')).filter((tag) => !allowed.has(tag))).toEqual([])
      cleanup()
    }),
    { numRuns: 40 },
  )
})

it('preserves all words', () => {
  const { container } = render(<Prose text={'A lamp.\nAnd <em>no</em> light.'} />)
  expect(container.textContent).toBe('A lamp.\nAnd <em>no</em> light.')
})
