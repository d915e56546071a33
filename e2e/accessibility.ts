import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, type TestInfo } from '@playwright/test'

/**
 * No violation of WCAG 2.2 A and AA that axe can find; the failure names rule and element. Legacy mode, which leaves out frames of other
 * origins, because we have none and the other mode opens a page of its own, which the desktop shells refuse.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).options({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'], resultTypes: ['violations'] }).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`)).toEqual([])
}

/** The same in the smallest window and in a wide one, dark and light, with a picture of each beside the result of the test. */
export async function expectAccessibleInEverySize(page: Page, testInfo: TestInfo, name: string, wideHeight = 900): Promise<void> {
  for (const [width, height] of [[960, 640], [1440, wideHeight]] as const) {
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.screenshot({ path: testInfo.outputPath(`${name}-${width}-${colorScheme}.png`) })
      await expectAccessible(page)
    }
  }
}
