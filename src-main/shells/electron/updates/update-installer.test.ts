import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NodeHttpExecutor } from 'builder-util'
import { NsisUpdater } from 'electron-updater'
import { ElectronHttpExecutor } from 'electron-updater/out/electronHttpExecutor.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { installerOf, openUpdateInstaller } from './update-installer'

const SETUP = Buffer.from('MZ a setup program'.repeat(1000))
const sha512 = (bytes: Buffer) => createHash('sha512').update(bytes).digest('base64')

/** The feed of a release, as electron-builder writes it. */
const feedOf = (version: string, checksum = sha512(SETUP)) => `version: ${version}
files:
  - url: ZorkGPT-setup.exe
    sha512: ${checksum}
    size: ${SETUP.length}
path: ZorkGPT-setup.exe
sha512: ${checksum}
releaseDate: '2026-01-01T00:00:00.000Z'
`

let feed = ''
const asked: string[] = []
const server = createServer((request, response) => {
  // Each system has a separate feed.
  const path = new URL(request.url ?? '', 'http://127.0.0.1').pathname.replace(/-(?:linux|mac).*/, '.yml')
  asked.push(path)
  if (path === '/latest.yml') response.end(feed)
  else if (path === '/ZorkGPT-setup.exe') response.end(SETUP)
  else response.writeHead(404).end()
})
let folder: string
const quits: ((exitCode: number) => void)[] = []

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'updater-'))
  asked.length = 0
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The updater of the app on Windows, with Node's HTTP in place of Electron's. */
function openUpdater() {
  const { port } = server.address() as AddressInfo
  writeFileSync(join(folder, 'app-update.yml'), 'updaterCacheDirName: zorkgpt-updater\n')
  const app = {
    version: '1.0.0',
    name: 'ZorkGPT',
    isPackaged: true,
    appUpdateConfigPath: join(folder, 'app-update.yml'),
    userDataPath: folder,
    baseCachePath: folder,
    whenReady: () => Promise.resolve(),
    relaunch: () => {},
    quit: () => {},
    onQuit: (quit: (exitCode: number) => void) => void quits.push(quit),
  }
  const httpExecutor = Object.assign(new NodeHttpExecutor(), Object.fromEntries([downloadOfElectron()]))
  const updater = Object.assign(new NsisUpdater(null, app), { httpExecutor })
  updater.setFeedURL({ provider: 'generic', url: `http://127.0.0.1:${port}` })
  updater.disableDifferentialDownload = true
  return updater
}

/** The download method of Electron's executor, which works with both. */
const downloadOfElectron = () =>
  ['download', Object.getOwnPropertyDescriptor(ElectronHttpExecutor.prototype, 'download')?.value as unknown] as const

const downloaded = () =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('ZorkGPT-setup.exe'))

describe('an update of a signed app', () => {
  it('is downloaded when the user wants it, and then installed at the end of the app', async () => {
    feed = feedOf('1.1.0')
    const updater = openUpdater()
    const installer = installerOf(updater)
    expect(updater.autoInstallOnAppQuit).toBe(false)
    await installer.prepare('1.1.0')
    expect(asked).toEqual(['/latest.yml', '/ZorkGPT-setup.exe'])
    expect(downloaded().map((path) => readFileSync(join(folder, path)).equals(SETUP))).toEqual([true])
    expect(quits).toHaveLength(1)
  })

  it('is refused if it does not match the feed', async () => {
    feed = feedOf('1.1.0', sha512(Buffer.from('another program')))
    await expect(installerOf(openUpdater()).prepare('1.1.0')).rejects.toThrow(/sha512/)
    expect(downloaded()).toEqual([])
  })

  it.each(['1.0.0', '0.9.0', '1.2.0'])('is not installed if the feed has %s instead', async (version) => {
    feed = feedOf(version)
    await expect(installerOf(openUpdater()).prepare('1.1.0')).rejects.toThrow('Version 1.1.0 is not offered')
    expect(asked).toEqual(['/latest.yml'])
  })
})

it('an app without the address of its updates has no installer', async () => {
  expect(await openUpdateInstaller(folder, false)).toBeNull()
  writeFileSync(join(folder, 'app-update.yml'), '')
  expect(await openUpdateInstaller(folder, true)).toBeNull()
})
