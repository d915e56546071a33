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

/**
 * An episode too long for a window to keep: opened as a log that nobody has checked yet, and then as one that the
 * library knows.
 */
export async function benchLong(browser: Browser, isAsked: boolean): Promise<void> {
  if (!isAsked) return report('open 100,000 turns', 'not measured: writes 650 MB, ask with --hundred-thousand')
  const data = mkdtempSync(join(tmpdir(), 'bench-long-'))
  try {
    const bytes = await writeEpisode(data, 'long', sampleEpisode({ turns: TURNS, rooms: ROOMS }))
    report('open 100,000 turns', `${(bytes / 1e6).toFixed(0)} MB`)
    await inWindow(browser, data, async (page) => {
      await openByLink(page, 'never checked')
      const began = performance.now()
      await page.locator('[data-region=library] li').getByText('100,000 turns').waitFor({ timeout: 60_000 })
      report('  until the library has checked all of it', ms(performance.now() - began))
    })
    await inWindow(browser, data, async (page) => {
      await openByLink(page, 'checked before')
      const began = performance.now()
      await page.evaluate((hash) => {
        location.hash = hash
      }, `${ADDRESS}/${FAR_TURN}`)
      await page.locator('[data-region=inspector]').getByText('I have not tried').first().waitFor()
      report('  a turn far away, until its thoughts are there', ms(performance.now() - began))
      const session = await page.context().newCDPSession(page)
      await session.send('HeapProfiler.collectGarbage')
      const { usedSize } = await session.send('Runtime.getHeapUsage')
      report('  renderer heap after that', `${(usedSize / 1e6).toFixed(0)} MB`)
    })
  } finally {
    rmSync(data, { recursive: true, force: true })
  }
}

async function openByLink(page: Page, what: string): Promise<void> {
  const { firstTurn, usable } = await page.evaluate(([hash, turns]) => window.probe.open(hash, turns), [
    ADDRESS,
    TURNS,
  ] as const)
  report(`  in a window that is up, ${what}: first turn, usable`, `${ms(firstTurn)}, ${ms(usable)} (Must 5,000 ms)`)
}

async function inWindow(browser: Browser, data: string, look: (page: Page) => Promise<void>): Promise<void> {
  const shell = await serve(data)
  const page = await openPage(browser, shell.url, TURNS)
  await page.locator('[data-region=status]').getByText('Web').waitFor()
  await look(page)
  await page.context().close()
  shell.close()
}
