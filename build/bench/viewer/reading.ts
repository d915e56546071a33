import type { Browser } from 'playwright-core'
import { medianMs, ms, often, report } from '../figures'
import { TURNS } from './episode'
import { type Opened, openPage, pageHeapMb } from './page'
import { serve } from './shell'
import { reportFrames, reportSteps, workDuring } from './work'

const ADDRESS = '#/episode/long/trunk'
const RUNS = often(3)
const STEPS = 60
/** Margin of the timeline's track at either end, as in src-renderer/panels/timeline/axis/axis.ts. */
const TRACK_INSET = 6

/** Opens the long episode in a window that loads its address, and in a loaded window that follows a link. */
export async function benchOpening(browser: Browser, dataFolder: string): Promise<void> {
  const loads: Opened[] = []
  const links: Opened[] = []
  for (let run = 0; run <= RUNS; run++) {
    const shell = await serve(dataFolder)
    const page = await openPage(browser, `${shell.url}${ADDRESS}`, TURNS)
    loads.push(await page.evaluate(() => window.opened))
    await page.goto(shell.url)
    await page.locator('[data-region=library] [data-episode]').first().waitFor()
    links.push(
      await page.evaluate(
        async ([hash, turns]) => {
          const began = performance.now()
          location.hash = hash
          const { firstTurn, usable, whole } = await window.probe.opening(turns)
          return { firstTurn: firstTurn - began, usable: usable - began, whole: whole - began }
        },
        [ADDRESS, TURNS] as const,
      ),
    )
    await page.context().close()
    await shell.close()
  }
  const [unread, ...again] = loads
  const figure = (opened: readonly Opened[], part: keyof Opened) => medianMs(opened.map((times) => times[part]))
  const parts = ['firstTurn', 'usable', 'whole'] as const
  report('open in a window that is up: first turn', `${figure(links, 'firstTurn')} (Must 500 ms)`)
  report('  usable: every turn can be reached', `${figure(links, 'usable')} (Must 1,500 ms)`)
  report('  every event read', figure(links, 'whole'))
  report(
    'open by loading the page: first turn, usable, every event',
    parts.map((part) => figure(again, part)).join(', '),
  )
  report('  the first time, when the log must be checked', parts.map((part) => ms(unread?.[part] ?? NaN)).join(', '))
}

/**
 * Measures keys and the slider, from the event to the frame in which story, map and inspector show the turn; then
 * scrolling and the heap.
 */
export async function benchReading(browser: Browser, dataFolder: string, locations: readonly number[]): Promise<void> {
  const shell = await serve(dataFolder)
  const middle = TURNS / 2
  const page = await openPage(browser, `${shell.url}${ADDRESS}/${middle}`, TURNS)
  await page.evaluate(() => window.opened)
  await page.waitForTimeout(1500)
  const latencyOf = async (event: 'keydown' | 'pointermove', turn: number, act: () => Promise<unknown>) => {
    await page.evaluate(expectTurn, { event, turn, location: locations[turn] ?? 0 })
    await act()
    return page.evaluate(() => window.probe.latencyMs())
  }

  const keys: number[] = []
  const stepping = await workDuring(page, async () => {
    for (let step = 1; step <= STEPS; step++)
      keys.push(await latencyOf('keydown', middle - step, () => page.keyboard.press('ArrowLeft')))
  })
  reportSteps('key step', keys, stepping)

  const box = await page.getByRole('slider').first().boundingBox()
  if (!box) throw new Error('There is no slider.')
  const [start, height] = [Math.round(box.x + box.width / 10), box.y + box.height / 2]
  const turnAt = (x: number) => Math.round(((x - box.x - TRACK_INSET) / (box.width - 2 * TRACK_INSET)) * TURNS)
  await page.mouse.move(start, height)
  await page.mouse.down()
  const drags: number[] = []
  const scrubbing = await workDuring(page, async () => {
    for (let x = start + 11; x <= start + 11 * STEPS; x += 11)
      drags.push(await latencyOf('pointermove', turnAt(x), () => page.mouse.move(x, height)))
  })
  await page.mouse.up()
  reportSteps('scrub', drags, scrubbing)

  const idle = await workDuring(page, () => page.waitForTimeout(3000))
  reportFrames('frames of the page when nothing happens', idle, 'none, for comparison')
  const scrolled = await workDuring(page, () => page.evaluate(scrollThrough))
  reportFrames('scroll, 600 frames of 120 px', scrolled, '1 % over 33 ms')
  report('renderer heap after these', `${(await pageHeapMb(page)).toFixed(0)} MB (Must 350 MB)`)
  await page.context().close()
  await shell.close()
}

interface ExpectedTurn {
  readonly event: 'keydown' | 'pointermove'
  readonly turn: number
  readonly location: number
}

/** Runs in the page: waits until story, map and inspector show the turn. */
function expectTurn({ event, turn, location }: ExpectedTurn): void {
  const words = `Turn ${new Intl.NumberFormat('en').format(turn)}`
  window.probe.expect(event, () => {
    const article = document.querySelector('[data-region=story] article[aria-current=step]')
    const page = document.querySelector('[data-region=story] [data-first-stop]')?.getBoundingClientRect()
    const box = article?.getBoundingClientRect()
    const isInSight = page !== undefined && box !== undefined && box.bottom > page.top && box.top < page.bottom
    const inspected = document.querySelector('[data-region=inspector] h2')?.textContent
    const here = document.querySelector<HTMLElement>('[data-region=map] [data-here]')?.dataset.location
    return (
      isInSight && article?.getAttribute('aria-label') === words && inspected === words && here === String(location)
    )
  })
}

/** Runs in the page: scrolls past turns of different heights, 120 pixels per frame. */
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
