import type { LoggedEvent } from '@shared/episode/event'
import type { Browser } from 'playwright-core'
import { median, ms, often, percentile, report } from './figures'
import { openWatched } from './frame-watch'
import { serve } from './viewer-reading'

const TIMES = often(12)

/**
 * From a word that comes into the empty box, all of it at once as a paste does, to the frame that shows its hits among
 * every turn of the long episode. A plain word is looked for in locations, actions and what the game said; a thought in
 * all thoughts. All hits come at once, so there is one figure for the first and for all.
 */
export async function benchSearch(browser: Browser, dataFolder: string, events: readonly LoggedEvent[]): Promise<void> {
  const shell = await serve(dataFolder)
  const page = await openWatched(browser, `${shell.url}#/episode/long/trunk`)
  await page.locator('[data-region=story] article').first().waitFor()
  await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null, undefined, { polling: 500 })
  for (const [what, search, hits] of [
    ['a common word', 'dust', turnsWith(events, 'dust')],
    ['a word of one turn', 'oboe', turnsWith(events, 'oboe')],
    ['a word that is absent', 'zeppelin', 0],
    ['a word that no thought has', 'thought:zeppelin', 0],
    ['a common word of the thoughts', 'thought:lantern', turnsWith(events, '')],
  ] as const) {
    const latencies: number[] = []
    for (let time = 0; time < TIMES; time++) {
      await page.locator('[data-region=story] [data-search]').fill('')
      await page.locator('[data-region=story] article').first().waitFor()
      await page.waitForTimeout(300)
      await page.evaluate(
        (sought) => window.frameWatch.expect(sought.where, sought.what),
        hits === 0
          ? { where: '[data-region=story]', what: 'No turn matches' }
          : { where: '[data-region=story] [role=status]', what: `^${hits.toLocaleString('en')} of` },
      )
      await page.locator('[data-region=story] [data-search]').focus()
      await page.keyboard.insertText(search)
      latencies.push(await page.evaluate(() => window.frameWatch.latencyMs()))
    }
    report(
      `search, ${what}, ${hits.toLocaleString('en')} turns found`,
      `p50 ${ms(median(latencies))}, p95 ${ms(percentile(latencies, 0.95))} (Must 100 ms the first, 500 ms all)`,
    )
  }
  await page.context().close()
  shell.close()
}

/** In how many turns the game said it. */
const turnsWith = (events: readonly LoggedEvent[], word: string): number =>
  events.filter(
    (event) => event.event_type === 'observation_made' && event.turn > 0 && event.text.toLowerCase().includes(word),
  ).length
