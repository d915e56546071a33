import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { idOfVaried, variedEpisode } from '@shared/episode/state/varied-episodes.testkit'
import { medianMs, ms, often, p50AndP95, report } from '../figures'
import { openPage } from './page'
import { serve } from './shell'
import { reportFrames, workDuring } from './work'

const EPISODES = 1000
const STEPS = 60
const RUNS = often(3)

/**
 * Measures a list of a thousand episodes: the time until all rows can be reached, until a key moves the focus, and how
 * the list scrolls, as a list and as a table.
 */
export async function benchList(browser: Browser): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'bench-list-'))
  for (let index = 0; index < EPISODES; index++) {
    mkdirSync(join(data, idOfVaried(index)))
    const log = variedEpisode(index).map((event) => `${JSON.stringify(event)}\n`)
    writeFileSync(join(data, idOfVaried(index), 'events.jsonl'), log.join(''))
  }
  try {
    const usable: number[] = []
    for (let run = 0; run <= RUNS; run++) {
      const shell = await serve(data)
      const page = await openPage(browser, shell.url)
      await page.locator(`[role=grid][aria-rowcount="${EPISODES}"]`).waitFor({ timeout: 300_000 })
      usable.push(await page.evaluate(() => performance.now()))
      if (run === RUNS) await measureIn(page)
      await page.context().close()
      await shell.close()
    }
    const [first, ...again] = usable
    report(`list of ${EPISODES} episodes, from the load of the page: all can be reached`, medianMs(again))
    report('  the first time, when every log must be read', ms(first ?? NaN))
  } finally {
    rmSync(data, { recursive: true, force: true })
  }
}

async function measureIn(page: Page): Promise<void> {
  for (const what of ['list', 'table'] as const) {
    if (what === 'table') {
      await page.locator('[data-region=library]').focus()
      await page.keyboard.press('L')
      await page.locator('[role=columnheader] button').first().waitFor()
    }
    await page.locator('[role=grid] a').first().focus()
    const steps: number[] = []
    for (let step = 0; step < STEPS; step++) {
      await page.evaluate(() => {
        const before = document.activeElement
        window.probe.expect('keydown', () => document.activeElement !== before)
      })
      await page.keyboard.press('ArrowDown')
      steps.push(await page.evaluate(() => window.probe.latencyMs()))
    }
    report(`${what}: key step, ${STEPS} times`, `${p50AndP95(steps)} (Must 50 ms)`)
    const box = await page.locator('[role=grid]').boundingBox()
    if (box) await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    const scrolled = await workDuring(page, async () => {
      for (let turn = 0; turn < 120; turn++) {
        await page.mouse.wheel(0, 240)
        await page.waitForTimeout(16)
      }
    })
    reportFrames(`${what}: scroll`, scrolled, 'at most 1 % over 33 ms')
  }
}
