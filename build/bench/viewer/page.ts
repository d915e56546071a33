import type { Browser, Page } from 'playwright-core'

/**
 * The stopwatch in the page. A time is the end of the frame that drew the awaited state, in milliseconds since the page
 * began to load. Functions for the page are sent as text: they can use only their arguments and `window.probe`.
 */
interface PageProbe {
  nextFrame(): Promise<number>
  /** The first frame in which `isTrue` returns true; rejects after `limitMs`. */
  until(isTrue: () => boolean, limitMs?: number): Promise<number>
  /**
   * Waits for the next event of this type, and then for the first frame in which `isTrue` returns true. `latencyMs` is
   * the time from the event to that frame.
   */
  expect(type: 'keydown' | 'pointermove' | 'beforeinput', isTrue: () => boolean): void
  latencyMs(): Promise<number>
  /** Texts of all matching elements. */
  texts(selector: string): readonly string[]
  /** The last turn that can be reached. */
  lastTurn(): number
  /** The times at which an episode shows a turn, its last turn can be reached, and its log is read. */
  opening(turns: number): Promise<Opened>
  startFrames(): void
  /** The duration of each frame since `startFrames`. */
  stopFrames(): readonly number[]
}

export type Opened = Record<'firstTurn' | 'usable' | 'whole', number>

declare global {
  interface Window {
    probe: PageProbe
    opened: Promise<Opened>
  }
}

/**
 * Opens a page. With `turns`, `window.opened` measures, from the load of the page, the opening of an episode of that
 * length.
 */
export async function openPage(browser: Browser, url: string, turns: number | null = null): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme: 'dark' })
  const page = await context.newPage()
  await page.addInitScript(installProbe, turns)
  await page.goto(url, { waitUntil: 'commit' })
  return page
}

/** Waits until the whole log of the open episode is read. */
export const untilRead = (page: Page): Promise<unknown> =>
  page.waitForFunction(
    () =>
      document.querySelector('[data-region=story] article') !== null &&
      document.querySelector('[aria-busy=true]') === null,
    undefined,
    { polling: 100, timeout: 300_000 },
  )

/** Waits until the page shows the end of an episode of `turns` turns, and shows it as saved. */
export const untilSaved = (page: Page, turns: number): Promise<unknown> =>
  page.waitForFunction(
    (last) => window.probe.texts('[data-region=status] span').includes('Saved') && window.probe.lastTurn() === last,
    turns,
    { polling: 100, timeout: 1_800_000 },
  )

/** Opens an episode in a loaded window. */
export const followLink = (page: Page, hash: string): Promise<void> =>
  page.evaluate((to) => {
    location.hash = to
  }, hash)

/** Heap of the page after a full collection, in megabytes. */
export async function pageHeapMb(page: Page): Promise<number> {
  // Work that was requested earlier can end first.
  await page.waitForTimeout(1000)
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize / 1e6
}

/** The browser's processes, with their processor time in seconds. */
export async function browserProcesses(
  page: Page,
): Promise<readonly { readonly type: string; readonly id: number; readonly cpuTime: number }[]> {
  const session = await page.context().browser()?.newBrowserCDPSession()
  const { processInfo = [] } = (await session?.send('SystemInfo.getProcessInfo')) ?? {}
  await session?.detach()
  return processInfo
}

function installProbe(turns: number | null): void {
  let latency = Promise.resolve(NaN)
  let frames: number[] = []
  let isRecording = false
  const recordFrames = (before: number) =>
    requestAnimationFrame((now) => {
      frames.push(now - before)
      if (isRecording) recordFrames(now)
    })
  const probe: PageProbe = {
    nextFrame: () =>
      new Promise((resolve) =>
        requestAnimationFrame(() => {
          // A message arrives after the frame is drawn.
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => resolve(performance.now())
          port2.postMessage(null)
        }),
      ),
    async until(isTrue, limitMs = 60_000) {
      for (const began = performance.now(); ;) {
        const now = await probe.nextFrame()
        if (isTrue()) return now
        if (now - began > limitMs) throw new Error(`Not shown within ${limitMs} ms: ${String(isTrue)}`)
      }
    },
    expect(type, isTrue) {
      latency = new Promise((resolve, reject) =>
        addEventListener(
          type,
          ({ timeStamp }) => void probe.until(isTrue, 5000).then((at) => resolve(at - timeStamp), reject),
          { capture: true, once: true, passive: true },
        ),
      )
    },
    latencyMs: () => latency,
    texts: (selector) => [...document.querySelectorAll(selector)].map(({ textContent }) => textContent),
    lastTurn: () => Number(document.querySelector('[role=slider]')?.getAttribute('aria-valuemax') ?? NaN),
    async opening(count) {
      const firstTurn = await probe.until(() => document.querySelector('[data-region=story] article') !== null)
      const usable = await probe.until(() => probe.lastTurn() >= count)
      return { firstTurn, usable, whole: await probe.until(() => document.querySelector('[aria-busy=true]') === null) }
    },
    startFrames() {
      frames = []
      isRecording = true
      requestAnimationFrame((now) => {
        // Marks the first frame in the trace, for `workIn`.
        performance.mark('first frame', { startTime: now })
        recordFrames(now)
      })
    },
    stopFrames() {
      isRecording = false
      return frames
    },
  }
  window.probe = probe
  if (turns !== null) window.opened = probe.opening(turns)
}
