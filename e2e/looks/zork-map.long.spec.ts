import { readdirSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { takePicture } from '../kit/accessibility'
import { expect, region, test, useApp } from '../kit/launch-app'
import { goTo } from '../kit/looks'
import { faultsOf, faultsOfWhole } from '../kit/map-faults'
import { map, playedZork } from '../kit/played-map'

const TURNS = [40, 80, 120, 160, 200, 240, 280, 320, 360, 400]
/** The turns of which pictures are saved, see `takePicture`. */
const PICTURED = [40, 120, 400]

for (const part of [1, 2, 3])
  test.describe(`the map of Zork ${part}`, () => {
    const app = useApp(playedZork(part))
    const levels = (page: Page) => map(page).getByRole('combobox', { name: 'Levels of the map' })
    const episodeIn = (dataFolder: string) => readdirSync(dataFolder).find((name) => name.endsWith(`zork${part}`)) ?? ''

    // Zork I has 48 rooms after 400 turns, and a dozen at turn 40.
    if (part === 1)
      test('is drawn by levels, because the whole map has more than forty rooms', async () => {
        const { page, dataFolder } = app()
        await goTo(page, `#/episode/${episodeIn(dataFolder)}/trunk/40`)
        await expect(levels(page)).toHaveValue('agent')
      })

    for (const [width, height] of [
      [1280, 800],
      [1440, 900],
      [1920, 1080],
    ] as const)
      test(`has no drawing faults in a window of ${width} pixels`, async ({ driver: _driver }, testInfo) => {
        test.slow()
        const { page, dataFolder } = app()
        const episode = episodeIn(dataFolder)
        const press = (name: string) => map(page).getByRole('button', { name }).click()
        const isClear = (what: string) => expect.poll(() => faultsOf(map(page)), what).toEqual([])
        await page.emulateMedia({ reducedMotion: 'reduce' })
        await page.setViewportSize({ width, height })
        for (const turn of width === 1280 ? TURNS : PICTURED) {
          await goTo(page, `#/episode/${episode}/trunk/${turn}`)
          await expect(page.getByRole('banner')).toContainText(`Turn ${turn} of 400`)
          for (const planes of PICTURED.includes(turn) ? ['flat', 'agent'] : ['agent']) {
            await levels(page).selectOption(planes)
            await press('Follow the agent')
            await isClear(`turn ${turn}, ${planes}, around the agent`)
            await press('Fit the map')
            await expect.poll(() => faultsOfWhole(map(page)), `turn ${turn}, ${planes}, whole`).toEqual([])
            await press('Fit the map')
            await isClear(`turn ${turn}, ${planes}, readable`)
            for (const colorScheme of PICTURED.includes(turn) ? (['dark', 'light'] as const) : []) {
              await page.emulateMedia({ colorScheme })
              await takePicture(page, testInfo, `zork${part}-${turn}-${planes}-${width}-${colorScheme}`)
            }
            await press('Maximize map')
            await expect(region(page, 'Story')).toBeHidden()
            await isClear(`turn ${turn}, ${planes}, maximized`)
            await page.keyboard.press('Escape')
          }
        }
      })
  })
