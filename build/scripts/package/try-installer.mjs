// node build/scripts/package/try-installer.mjs: installs the app from dist/, starts it, opens an episode as a
// double-click does, plays in its window and by its command line, takes a picture of the window, and closes it as a
// user does. It installs programs, so it is for CI machines only.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from 'playwright-core'
import { walk } from '../../packed/walk.mjs'
import { root } from '../outputs.mjs'
import { lookAt, playInTerminal, playInWindow } from './try-play.mjs'

const LIMIT_MS = 60_000
const POLL_MS = 250
const CDP_PORT = 9333

const dist = join(root, 'dist')
const folder = mkdtempSync(join(tmpdir(), 'zorkgpt-try-'))
const dataFolder = join(folder, 'episodes')
const episode = join(folder, 'a walk.zorkgpt')
writeFileSync(episode, walk())
const run = (file, ...args) => execFileSync(file, args, { stdio: 'inherit' })

/**
 * For each system: how to install and start the app, open a file as a double-click does, quit, and run the command
 * line.
 */
const WAYS = {
  linux: [
    {
      install: () => run('sudo', 'apt-get', 'install', '-y', '-q', installer('.deb')),
      program: () => '/opt/ZorkGPT/zorkgpt-desktop',
      open: () => run('gio', 'launch', '/usr/share/applications/zorkgpt-desktop.desktop', episode),
      command: () => ['zorkgpt'],
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
      command: () => ['/Applications/ZorkGPT.app/Contents/Resources/zorkgpt'],
    },
  ],
  win32: [
    {
      install: () => run(installer('.exe', '-setup-'), '/S'),
      program: () => join(process.env.LOCALAPPDATA, 'Programs', 'zorkgpt', 'ZorkGPT.exe'),
      open: () => run('cmd', '/c', 'start', '', episode),
      // In a folder that is on the PATH of every user.
      command: () => ['cmd', '/c', join(process.env.LOCALAPPDATA, 'Microsoft', 'WindowsApps', 'zorkgpt.cmd')],
    },
    {
      // `open` starts the app a second time, which unpacks it into another folder. The first must still play after
      // that.
      install: () => {},
      program: () => installer('.exe', '-portable-'),
      open: () => run(installer('.exe', '-portable-'), episode),
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

async function tryOut({ install, program, open, quit, command }) {
  install()
  console.log(`starting ${program()}`)
  const app = spawn(program(), [`--remote-debugging-port=${CDP_PORT}`, '--data', dataFolder], { stdio: 'inherit' })
  const ended = once(app, 'exit')
  try {
    const page = await windowOf(app)
    open()
    await page.getByText('Read-only: a walk.zorkgpt.').first().waitFor({ timeout: LIMIT_MS })
    console.log('the episode is shown')
    await playInWindow(page, dataFolder, LIMIT_MS)
    console.log('the window has played')
    await lookAt(page, join(dist, `ZorkGPT-picture-${basename(program())}.png`))
    await (quit ?? (() => page.close()))()
    const [status] = await Promise.race([ended, sleep(LIMIT_MS, ['none in time'], { ref: false })])
    if (status !== 0) throw new Error(`The app was closed and ended with status ${status}.`)
    console.log('closed in order')
    if (command) playInTerminal(command(), dataFolder)
    if (command) console.log('the command line has played')
  } finally {
    app.kill('SIGKILL')
  }
}

/** The page of the only window, once it has opened. */
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
