import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { root } from '../../build/scripts/outputs.mjs'
import { type AppSetup, expect, region } from './launch-app'

/** An episode that the explorer played, with what was surveyed on the way. */
export const playedByExplorer: AppSetup = {
  prepare: (dataFolder) =>
    void execFileSync(process.execPath, [
      join(root, 'out/main/cli.js'),
      ...'play --game glass-weather --player explorer --seed 1 --turns 90 --no-mcp --data'.split(' '),
      dataFolder,
      '--json',
    ]),
}

export const map = (page: Page) => region(page, 'Map')
export const room = (page: Page, name: RegExp) => map(page).locator('[data-location]').filter({ hasText: name })

export async function openPlayed(page: Page): Promise<void> {
  await region(page, 'Episodes').getByRole('link').first().click()
  await expect(room(page, /^Fell Gate/)).toBeVisible()
}
