import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from '@playwright/test'
import { root } from '../../build/scripts/outputs.mjs'
import type { Launch, LaunchOptions } from './driver'
import { type NodeProcess, startProcess } from './process'

export const launchStandIn: Launch = async (options) => {
  const { page, main } = await startStandIn(options)
  return { page, close: async () => void (await main.stop()) }
}

/**
 * Starts the page, and the process in place of Electron's main process. build/standin/remote.mjs lists its commands.
 */
export async function startStandIn({
  args,
  env,
  scratch,
}: LaunchOptions): Promise<{ readonly page: Page; readonly main: NodeProcess }> {
  const port = await freePort()
  const main = startProcess(
    ['--import', join(root, 'build/standin/register.mjs'), join(root, 'out/main/index.js'), ...args],
    {
      ...env,
      STANDIN_CDP_PORT: String(port),
      STANDIN_USER_DATA: join(scratch, 'profile'),
    },
  )
  return { page: await Promise.race([pageAt(port), main.failed]), main }
}

/** Resolves to the page of a stand-in, as soon as its Chromium listens on this port and shows the page. */
export const pageAt = async (port: number): Promise<Page> => findPage(await connect(port))

/** Waits until the stand-in's Chromium listens; the test's own time limit ends a failed wait. */
async function connect(port: number): Promise<Browser> {
  for (;;) {
    const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`).catch(() => null)
    if (browser) return browser
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function findPage(browser: Browser) {
  for (;;) {
    const page = browser
      .contexts()
      .flatMap((context) => context.pages())
      .find((candidate) => candidate.url().includes('.invalid'))
    if (page) return page
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
