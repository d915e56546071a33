import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sampleEpisode } from '@shared/episode/sample-episode.testkit'
import type { Browser, Page } from 'playwright-core'
import { ms, report } from './figures'
import { writeEpisode } from './viewer-episode'
import { openPage, serve } from './viewer-reading'

const TURNS = 100_000
const ROOMS = 110
const ADDRESS = '#/episode/long/trunk'
const FAR_TURN = 40_000

/** An episode too long for a window to keep: opened as a log that nobody has checked yet, and then as one that was opened before. */
export async function benchLong(browser: Browser, isAsked: boolean): Promise<void> {
  if (!isAsked) return report('open 100,000 turns', 'not measured: writes 650 MB, ask with --hundred-thousand')
  const data = mkdtempSync(join(tmpdir(), 'bench-long-'))
  try {
    const bytes = await writeEpisode(data, 'long', sampleEpisode({ turns: TURNS, rooms: ROOMS }))
    report('open 100,000 turns', `${(bytes / 1e6).toFixed(0)} MB`)
    await openOnce(browser, data, 'never checked', async () => {})
    await openOnce(browser, data, 'opened before', async (page) => {
      await page.keyboard.press('Escape')
      const began = performance.now()
      await page.evaluate((hash) => { location.hash = hash }, `${ADDRESS}/${FAR_TURN}`)
      await page.locator('[data-region=inspector]').getByText('I have not tried').first().waitFor()
      report('  a turn far away, until its thoughts are there', ms(performance.now() - began))
    })
  } finally {
    rmSync(data, { recursive: true, force: true })
  }
}

async function openOnce(browser: Browser, data: string, what: string, look: (page: Page) => Promise<void>): Promise<void> {
  const shell = await serve(data)
  const page = await openPage(browser, `${shell.url}${ADDRESS}`, TURNS)
  await page.waitForFunction(() => window.probe.usable !== null, undefined, { polling: 50, timeout: 120_000 })
  const { firstTurn, usable } = await page.evaluate(() => ({ firstTurn: window.probe.firstTurn ?? NaN, usable: window.probe.usable ?? NaN }))
  report(`  by loading the page, ${what}: first turn, usable`, `${ms(firstTurn)}, ${ms(usable)} (Must 5,000 ms)`)
  await page.waitForFunction(() => window.probe.whole !== null, undefined, { polling: 50, timeout: 120_000 })
  await look(page)
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  report('  renderer heap', `${(usedSize / 1e6).toFixed(0)} MB`)
  await page.context().close()
  shell.close()
}
