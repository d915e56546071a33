import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { browserArgs, findBrowser } from '../../build/scripts/find-browser.mjs'
import { root } from '../../build/scripts/outputs.mjs'
import { type Launch, windowSize } from './driver'
import { startProcess } from './process'

export const launchWeb: Launch = async ({ args, env }) => {
  const shell = startProcess([join(root, 'build/scripts/start.mjs'), '--web', ...args], env)
  const ready = await Promise.race([shell.line(/^ready (\S+)$/m), shell.failed])
  const browser = await chromium.launch({ executablePath: findBrowser() ?? undefined, args: browserArgs })
  const openPage = async () => {
    const page = await browser.newPage({ viewport: windowSize })
    await page.goto(ready[1] ?? '')
    return page
  }
  return {
    page: await openPage(),
    openPage,
    async close() {
      await browser.close()
      await shell.stop()
    },
  }
}
