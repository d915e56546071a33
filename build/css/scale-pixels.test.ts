import { preprocessCSS, resolveConfig } from 'vite'
import { expect, it } from 'vitest'
import { scalePixels } from './scale-pixels.mjs'

const config = resolveConfig({ configFile: false, css: { postcss: { plugins: [scalePixels] } } }, 'build')
const scaled = async (css: string) => (await preprocessCSS(css, 'a.css', await config)).code

it('lengths follow the text size, and lines stay thin', async () => {
  expect(await scaled('a { margin: -8px 24px; border: 1px solid; width: calc(100% - 12px) }')).toBe(
    'a { margin: -0.5rem 1.5rem; border: 1px solid; width: calc(100% - 0.75rem) }',
  )
})

it('conditions on sizes follow the text size, and other conditions do not change', async () => {
  const preference = '@media (prefers-reduced-motion: reduce) { a { color: red } }'
  expect(await scaled(preference)).toBe(preference)
  expect(await scaled('@media (max-width: 1359px) { a { color: red } }')).toBe(
    '@container window (max-width: 84.9375rem) { a { color: red } }',
  )
  expect(await scaled('@container (max-width: 640px) { a { color: red } }')).toBe(
    '@container (max-width: 40rem) { a { color: red } }',
  )
})
