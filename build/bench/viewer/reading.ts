import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { median, ms, often, report } from '../figures'
import { TURNS } from './episode'
import { installProbe } from './page'
import { reportFrames, reportSteps, workDuring } from './work'

const ADDRESS = '#/episode/long/trunk'
const RUNS = often(3)
const STEPS = 60
/** Margin of the timeline's track at either end, see src-renderer/panels/timeline/axis/axis.ts. */
const TRACK_INSET = 6

/** The shipped web shell in its own process. */
export async function serve(
  dataFolder: string,
  execArgv: readonly string[] = [],
): Promise<{ readonly url: string; readonly process: ChildProcess; close(): void }> {
  const shell = fork(join('out', 'main', 'web.js'), ['--data', dataFolder], {
    silent: true,
    execArgv: [...process.execArgv, ...execArgv],
  })
  const url = await new Promise<string>((resolve, reject) => {
    shell.stdout?.on('data', (text) => {
      const [, ready] = /^ready (\S+)$/m.exec(String(text)) ?? []
      if (ready) resolve(ready)
    })
    shell.once('exit', () => reject(new Error('The web shell ended before it was ready.')))
  })
  return { url, process: shell, close: () => void shell.kill() }
}

/** `turns` is how many the episode has. */
export async function openPage(browser: Browser, url: string, turns = TURNS): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme: 'dark' })
  const page = await context.newPage()
  await page.addInitScript(installProbe, turns)
  await page.goto(url)
  return page
}

type Opened = Record<'firstTurn' | 'usable' | 'whole', number>

/** From nothing, in a window that is loaded with the episode's address, and in one that is up and follows a link. */
export async function benchOpening(browser: Browser, dataFolder: string): Promise<void> {
  const loads: Opened[] = []
  const links: Opened[] = []
  for (let run = 0; run <= RUNS; run++) {
    const shell = await serve(dataFolder)
    const page = await openPage(browser, `${shell.url}${ADDRESS}`)
    await page.waitForFunction(() => window.probe.whole !== null, undefined, { polling: 50 })
    loads.push(
      await page.evaluate(() => ({
        firstTurn: window.probe.firstTurn ?? NaN,
        usable: window.probe.usable ?? NaN,
        whole: window.probe.whole ?? NaN,
      })),
    )
    await page.goto(shell.url)
    await page.locator('[data-region=library] [data-episode]').first().waitFor()
    links.push(await page.evaluate(([hash, turns]) => window.probe.open(hash, turns), [ADDRESS, TURNS] as const))
    await page.context().close()
    shell.close()
  }
  const [unread, ...again] = loads
  const figure = (opened: readonly Opened[], part: keyof Opened) => ms(median(opened.map((times) => times[part])))
  report('open in a window that is up: first turn', `median ${figure(links, 'firstTurn')} (Must 500 ms)`)
  report('  usable: every turn can be reached', `median ${figure(links, 'usable')} (Must 1,500 ms)`)
  report('  every event read', `median ${figure(links, 'whole')}`)
  report(
    'open by loading the page: first turn, usable, every event',
    (['firstTurn', 'usable', 'whole'] as const).map((part) => figure(again, part)).join(', '),
  )
  report(
    '  the first time, when the log must be checked',
    (['firstTurn', 'usable', 'whole'] as const).map((part) => ms(unread?.[part] ?? NaN)).join(', '),
  )
}

/**
 * Keys and the slider: from the event to the frame in which story, map and inspector show the turn. Then scrolling and
 * the heap.
 */
export async function benchReading(browser: Browser, dataFolder: string, locations: readonly number[]): Promise<void> {
  const shell = await serve(dataFolder)
  const page = await openPage(browser, `${shell.url}${ADDRESS}/5000`)
  await page.waitForFunction(() => window.probe.whole !== null, undefined, { polling: 50 })
  await page.waitForTimeout(1500)
  const shown = async (turn: number, act: () => Promise<unknown>): Promise<number> => {
    await page.evaluate(([to, location]) => window.probe.expectTurn(to, location), [
      turn,
      locations[turn] ?? 0,
    ] as const)
    await act()
    return page.evaluate(() => window.probe.latencyMs())
  }

  const keys: number[] = []
  const stepping = await workDuring(page, async () => {
    for (let step = 1; step <= STEPS; step++)
      keys.push(await shown(5000 - step, () => page.keyboard.press('ArrowLeft')))
  })
  reportSteps('key step', keys, stepping)

  const box = await page.getByRole('slider').first().boundingBox()
  if (!box) throw new Error('There is no slider.')
  const [start, middle] = [Math.round(box.x + box.width / 10), box.y + box.height / 2]
  const turnAt = (x: number) => Math.round(((x - box.x - TRACK_INSET) / (box.width - 2 * TRACK_INSET)) * TURNS)
  await page.mouse.move(start, middle)
  await page.mouse.down()
  const drags: number[] = []
  const scrubbing = await workDuring(page, async () => {
    for (let x = start + 11; x <= start + 11 * STEPS; x += 11)
      drags.push(await shown(turnAt(x), () => page.mouse.move(x, middle)))
  })
  await page.mouse.up()
  reportSteps('scrub', drags, scrubbing)

  reportFrames(
    'frames of the page when nothing happens',
    await workDuring(page, () => page.waitForTimeout(3000)),
    'none, for comparison',
  )
  reportFrames(
    'scroll, 600 frames of 120 px',
    await workDuring(page, () => page.evaluate(scrollThrough)),
    '1 % over 33 ms',
  )

  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  report('renderer heap after all that', `${(usedSize / 1e6).toFixed(0)} MB (Must 350 MB)`)
  await page.context().close()
  shell.close()
}

/** Runs in the page: turns of mixed height pass by, 120 pixels a frame. */
function scrollThrough(): Promise<void> {
  const scroller = document.querySelector<HTMLElement>('[data-region=story] [data-first-stop]')
  return new Promise((resolve) => {
    let left = 600
    const step = () => {
      if (scroller) scroller.scrollTop += 120
      if (--left > 0) requestAnimationFrame(step)
      else resolve()
    }
    step()
  })
}
