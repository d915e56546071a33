import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { NO_PAUSE_RULES } from '@shared/episode/projections/pause-rules'
import { report } from '../figures'
import { openWatched } from './frame-watch'
import { serve } from './reading'
import { connectTo } from './web-client'

const SECONDS = 20
/** Engines collect garbage of a long log up to half a minute late, and then rest: 0.3 s of work once, not a tick. */
const SETTLE_SECONDS = 40
/** Unit of `utime` and `stime` in /proc on Linux: 1/100 s. */
const TICKS_A_SECOND = 100

/** Cost of an idle app: with nothing open, with a paused agent, and with a long recorded episode. */
export async function benchIdle(browser: Browser, dataFolder: string): Promise<void> {
  if (process.platform !== 'linux')
    return report('processor time when nothing happens', 'not measured: the host is read from /proc')
  const shell = await serve(dataFolder)
  const client = await connectTo(shell.url)
  const page = await openWatched(browser, shell.url)
  await page.locator('[data-region=library] [data-episode]').first().waitFor()
  await idle('no episode open', page, shell.process.pid ?? NaN)

  const { episodeId } = await client.api.startEpisode({
    game: 'glass-weather',
    player: 'explorer',
    mcp: false,
    pace: 'batch',
    pauseRules: { ...NO_PAUSE_RULES, new_location: true },
  })
  await page.goto(`${shell.url}#/episode/${episodeId}/trunk`)
  await page
    .locator('[data-region=story] [data-paused]')
    .or(page.getByRole('button', { name: 'Resume' }))
    .first()
    .waitFor()
  await idle('an agent that is paused', page, shell.process.pid ?? NaN)
  await client.api.controlEpisode({ episodeId, command: 'stop' })

  await page.goto(`${shell.url}#/episode/long/trunk`)
  await page.waitForFunction(
    () =>
      document.querySelector('[data-region=story] article') !== null &&
      document.querySelector('[aria-busy=true]') === null,
    undefined,
    { polling: 500 },
  )
  await idle('a recorded episode of 10,000 turns', page, shell.process.pid ?? NaN)
  await page.context().close()
  client.close()
  shell.close()
}

async function idle(what: string, page: Page, hostPid: number): Promise<void> {
  // Work that was asked for is not idleness, nor is the collection of what it left, which engines put off until there
  // is time.
  await page.requestGC()
  await page.waitForTimeout(SETTLE_SECONDS * 1000)
  const before = await cpuSeconds(page, hostPid)
  await page.waitForTimeout(SECONDS * 1000)
  const after = await cpuSeconds(page, hostPid)
  const share = (part: keyof CpuSeconds) => `${part} ${(((after[part] - before[part]) / SECONDS) * 100).toFixed(2)} %`
  const all = (['host', 'renderer', 'GPU'] as const).reduce((sum, part) => sum + after[part] - before[part], 0)
  report(
    `processor time, ${what}, ${SECONDS} s`,
    `${((all / SECONDS) * 100).toFixed(2)} % of a core: ${share('host')}, ${share('renderer')}, ${share('GPU')} (Must 1 %)`,
  )
}

type CpuSeconds = Readonly<Record<'host' | 'renderer' | 'GPU', number>>

/** Used so far by the host and by the browser's processes. */
async function cpuSeconds(page: Page, hostPid: number): Promise<CpuSeconds> {
  const session = await page.context().browser()?.newBrowserCDPSession()
  const { processInfo = [] } = (await session?.send('SystemInfo.getProcessInfo')) ?? {}
  await session?.detach()
  const of = (type: string) =>
    processInfo.filter((info) => info.type === type).reduce((sum, { cpuTime }) => sum + cpuTime, 0)
  // After the name, which may hold anything, in parentheses.
  const fields = readFileSync(`/proc/${hostPid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return { host: (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND, renderer: of('renderer'), GPU: of('GPU') }
}
