import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { root } from '../../build/scripts/outputs.mjs'
import type { NodeProcess } from '../drivers/process'
import { startStandIn } from '../drivers/stand-in'
import { test } from './launch-app'

/** The desktop shell on the stand-in, with actions of the operating system and of a user. */
interface StandInApp {
  readonly home: string
  readonly dataFolder: string
  /** The current page. A test that replaces the page assigns it here. */
  page: Page
  readonly main: NodeProcess
  /** Starts the app, which must not be running, and passes it files to open. */
  readonly start: (env?: Readonly<Record<string, string>>, ...files: string[]) => Promise<void>
}

/** Copies the files that are beside the archive of a packed app, and returns their folder. */
export function packApp(home: string): string {
  const resources = join(home, 'resources')
  for (const name of ['out/servers', 'out/replay', 'build/story', 'mcp_config.json', 'zorkgpt.toml'])
    cpSync(join(root, name), join(resources, 'product', name), { recursive: true })
  return resources
}

/** Creates one home for all tests of a file, which run in order. It is removed with the app after the last test. */
export function useStandIn(): StandInApp {
  test.describe.configure({ mode: 'serial' })
  const home = mkdtempSync(join(tmpdir(), 'zorkgpt-stand-in-'))
  const dataFolder = join(home, 'episodes')
  let running: { page: Page; readonly main: NodeProcess } | null = null
  const app = () => {
    if (!running) throw new Error('The app was not started.')
    return running
  }
  test.afterAll(async () => {
    await running?.main.stop()
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  })
  return {
    home,
    dataFolder,
    get page() {
      return app().page
    },
    set page(page) {
      app().page = page
    },
    get main() {
      return app().main
    },
    start: async (more = {}, ...files) => {
      const { OPENAI_API_KEY: _noKey, ...env } = process.env
      const args = ['--data', dataFolder, ...files]
      running = await startStandIn({ args, env: { ...env, ...more, ZORKGPT_HOME: home }, scratch: home })
    },
  }
}
