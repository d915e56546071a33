import type { Browser, Page } from 'playwright-core'

/**
 * When the page showed what: times at the end of the frame that drew it, in milliseconds since 1970, so that they can
 * be held against those of this process. Put into the page as text, as the probe is.
 */
interface FrameWatch {
  /** The first frame in which an element of `selector` matches `pattern`. */
  shown(selector: string, pattern: string): Promise<number>
  /**
   * From now on, looks for the last number that `pattern` finds in `selector`; `numbers` gives for each the frame that
   * was first to show it or a later one.
   */
  follow(selector: string, pattern: string): void
  numbers(pattern: string): readonly (number | null)[]
  /** Waits for the next input into a field, and then as `shown` does; `latencyMs` is from that input to that frame. */
  expect(selector: string, pattern: string): void
  latencyMs(): Promise<number>
}

declare global {
  interface Window {
    frameWatch: FrameWatch
  }
}

/** A page that is idle until it is asked to look. */
export async function openWatched(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme: 'dark' })
  const page = await context.newPage()
  await page.addInitScript(installFrameWatch)
  await page.goto(url, { waitUntil: 'commit' })
  return page
}

/** Resolves when the page shows the end of an episode of `turns` turns, and that all of it is on disk. */
export const untilSaved = (page: Page, turns: number) =>
  page.waitForFunction(
    (last) => {
      const words = [...document.querySelectorAll('[data-region=status] span')].map(({ textContent }) => textContent)
      return (
        words.includes('Saved') &&
        document.querySelector('[role=slider]')?.getAttribute('aria-valuemax') === String(last)
      )
    },
    turns,
    { polling: 100, timeout: 1_800_000 },
  )

/** This process's clock as the page's is read. */
export const nowMs = () => performance.timeOrigin + performance.now()

function installFrameWatch(): void {
  const since1970 = (atMs: number) => performance.timeOrigin + atMs
  const nextFrame = () =>
    new Promise<number>((resolve) =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve(since1970(performance.now()))
        port2.postMessage(null)
      }),
    )
  const texts = (selector: string) => [...document.querySelectorAll(selector)].map(({ textContent }) => textContent)
  const found = new Map<string, number[]>()
  let latency = Promise.resolve(NaN)
  const shown = async (selector: string, pattern: string) => {
    for (;;) {
      const at = await nextFrame()
      if (texts(selector).some((text) => new RegExp(pattern).test(text))) return at
    }
  }
  window.frameWatch = {
    shown,
    expect(selector, pattern) {
      latency = new Promise((resolve) => {
        window.addEventListener(
          'beforeinput',
          ({ timeStamp }) => void shown(selector, pattern).then((at) => resolve(at - since1970(timeStamp))),
          { capture: true, once: true },
        )
      })
    },
    latencyMs: () => latency,
    follow(selector, pattern) {
      const times: number[] = []
      found.set(pattern, times)
      const look = async () => {
        const at = await nextFrame()
        const last = texts(selector)
          .flatMap((text) => [...text.matchAll(new RegExp(pattern, 'g'))])
          .at(-1)?.[1]
        for (let number = times.length; number <= Number(last ?? -1); number++) times[number] = at
        void look()
      }
      void look()
    },
    numbers: (pattern) => found.get(pattern) ?? [],
  }
}
