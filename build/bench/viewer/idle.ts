import type { Browser, Page } from 'playwright-core'
import { NO_PAUSE_RULES } from '@shared/episode/projections/pause-rules'
import { report } from '../figures'
import { processorMs } from '../processes'
import { browserProcesses, openPage, untilRead } from './page'
import { connectTo, serve } from './shell'

const SECONDS = 20
/** Engines collect the garbage of a long log up to half a minute later, which takes 0.3 s once. */
const SETTLE_SECONDS = 40

/** Measures the cost of an idle app: with nothing open, with a paused agent, and with a long recorded episode. */
export async function benchIdle(browser: Browser, dataFolder: string): Promise<void> {
  if (process.platform !== 'linux')
    return report('processor time when nothing happens', 'not measured: the host is read from /proc')
  const shell = await serve(dataFolder)
  const client = await connectTo(shell.url)
  const page = await openPage(browser, shell.url)
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
  await untilRead(page)
  await idle('a recorded episode of 10,000 turns', page, shell.process.pid ?? NaN)
  await page.context().close()
  client.close()
  await shell.close()
}

async function idle(what: string, page: Page, hostPid: number): Promise<void> {
  // The requested work and the garbage collection after it do not count.
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

/** Processor time of the host and of the browser's processes so far. */
async function cpuSeconds(page: Page, hostPid: number): Promise<CpuSeconds> {
  const processes = await browserProcesses(page)
  const of = (type: string) =>
    processes.filter((info) => info.type === type).reduce((sum, { cpuTime }) => sum + cpuTime, 0)
  return { host: processorMs(hostPid) / 1000, renderer: of('renderer'), GPU: of('GPU') }
}
