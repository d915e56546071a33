import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { chromium, type Browser } from '@playwright/test'
import { root } from '../../build/scripts/outputs.mjs'
import type { Launch } from './driver'
import { startProcess } from './process'

export const launchStandIn: Launch = async ({ args, env, scratch }) => {
  const port = await freePort()
  const main = startProcess(['--import', join(root, 'build/standin/register.mjs'), join(root, 'out/main/index.js'), ...args], {
    ...env,
    STANDIN_CDP_PORT: String(port),
    STANDIN_USER_DATA: join(scratch, 'profile'),
  })
  const browser = await Promise.race([connect(port), main.failed])
  const page = await Promise.race([findPage(browser), main.failed])
  return { page, close: async () => void (await main.stop()) }
}

/** Until the stand-in's Chromium listens; the test's own time limit ends a wait in vain. */
async function connect(port: number): Promise<Browser> {
  for (;;) {
    const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`).catch(() => null)
    if (browser) return browser
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function findPage(browser: Browser) {
  for (;;) {
    const page = browser.contexts().flatMap((context) => context.pages()).find((candidate) => candidate.url().includes('.invalid'))
    if (page) return page
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
