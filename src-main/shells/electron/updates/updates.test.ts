import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MenuItemConstructorOptions, MessageBoxOptions } from 'electron'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { APP_VERSION } from '@shared/base/app-version'

const shown: MessageBoxOptions[] = []
const opened: string[] = []
/** The button that the user presses; null leaves the dialog open. */
let pressed: string | null = null
let hasBrowser = true
vi.mock('electron', () => ({
  BrowserWindow: { getAllWindows: () => [] },
  dialog: {
    showMessageBox: async (options: MessageBoxOptions) => {
      shown.push(options)
      if (pressed === null) await new Promise((resolve) => options.signal?.addEventListener('abort', resolve))
      return { response: pressed === null ? options.cancelId : options.buttons?.indexOf(pressed) }
    },
  },
  shell: {
    openExternal: async (address: string) => {
      if (!hasBrowser) throw new Error('no browser')
      opened.push(address)
    },
  },
}))
const { openUpdates } = await import('./updates')

const page = 'https://github.com/someone/zorkgpt/releases'
const newer =
  '{"tag_name":"v999.0.0","prerelease":false,"assets":[{"browser_download_url":"https://github.com/a.exe"}]}'
let answer = newer
const asked: string[] = []
const server = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`)
  response.writeHead(200, { 'content-type': 'application/json' }).end(answer)
})
let folder: string
let choiceFile: string
let releases: { latest: string; page: string; issues: string }

beforeEach(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  releases = {
    latest: `http://127.0.0.1:${(server.address() as AddressInfo).port}/latest`,
    page,
    issues: `${page}/issues/new`,
  }
  folder = mkdtempSync(join(tmpdir(), 'updates-'))
  choiceFile = join(folder, 'updates.json')
  for (const list of [shown, opened, asked]) list.length = 0
  pressed = 'Not Now'
  hasBrowser = true
  answer = newer
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true })
})

type Updates = ReturnType<typeof openUpdates>
const click = (updates: Updates, label: string, checked = false) => {
  const item = updates.menuItems().find((one) => one.label === label)
  const press = item?.click as ((clicked: Pick<MenuItemConstructorOptions, 'checked'>) => void) | undefined
  press?.({ checked })
}
const check = (updates: Updates) => click(updates, 'Check for Updates…')
const allow = (updates: Updates, isAllowed: boolean) => click(updates, 'Check for Updates at Start', isAllowed)
const errors = () => shown.filter(({ type }) => type === 'error').map(({ message }) => message)
const isAllowed = (updates: Updates) => updates.menuItems()[1]?.checked

it('GitHub is contacted at start only while the user allows it', async () => {
  const first = openUpdates(releases, choiceFile)
  await first.askAtStart()
  expect([isAllowed(first), asked]).toEqual([false, []])
  allow(first, true)
  expect(asked).toEqual([])

  const second = openUpdates(releases, choiceFile)
  await second.askAtStart()
  expect([isAllowed(second), asked]).toEqual([true, ['GET /latest']])
  allow(second, false)

  const third = openUpdates(releases, choiceFile)
  await third.askAtStart()
  expect([isAllowed(third), asked.length]).toEqual([false, 1])
})

it('no check is made if the file of the choice has other content', async () => {
  for (const text of ['', 'true', '{"askAtStart":"yes"}', '['.repeat(9999)]) {
    writeFileSync(choiceFile, text)
    await openUpdates(releases, choiceFile).askAtStart()
  }
  expect(asked).toEqual([])
})

it('a choice that cannot be saved is reported', () => {
  const updates = openUpdates(releases, join(folder, 'no', 'such', 'folder.json'))
  allow(updates, true)
  expect([isAllowed(updates), errors()]).toEqual([true, ['Your choice was not saved']])
})

it('an app without an owner offers nothing and contacts no server', async () => {
  writeFileSync(choiceFile, '{"askAtStart":true}')
  const updates = openUpdates(null, choiceFile)
  await updates.askAtStart()
  expect([updates.menuItems(), asked]).toEqual([[], []])
})

it('a check from the menu reports a newer version, none, or a failed check', async () => {
  const updates = openUpdates(releases, choiceFile)
  for (answer of [newer, `{"tag_name":"v${APP_VERSION}","prerelease":false}`, 'none']) {
    const before = shown.length
    check(updates)
    await vi.waitUntil(() => shown.length > before)
  }
  expect(shown.map(({ message }) => message)).toEqual([
    'ZorkGPT 999.0.0 is available.',
    `ZorkGPT ${APP_VERSION} is up to date.`,
    'Could not check for a newer version.',
  ])
})

it('a check at the start reports only a newer version', async () => {
  writeFileSync(choiceFile, '{"askAtStart":true}')
  const updates = openUpdates(releases, choiceFile)
  for (answer of [`{"tag_name":"v${APP_VERSION}","prerelease":false}`, 'none', newer]) await updates.askAtStart()
  expect([asked.length, shown.map(({ message }) => message)]).toEqual([3, ['ZorkGPT 999.0.0 is available.']])
})

it('the page of a newer version is opened on request, and nothing is downloaded or installed', async () => {
  writeFileSync(choiceFile, '{"askAtStart":true}')
  const updates = openUpdates(releases, choiceFile)
  await updates.askAtStart()
  expect(opened).toEqual([])
  pressed = 'Open Its Page'
  await updates.askAtStart()
  expect(opened).toEqual([`${page}/tag/v999.0.0`])
  expect([asked, readdirSync(folder)]).toEqual([['GET /latest', 'GET /latest'], ['updates.json']])
})

it('an open dialog is replaced by the next', async () => {
  const updates = openUpdates(releases, choiceFile)
  pressed = null
  check(updates)
  await vi.waitUntil(() => shown.length === 1)
  check(updates)
  await vi.waitUntil(() => shown.length === 2)
  expect(shown.map(({ signal }) => signal?.aborted)).toEqual([true, false])
  expect([opened, existsSync(choiceFile)]).toEqual([[], false])
})

it('two checks before an answer cause one report', async () => {
  const updates = openUpdates(releases, choiceFile)
  check(updates)
  check(updates)
  await vi.waitUntil(() => shown.some(({ message }) => message === 'ZorkGPT 999.0.0 is available.'))
  expect(shown).toHaveLength(1)
})

it('a page that cannot be opened is named', async () => {
  writeFileSync(choiceFile, '{"askAtStart":true}')
  pressed = 'Open Its Page'
  hasBrowser = false
  await openUpdates(releases, choiceFile).askAtStart()
  expect(errors()).toEqual([`${page}/tag/v999.0.0 cannot be opened`])
})

it('a build with an installer downloads the newer version when asked, and quits when asked', async () => {
  const prepared: string[] = []
  const own = {
    openInstaller: async () => ({ prepare: async (version: string) => void prepared.push(version) }),
    quit: () => prepared.push('quit'),
  }
  pressed = 'Install'
  check(openUpdates(releases, choiceFile, own))
  await vi.waitUntil(() => shown.length === 2)
  expect(shown.map(({ buttons }) => buttons)).toEqual([
    ['Not Now', 'Open Its Page', 'Install'],
    ['Later', 'Quit Now'],
  ])
  expect(prepared).toEqual(['999.0.0'])
  pressed = null
})

it('a download that fails is reported, and nothing is installed', async () => {
  const openInstaller = async () => ({
    prepare: () => Promise.reject(new Error('sha512 checksum mismatch\nHeaders: secret')),
  })
  pressed = 'Install'
  check(openUpdates(releases, choiceFile, { openInstaller, quit: () => expect.unreachable('Nothing to install.') }))
  await vi.waitUntil(() => shown.length === 2)
  expect(shown[1]).toMatchObject({
    message: 'ZorkGPT 999.0.0 was not downloaded',
    detail: 'sha512 checksum mismatch',
  })
})
