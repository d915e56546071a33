import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { browserArgs, findBrowser } from '../../build/scripts/find-browser.mjs'
import { root } from '../../build/scripts/outputs.mjs'
import { type Launch, windowSize } from './driver'
import { startProcess } from './process'

/** One for all apps of a worker, which ends it: starting one takes seconds. Apps share nothing in it. */
let starting: Promise<Browser> | null = null

export const launchWeb: Launch = async ({ args, env }) => {
  const shell = startProcess([join(root, 'build/scripts/start.mjs'), '--web', ...args], env)
  starting ??= chromium.launch({ executablePath: findBrowser() ?? undefined, args: browserArgs })
  const [ready, browser] = await Promise.all([Promise.race([shell.line(/^ready (\S+)$/m), shell.failed]), starting])
  const pages: Page[] = []
  const openPage = async () => {
    // As a browser with a window lets a page do whose key was pressed; one without refuses unless it is told.
    const page = await browser.newPage({ viewport: windowSize, permissions: ['clipboard-write'] })
    pages.push(page)
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
