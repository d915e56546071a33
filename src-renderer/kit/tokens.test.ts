import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

/** The contrasts that WCAG 2.2 requires of text and icons, computed from the colors by its formula. */
const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')
const themes = ['dark', 'light', 'contrast'] as const
const tokensOf = (theme: string) => {
  const block = new RegExp(`data-theme='${theme}'\\] \\{([^}]*)\\}`).exec(css)?.[1] ?? ''
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, color]) => [name, color]),
  ) as Record<string, string>
}

function luminance(hex: string): number {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}
const contrast = (a: string, b: string) => {
  const [light, dark] = [luminance(a), luminance(b)].toSorted((x, y) => y - x) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

describe.each(themes)('the %s theme', (theme) => {
  const tokens = tokensOf(theme)
  const color = (name: string) => tokens[name] ?? '#000000'

  it('has every color of the list', () => {
    expect(Object.keys(tokens)).toEqual([
      'window',
      'panel',
      'raised',
      'hover',
      'hairline',
      'control-edge',
      'text',
      'text-second',
      'text-third',
      'now',
      'interactive',
      'thought',
      'tool',
      'gain',
      'failure',
    ])
  })

  it('has a contrast of at least 4.5 for every text color on every surface', () => {
    for (const surface of ['window', 'panel', 'raised', 'hover']) {
      for (const text of [
        'text',
        'text-second',
        'text-third',
        'now',
        'interactive',
        'thought',
        'tool',
        'gain',
        'failure',
      ]) {
        expect(contrast(color(text), color(surface)), `${text} on ${surface}`).toBeGreaterThanOrEqual(4.5)
      }
    }
  })

  it('has a contrast of at least 3 for edges of controls', () => {
    for (const surface of ['window', 'panel', 'raised'])
      expect(contrast(color('control-edge'), color(surface)), surface).toBeGreaterThanOrEqual(3)
    expect(contrast(color('text-third'), color('hover'))).toBeGreaterThanOrEqual(3)
  })
})

it('uses system colors for the whole list with forced colors', () => {
  const block = /forced-colors: active\) \{\s*:root\[data-theme\] \{([^}]*)\}/.exec(css)?.[1] ?? ''
  const names = [
    ...block.matchAll(/--([\w-]+): .*(?:Canvas|CanvasText|GrayText|ButtonBorder|Highlight|LinkText)\)?;/g),
  ].map(([, name]) => name)
  expect(names).toEqual([...Object.keys(tokensOf('dark')), 'shadow'])
})
