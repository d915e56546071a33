import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type LaunchOptions } from 'playwright-core'
import { median } from '@shared/experiments/statistics/moments'
import { ms, often, report } from '../figures'
import { openPage } from './page'
import { launch } from './shell'

const RUNS = often(7)

/**
 * Measures a first start: from the spawn of the command of `npm start -- --web`, before there is a data folder, until
 * the recorded episode plays.
 */
export async function benchStart(browser: Browser, options: LaunchOptions): Promise<void> {
  const runs: { readonly ready: number; readonly playing: number; readonly withBrowser: number }[] = []
  for (let run = 0; run < RUNS; run++) {
    const { ready, playing } = await startOnce(async () => browser)
    const own: Browser[] = []
    const { playing: withBrowser } = await startOnce(async () => (own[0] = await chromium.launch(options)))
    await own[0]?.close()
    runs.push({ ready, playing, withBrowser })
  }
  const figure = (part: keyof (typeof runs)[number]) => ms(median(runs.map((run) => run[part])))
  report(
    `cold start to the demo playing, median of ${RUNS}`,
    `${figure('playing')} in a browser that is up, ${figure('withBrowser')} with the start of one (Must 2,500 ms)`,
  )
  report('  of it until the address is printed', figure('ready'))
}

async function startOnce(
  openBrowser: () => Promise<Browser>,
): Promise<{ readonly ready: number; readonly playing: number }> {
  const home = mkdtempSync(join(tmpdir(), 'bench-start-'))
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.endsWith('_API_KEY')))
  const began = Date.now()
  const launcher = await launch(join(home, 'episodes'), { ...env, CI: '1', ZORKGPT_HOME: home })
  const ready = Date.now() - began
  const page = await openPage(await openBrowser(), launcher.url)
  const shownAt = await page.evaluate(
    async () =>
      performance.timeOrigin +
      (await window.probe.until(
        () =>
          document.querySelector('[data-region=story] article') !== null &&
          document.querySelector('[data-region=controls]:has([aria-label="Pause playback"])') !== null,
      )),
  )
  await page.context().close()
  await launcher.close()
  rmSync(home, { recursive: true, force: true })
  return { ready, playing: shownAt - began }
}
