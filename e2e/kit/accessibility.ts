import { expect, type Page, type TestInfo } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

declare global {
  interface Window {
    readonly axe: typeof axe
  }
}

const OPTIONS: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  resultTypes: ['violations'],
}

/**
 * Expects no violation of WCAG 2.2 A and AA that axe finds; a failure names rule and element. Content under a sheet is
 * skipped. Axe stays in the page, because injecting it takes half as long as its run.
 */
export async function expectAccessible(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const violations = await page.evaluate(async (options) => {
    const sheets = [...document.querySelectorAll('dialog:modal')]
    // Axe would measure content half under a sheet's header as smaller.
    for (const sheet of sheets) sheet.scrollTop = 0
    const found = await window.axe.run(sheets.length > 0 ? { include: sheets } : document, options)
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`)
  }, OPTIONS)
  expect(violations).toEqual([])
}

/**
 * The same in the smallest window and in a wide one, dark and light, with a picture of each beside the result of the
 * test.
 */
export async function expectAccessibleInEverySize(
  page: Page,
  testInfo: TestInfo,
  name: string,
  wideHeight = 900,
): Promise<void> {
  for (const [width, height] of [
    [960, 640],
    [1440, wideHeight],
  ] as const) {
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.screenshot({ path: testInfo.outputPath(`${name}-${width}-${colorScheme}.png`) })
      await expectAccessible(page)
    }
  }
}
