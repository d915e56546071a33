import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { browserArgs, findBrowser } from '../../build/scripts/find-browser.mjs'
import { root } from '../../build/scripts/outputs.mjs'
import { type NodeProcess, startProcess } from '../drivers/process'
import { expect, region, startExplorer, test } from '../kit/launch-app'

/** `npm start -- --web` as a process: its output, who may connect, and that it leaves nothing behind. */
const home = mkdtempSync(join(tmpdir(), 'zorkgpt-launcher-'))
test.afterAll(() => rmSync(home, { recursive: true, force: true }))

const start = (...args: string[]) =>
  startProcess([join(root, 'build/scripts/start.mjs'), '--web', ...args], {
    ...process.env,
    ZORKGPT_HOME: home,
    XDG_STATE_HOME: home,
  })

async function ready(launcher: NodeProcess): Promise<URL> {
  const [, url = ''] = await Promise.race([launcher.line(/^ready (\S+)$/m), launcher.failed])
  return new URL(url)
}

const status = (url: URL, headers: Record<string, string> = {}) =>
  new Promise<number>((resolve, reject) => {
    request(url, { headers }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
      .on('error', reject)
      .end()
  })

test('one line explains why no desktop window opens, and the host can be reached only with the token', async () => {
  const launcher = start()
  const url = await ready(launcher)
  expect(launcher.stderr().trim().split('\n')).toEqual([
    'Open the address below in a browser instead of a desktop window: asked for with --web.',
  ])
  expect(url.href).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{32,}$/)
  expect(await status(url)).toBe(200)
  expect(await status(new URL(`/socket${url.search}`, url))).toBe(426)
  expect(await status(new URL('/socket?token=wrong', url))).toBe(403)
  expect(await status(url, { host: 'evil.example' })).toBe(403)
  expect(await status(url, { origin: 'https://evil.example' })).toBe(403)
  expect(await launcher.stop()).toBe(0)
  await expect(status(url)).rejects.toThrow()
})

test('a browser can reopen the page, and never sends the token to a server on another port', async () => {
  const launcher = start()
  const url = await ready(launcher)
  const seen: IncomingHttpHeaders[] = []
  const other = createServer((asked, response) => {
    seen.push(asked.headers)
    response.end('<title>other</title>')
  })
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const browser = await chromium.launch({ executablePath: findBrowser() ?? undefined, args: browserArgs })
  const tabs = await browser.newContext()
  const first = await tabs.newPage()
  await first.goto(url.href)
  await expectConnected(first)
  expect(first.url()).toBe(new URL('/', url).href)
  await first.reload()
  await expectConnected(first)

  const second = await tabs.newPage()
  await second.goto(url.href)
  await expectConnected(second)
  await second.evaluate(
    (address) => {
      location.href = address
    },
    `http://127.0.0.1:${(other.address() as AddressInfo).port}/`,
  )
  await expect(second).toHaveTitle('other')
  expect(seen.length).toBeGreaterThan(0)
  expect(JSON.stringify(seen)).not.toContain(url.searchParams.get('token'))
  expect(await tabs.cookies()).toEqual([])
  await second.goBack()
  await expectConnected(second)

  const bare = await tabs.newPage()
  await bare.goto(new URL('/', url).href)
  await expect(bare.getByText('This page was opened without its token.')).toBeVisible()
  await expect(bare.getByText('Episodes appear here once this page is connected.')).toBeVisible()
  await bare.getByRole('textbox', { name: 'Address or token' }).fill(url.href)
  await bare.keyboard.press('Enter')
  await expectConnected(bare)
  // The first recording may be open already, with its address after the #.
  expect(bare.url().split('#')[0]).toBe(new URL('/', url).href)
  await browser.close()
  other.close()
  expect(await launcher.stop()).toBe(0)
})

test('an episode opens in another tab, without the token in its address', async () => {
  const launcher = start()
  const url = await ready(launcher)
  const browser = await chromium.launch({ executablePath: findBrowser() ?? undefined, args: browserArgs })
  const tabs = await browser.newContext()
  const requested: string[] = []
  const first = await tabs.newPage()
  await first.goto(url.href)
  await startExplorer(first)
  tabs.on('request', (request) => requested.push(request.url()))
  const openedBy = async (act: () => Promise<unknown>) => {
    const opening = tabs.waitForEvent('page')
    await act()
    const page = await opening
    await expectConnected(page)
    await expect(region(page, 'Story').getByRole('article', { name: /^Turn/ }).first()).toBeVisible()
    expect(page.url()).toMatch(/\/#\/episode\//)
    await page.close()
  }
  const row = region(first, 'Episodes').getByRole('row').getByRole('link').first()
  await openedBy(() => row.click({ button: 'middle' }))
  await openedBy(async () => {
    await row.click({ button: 'right' })
    await first.getByRole('menuitem', { name: 'Open in new window' }).click()
  })
  await openedBy(async () => {
    await first.keyboard.press('Control+k')
    await first.keyboard.type('open in new window')
    await first.keyboard.press('Enter')
  })
  const pages = requested.filter((address) => new URL(address).pathname === '/')
  expect(pages).toEqual(Array.from({ length: 3 }, () => new URL('/', url).href))
  await browser.close()
  await launcher.stop()
})

const expectConnected = (page: Page) =>
  expect(page.getByRole('button', { name: 'New episode', exact: true })).toBeEnabled()

test('a port in use is reported without a stack trace', async () => {
  const first = start()
  const { port } = await ready(first)
  const second = start('--port', port)
  expect(await second.ended).toBe(2)
  expect(second.stderr()).toContain(`Port ${port} is in use`)
  expect(second.stderr()).not.toMatch(/^\s+at /m)
  await first.stop()
})

test('a launcher that is killed leaves no shell behind', async () => {
  test.skip(process.platform === 'win32', 'Windows has no SIGKILL')
  const launcher = start()
  const url = await ready(launcher)
  const shell = childOf(launcher.pid)
  await launcher.stop('SIGKILL')
  await expect.poll(() => isRunning(shell)).toBe(false)
  await expect(status(url)).rejects.toThrow()
})

test.describe('killing npm alone ends the app', () => {
  test.skip(process.platform === 'win32', 'Windows has no SIGKILL')
  const startScript = `"${process.execPath}" "${join(root, 'build/scripts/start.mjs')}" --web`
  const npmSays = { npm_lifecycle_event: 'start', npm_config_user_agent: 'npm/11.0.0' }

  /** Replaces npm: runs a script in a shell, as npm does. */
  const startByNpm = (script: string) =>
    startProcess(
      [
        '-e',
        `process.title = 'npm start'; require('node:child_process').spawn('sh', ['-c', process.argv[1]], { stdio: 'inherit' })`,
        script,
      ],
      { ...process.env, ...npmSays, ZORKGPT_HOME: home, XDG_STATE_HOME: home },
      root,
    )

  test('while the shell of npm is still alive', async () => {
    const npm = startByNpm(`${startScript}; :`)
    const url = await ready(npm)
    // Every process that could print has ended.
    await npm.stop('SIGKILL')
    await expect(status(url)).rejects.toThrow()
  })

  test('before the launcher can look for npm', async () => {
    const npm = startByNpm(`kill -9 $PPID; while kill -0 $PPID 2> /dev/null; do :; done; ${startScript}`)
    await npm.ended
  })
})

/** The child of a process on Linux; 0 on other systems, where the closed address must suffice as a proof. */
function childOf(pid: number): number {
  if (process.platform !== 'linux') return 0
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0])
}

/** False for a zombie, which remains where the first process is not an init. */
function isRunning(pid: number): boolean {
  try {
    return pid !== 0 && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
