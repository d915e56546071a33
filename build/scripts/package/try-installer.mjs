// node build/scripts/package/try-installer.mjs: installs the app from dist/, starts it, opens an episode as a double
// click does, and closes it as a user does. It installs programs: for CI machines only.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from 'playwright-core'
import { walk } from '../../packed/walk.mjs'
import { root } from '../outputs.mjs'

const LIMIT_MS = 60_000
const POLL_MS = 250
const CDP_PORT = 9333

const dist = join(root, 'dist')
const episode = join(mkdtempSync(join(tmpdir(), 'zorkgpt-try-')), 'a walk.zorkgpt')
writeFileSync(episode, walk())
const run = (file, ...args) => execFileSync(file, args, { stdio: 'inherit' })

/** For each system: how to install and start the app, open a file as a double click does, and quit. */
const WAYS = {
  linux: [
    {
      install: () => run('sudo', 'apt-get', 'install', '-y', '-q', installer('.deb')),
      program: () => '/opt/ZorkGPT/zorkgpt-desktop',
      open: () => run('gio', 'launch', '/usr/share/applications/zorkgpt-desktop.desktop', episode),
      after: () => run('zorkgpt', '--version'),
    },
    {
      install: () => run('chmod', '+x', installer('.AppImage')),
      program: () => installer('.AppImage'),
      open: () => run(installer('.AppImage'), episode),
    },
  ],
  darwin: [
    {
      install: () => {
        run('hdiutil', 'attach', '-nobrowse', '-mountpoint', '/tmp/zorkgpt-dmg', installer('.dmg'))
        run('ditto', '/tmp/zorkgpt-dmg/ZorkGPT.app', '/Applications/ZorkGPT.app')
        run('codesign', '--verify', '--deep', '--strict', '/Applications/ZorkGPT.app')
      },
      program: () => '/Applications/ZorkGPT.app/Contents/MacOS/ZorkGPT',
      open: () => run('open', '-a', '/Applications/ZorkGPT.app', episode),
      quit: () => run('osascript', '-e', 'quit app "ZorkGPT"'),
    },
  ],
  win32: [
    {
      install: () => run(installer('.exe', '-setup-'), '/S'),
      program: () => join(process.env.LOCALAPPDATA, 'Programs', 'zorkgpt', 'ZorkGPT.exe'),
      open: () => run('cmd', '/c', 'start', '', episode),
    },
  ],
}

for (const way of WAYS[process.platform]) await tryOut(way)

function installer(ending, part = '') {
  const name = readdirSync(dist).find((file) => file.endsWith(ending) && file.includes(part))
  if (name === undefined)
    throw new Error(`dist/ has no installer with the ending ${ending}: run "npm run package" first.`)
  return join(dist, name)
}

async function tryOut({ install, program, open, quit, after }) {
  install()
  console.log(`starting ${program()}`)
  const app = spawn(program(), [`--remote-debugging-port=${CDP_PORT}`], { stdio: 'inherit' })
  const ended = once(app, 'exit')
  try {
    const page = await windowOf(app)
    open()
    await page.getByText('Read-only: a walk.zorkgpt.').first().waitFor({ timeout: LIMIT_MS })
    console.log('the episode is shown')
    await (quit ?? (() => page.close()))()
    const [status] = await Promise.race([ended, sleep(LIMIT_MS, ['none in time'], { ref: false })])
    if (status !== 0) throw new Error(`The app was closed and ended with status ${status}.`)
    after?.()
    console.log('closed in order')
  } finally {
    app.kill('SIGKILL')
  }
}

/** The page of the only window, after it has opened. */
async function windowOf(app) {
  const until = Date.now() + LIMIT_MS
  while (Date.now() < until && app.exitCode === null) {
    const browser = await chromium.connectOverCDP(`http://127.0.0.1:${CDP_PORT}`).catch(() => null)
    const page = browser
      ?.contexts()[0]
      ?.pages()
      .find((one) => one.url().startsWith('app:'))
    if (page) return page
    await browser?.close()
    await sleep(POLL_MS)
  }
  throw new Error(`No window was shown within ${LIMIT_MS / 1000} s (exit status ${app.exitCode}).`)
}
