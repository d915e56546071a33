import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type LaunchOptions } from 'playwright-core'
import { median, ms, often, report } from '../figures'
import { nowMs, openWatched } from './frame-watch'

const RUNS = often(7)

/**
 * From the spawn of what `npm start -- --web` runs, on a data folder that there is not yet, to the first page of the
 * recorded episode, playing.
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
  const began = nowMs()
  const launcher = spawn(
    process.execPath,
    [join('build', 'scripts', 'start.mjs'), '--web', '--data', join(home, 'episodes')],
    { stdio: ['ignore', 'pipe', 'ignore', 'ipc'], env: { ...env, CI: '1', ZORKGPT_HOME: home } },
  )
  const url = await new Promise<string>((resolve, reject) => {
    launcher.stdout?.on('data', (text) => {
      const [, ready] = /^ready (\S+)$/m.exec(String(text)) ?? []
      if (ready) resolve(ready)
    })
    launcher.once('exit', () => reject(new Error('The launcher ended before the app was ready.')))
  })
  const ready = nowMs()
  const browser = await openBrowser()
  const page = await openWatched(browser, url)
  const times = await page.evaluate(() =>
    Promise.all([
      window.frameWatch.shown('[data-region=story] article', '.'),
      window.frameWatch.shown('[data-region=controls]:has([aria-label=Hold])', ''),
    ]),
  )
  await page.context().close()
  launcher.kill()
  await once(launcher, 'exit')
  rmSync(home, { recursive: true, force: true })
  return { ready: ready - began, playing: Math.max(...times) - began }
}
