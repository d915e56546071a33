import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { browserArgs, findBrowser } from '../../build/scripts/find-browser.mjs'
import { HOST_NODE_ARGS } from '../../build/scripts/node24.mjs'
import { root } from '../../build/scripts/outputs.mjs'
import { type Launch, windowSize } from './driver'
import { startProcess } from './process'

/** One browser for all apps of a worker, because starting one takes seconds. The apps share nothing in it. */
let starting: Promise<Browser> | null = null

export const launchWeb: Launch = async ({ args, env }) => {
  const shell = startProcess([...HOST_NODE_ARGS, join(root, 'out/main/web.js'), ...args], env)
  starting ??= chromium.launch({ executablePath: findBrowser() ?? undefined, args: browserArgs })
  const [ready, browser] = await Promise.all([Promise.race([shell.line(/^ready (\S+)$/m), shell.failed]), starting])
  const pages: Page[] = []
  const openPage = async () => {
    // A browser with a window grants this permission after a key press; a headless one does not.
    const page = await browser.newPage({ viewport: windowSize, permissions: ['clipboard-write'] })
    pages.push(page)
    // Disables preloading, which would be a third of the work of a short-lived page. Other drivers test it.
    await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }))
    await page.goto(ready[1] ?? '')
    return page
  }
  return {
    page: await openPage(),
    openPage,
    async close() {
      await Promise.all(pages.map((page) => page.context().close()))
      await shell.stop()
    },
  }
}
