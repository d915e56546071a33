import type { Browser } from 'playwright-core'
import { median, ms, often, percentile, report } from '../figures'
import { openWatched } from './frame-watch'
import { serve } from './reading'

const TIMES = often(12)

/**
 * From a text that comes into the empty find bar, all of it at once as a paste does, to the frame that shows its first
 * hits among every turn of the long episode, and to the one that shows all. A plain text is looked for in actions and
 * in what the game said; calls and thoughts are most of a log.
 */
export async function benchSearch(browser: Browser, dataFolder: string): Promise<void> {
  const shell = await serve(dataFolder)
  const page = await openWatched(browser, `${shell.url}#/episode/long/trunk`)
  await page.locator('[data-region=story] article').first().waitFor()
  await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null, undefined, {
    polling: 500,
    timeout: 300_000,
  })
  await page.keyboard.press('Control+f')
  const field = page.locator('[data-find]')
  const latencies = async (text: string, where: string, what: string) => {
    const found: number[] = []
    for (let time = 0; time < TIMES; time++) {
      await field.fill('')
      await page.waitForTimeout(300)
      await page.evaluate((shown) => window.frameWatch.expect(shown.where, shown.what), { where, what })
      await field.focus()
      await page.keyboard.insertText(text)
      found.push(await page.evaluate(() => window.frameWatch.latencyMs()))
    }
    return `p50 ${ms(median(found))}, p95 ${ms(percentile(found, 0.95))}`
  }
  const measure = async (what: string, text: string, isThere: boolean) => {
    if (isThere)
      report(
        `find, ${what}, the first`,
        `${await latencies(text, '[data-find-bar] [aria-hidden]', '^[1-9]')} (Must 100 ms)`,
      )
    const all = await latencies(text, '[data-find-bar] [role=status]', 'hits?$')
    report(
      `find, ${what}, all: ${await page.locator('[data-find-bar] [role=status]').innerText()}`,
      `${all} (Must 500 ms)`,
    )
  }
  await measure('a common word', 'dust', true)
  await measure('a word of one turn', 'oboe', true)
  await measure('a word that is absent', 'zeppelin', false)
  await measure('a letter', 'e', true)
  await measure('a word that no thought has', 'thought:zeppelin', false)
  await measure('a common word of the thoughts', 'thought:lantern', true)
  await field.fill('')
  for (const kind of ['Thoughts', 'Calls']) await page.getByRole('button', { name: kind, exact: true }).click()
  await measure('a word that nothing has, thoughts and calls as well', 'zeppelin', false)
  await measure('a common word, thoughts and calls as well', 'lantern', true)
  await page.context().close()
  shell.close()
}
