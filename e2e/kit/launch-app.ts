import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test as base, type Page } from '@playwright/test'
import { root } from '../../build/scripts/outputs.mjs'
import type { Driver, DriverOptions, Launch } from '../drivers/driver'
import { launchElectron, whyNoElectron } from '../drivers/electron'
import { launchStandIn } from '../drivers/stand-in'
import { launchWeb } from '../drivers/web'

export const test = base.extend<object, DriverOptions>({ driver: ['web', { option: true, scope: 'worker' }] })
export { expect }

const launchers: Readonly<Record<Driver, Launch>> = {
  electron: launchElectron,
  'stand-in': launchStandIn,
  web: launchWeb,
}

export interface TestApp {
  readonly page: Page
  readonly driver: Driver
  readonly dataFolder: string
  readonly mcpConfig: string
  /** Errors that the page reported. */
  readonly pageErrors: readonly string[]
  /** Opens another page with separate storage. Its `close` closes only the page. Web shell only. */
  openPage(): Promise<TestApp>
  /** Quits the app and keeps its files. */
  quit(): Promise<void>
  /** Quits the app if it runs, and removes its files. */
  close(): Promise<void>
}

/** Delay between turns in seconds. It leaves processor time to the tests while episodes run in the background. */
const TURN_DELAY = 0.5
/** Time limit for the start of a server, in seconds. It exceeds that of a test, so that it never decides. */
const STARTUP_PATIENCE = 600

export interface AppSetup {
  /** Typing speed of the explorer in words per second. */
  readonly wordsPerSecond?: number
  /** Additional tables of the settings file. */
  readonly settings?: string
  /** Addresses of MCP registries. Called when the app starts. */
  readonly registries?: () => readonly string[]
  /** Whether this is a first start, which opens the recorded episode. Other tests start without an open episode. */
  readonly isFirstRun?: boolean
  /** Additional environment variables. */
  readonly env?: Readonly<Record<string, string>>
  /** Prepares the data folder before the app starts. */
  readonly prepare?: (dataFolder: string) => void | Promise<void>
}

/**
 * Starts the app with a separate home, data folder, settings and MCP config, which `close` removes. Skips the test if
 * the driver cannot run.
 */
export async function launchApp(
  driver: Driver,
  {
    wordsPerSecond = 2000,
    settings = '',
    registries = () => [],
    isFirstRun = false,
    env: more,
    prepare,
  }: AppSetup = {},
): Promise<TestApp> {
  const missing = driver === 'electron' ? whyNoElectron() : null
  test.skip(missing !== null, missing ?? '')

  const home = mkdtempSync(join(tmpdir(), 'zorkgpt-e2e-'))
  const dataFolder = join(home, 'episodes')
  const mcpConfig = join(home, 'mcp_config.json')
  const config = join(home, 'zorkgpt.toml')
  copyFileSync(join(root, 'mcp_config.json'), mcpConfig)
  writeFileSync(
    config,
    `[mcp]\nenabled = true\nserver_startup_timeout_seconds = ${STARTUP_PATIENCE}\nconfig_file = ${JSON.stringify(mcpConfig)}\n${registries ? `registries = ${JSON.stringify(registries())}\n` : ''}\n[gameplay]\nexplorer_words_per_second = ${wordsPerSecond}\nturn_delay_seconds = ${TURN_DELAY}\n\n${settings}`,
  )
  if (!isFirstRun) {
    mkdirSync(dataFolder, { recursive: true })
    writeFileSync(
      join(dataFolder, '.start.json'),
      JSON.stringify({ version: 1, last: null, presets: [], demoIsDismissed: true }),
    )
  }
  await prepare?.(dataFolder)

  const { OPENAI_API_KEY: _noKey, ELECTRON_RENDERER_URL: _noDevelopment, ...env } = process.env
  const app = await launchers[driver]({
    args: ['--config', config, '--data', dataFolder],
    env: { ...env, ...more, ZORKGPT_HOME: home, XDG_STATE_HOME: home },
    scratch: home,
  })
  let quitting: Promise<void> | null = null
  const quit = () => (quitting ??= app.close())
  const inPage = (page: Page, close: () => Promise<void>): TestApp => {
    const pageErrors: string[] = []
    page.on('pageerror', (error) => pageErrors.push(error.message))
    return { page, driver, dataFolder, mcpConfig, pageErrors, openPage, quit, close }
  }
  async function openPage(): Promise<TestApp> {
    if (!app.openPage) throw new Error(`The ${driver} app has one window.`)
    const page = await app.openPage()
    return inPage(page, () => page.close())
  }
  return inPage(app.page, async () => {
    await quit()
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  })
}

/** Starts one app for all tests of a file, which run in order, because a start takes seconds. */
export function useApp(setup?: AppSetup): () => TestApp {
  let app: TestApp | null = null
  test.describe.configure({ mode: 'serial' })
  test.beforeAll(async ({ driver }) => {
    app = await launchApp(driver, setup)
  })
  test.afterAll(async () => {
    await app?.close()
  })
  return () => {
    if (!app) throw new Error('The app is not running.')
    return app
  }
}

/**
 * Returns a function that registers a cleanup, for what the `beforeAll` of a file opens besides the app. Cleanups run
 * after the last test.
 */
export function useClosing(): (close: () => unknown) => void {
  const closings: (() => unknown)[] = []
  test.afterAll(async () => {
    for (const close of closings.toReversed()) await close()
  })
  return (close) => void closings.push(close)
}

export const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Starts the explorer and waits until the episode is shown and in the address. */
export async function startExplorer(page: Page): Promise<void> {
  await button(page, 'New episode').click()
  const sheet = page.getByRole('dialog', { name: 'New episode' })
  await expect(sheet).toContainText(/not an AI model/i)
  await sheet.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(sheet).toBeHidden()
  // The address follows a moment later; a reload before that would open the previous episode.
  await expect(page).toHaveURL(/#\/episode\/(?!file)/)
}

/**
 * Starts an episode with an AI model at this endpoint. `answer` is the button that answers the question about a new
 * program.
 */
export async function startModel(
  page: Page,
  baseUrl: string,
  { mind, answer }: { readonly mind?: 'none' | 'full'; readonly answer?: string } = {},
): Promise<void> {
  await button(page, 'New episode').click()
  const sheet = page.getByRole('dialog', { name: 'New episode' })
  await sheet.getByRole('radio', { name: /^AI model/ }).check()
  await sheet.getByRole('button', { name: 'Change', exact: true }).click()
  await sheet.getByLabel('Address').fill(baseUrl)
  await sheet.getByLabel('Model', { exact: true }).fill('test/lantern')
  if (mind !== undefined) {
    await sheet.getByText('Mind', { exact: true }).click()
    await sheet.getByLabel('Mind preset').selectOption(mind)
  }
  await sheet.getByRole('button', { name: 'Start', exact: true }).click()
  if (answer !== undefined) await page.getByRole('dialog').last().getByRole('button', { name: answer }).click()
  await expect(sheet).toBeHidden()
}

/** The events on disk of the only episode in the folder. */
export function eventsOf(dataFolder: string): readonly Readonly<Record<string, unknown>>[] {
  const [episode = ''] = readdirSync(dataFolder).filter((name) => !name.startsWith('.'))
  const lines = readFileSync(join(dataFolder, episode, 'events.jsonl'), 'utf8')
    .split('\n')
    .slice(0, -1)
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>)
}
