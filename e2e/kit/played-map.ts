import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { root } from '../../build/scripts/outputs.mjs'
import { type AppSetup, expect, region } from './launch-app'

const playWithExplorer = (game: string, turns: number, dataFolder: string) =>
  promisify(execFile)(process.execPath, [
    join(root, 'out/main/cli.js'),
    ...`play --game ${game} --player explorer --seed 1 --turns ${turns} --no-mcp --json --data`.split(' '),
    dataFolder,
  ])

/** An episode of the explorer, which includes surveys of the locations. */
export const playedByExplorer: AppSetup = {
  prepare: (dataFolder) => playWithExplorer('glass-weather', 90, dataFolder).then(() => {}),
}

/** An episode of 400 turns of the explorer in one part of Zork. */
export const playedZork = (part: number): AppSetup => ({
  prepare: (dataFolder) =>
    playWithExplorer(join(root, `build/story/zork/zork${part}.z3`), 400, dataFolder).then(() => {}),
})

export const map = (page: Page) => region(page, 'Map')
export const room = (page: Page, name: RegExp) => map(page).locator('[data-location]').filter({ hasText: name })

export async function openPlayed(page: Page): Promise<void> {
  await region(page, 'Episodes').getByRole('link').first().click()
  await expect(room(page, /^Fell Gate/)).toBeVisible()
}
