import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { report } from '../figures'
import { connectHeap, INSPECTED } from './host-heap'
import { followLink, openPage, pageHeapMb, untilRead, untilSaved } from './page'
import { connectTo, serve } from './shell'
import { startTalkingModel } from './talking-model'

/** One turn every ten seconds. */
const TURNS_A_DAY = 8640

/**
 * Measures how the heaps of page and host grow in a day of a model without its waits, watched live in one window: first
 * over several episodes, then over a long one. Short unless `isFull`.
 */
export async function benchDay(browser: Browser, dataFolder: string, isFull: boolean): Promise<void> {
  const [episodes, turns, endless] = isFull ? [20, 500, TURNS_A_DAY] : [5, 60, 600]
  const model = await startTalkingModel({ tokensATurn: 40, gapMs: 0 })
  const config = join(dataFolder, 'day.toml')
  // Disabled, because the model repeats its actions and would be stopped.
  writeFileSync(config, '[mind]\nplateau_turns = 0\n')
  const shell = await serve(join(dataFolder, 'day'), ['--config', config], [INSPECTED])
  const client = await connectTo(shell.url)
  const host = await connectHeap(shell.process)
  const page = await openPage(browser, shell.url)
  await page.locator('[data-region=status]').waitFor()

  const watch = async (turnLimit: number): Promise<Heaps> => {
    const { episodeId } = await client.api.startEpisode({ ...model.player, turnLimit })
    await followLink(page, `#/episode/${episodeId}/trunk`)
    await page.locator('[data-region=story] [data-turn]').first().waitFor()
    await untilSaved(page, turnLimit)
    return { page: await pageHeapMb(page), host: await host.leftMb() }
  }
  const each: Heaps[] = []
  while (each.length < episodes) each.push(await watch(turns))
  reportGrowth(`heaps over ${episodes} live episodes of ${turns} turns in one window`, each[0], each.at(-1))
  const before = await watch(1)
  reportGrowth(`heaps over one live episode of ${endless.toLocaleString('en')} turns`, before, await watch(endless))
  await page.reload()
  await untilRead(page)
  report('  the page with the same episode, read from the disk', `${(await pageHeapMb(page)).toFixed(1)} MB`)
  await page.context().close()
  client.close()
  host.close()
  await shell.close()
  await model.close()
}

interface Heaps {
  readonly page: number
  readonly host: number
}

function reportGrowth(what: string, first: Heaps | undefined, last: Heaps | undefined): void {
  const growth = (part: keyof Heaps) =>
    `${part} ${(first?.[part] ?? NaN).toFixed(1)} to ${(last?.[part] ?? NaN).toFixed(1)} MB`
  report(what, `${growth('page')}, ${growth('host')} (Must: the page's grows by at most 50 MB a day)`)
}
