import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, type TestInfo } from '@playwright/test'
import type axe from 'axe-core'
import { root } from '../../build/scripts/outputs.mjs'

declare global {
  interface Window {
    readonly axe: typeof axe
  }
}

/** The minified script, which starts in half the time of `axe.source`. */
const AXE = readFileSync(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8')
const OPTIONS: axe.RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  resultTypes: ['violations'],
  // Skips style sheets and media, which take a third of the time and serve only rules about orientation and sound.
  preload: false,
  // Takes a fifth of the time and cannot fail, because React sets no style with `!important`.
  rules: { 'avoid-inline-spacing': { enabled: false } },
}

/** Checks only colors, which takes half the time. It suffices for another theme with the same layout. */
const COLORS: axe.RunOptions = { runOnly: ['color-contrast'], resultTypes: ['violations'], preload: false }

/**
 * Expects that axe finds no violation of WCAG 2.2 A and AA; a failure names rule and element. Content under a sheet is
 * skipped. Axe stays in the page, because injecting it takes half as long as running it.
 */
export async function expectAccessible(page: Page, rules: 'all' | 'colors' = 'all'): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const violations = await page.evaluate(
    async (options) => {
      const sheets = [...document.querySelectorAll('dialog:modal')]
      // Axe would measure a control that is partly under the sheet's header as too small.
      for (const sheet of sheets) sheet.scrollTop = 0
      const found = await window.axe.run(sheets.length > 0 ? { include: sheets } : document, options)
      return found.violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`,
      )
    },
    rules === 'all' ? OPTIONS : COLORS,
  )
  expect(violations).toEqual([])
}

/** Saves a screenshot in test-results if PICTURES=1 is set. A screenshot takes as long as an audit. */
export async function takePicture(page: Page, testInfo: TestInfo, name: string): Promise<void> {
  if (process.env.PICTURES === '1') await page.screenshot({ path: testInfo.outputPath(`${name}.png`) })
}

/** Like `expectAccessible`, in the smallest window and in a wide one, with different themes. */
export async function expectAccessibleInEverySize(
  page: Page,
  testInfo: TestInfo,
  name: string,
  wideHeight = 900,
): Promise<void> {
  for (const [width, height, colorScheme] of [
    [960, 640, 'dark'],
    [1440, wideHeight, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await takePicture(page, testInfo, `${name}-${width}-${colorScheme}`)
    await expectAccessible(page)
  }
}
