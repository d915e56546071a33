// Finds a Chromium for the browser tests: an installed Chrome, Chromium or Edge, otherwise Playwright's, otherwise, as
// root, Debian's package.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { chromium } from 'playwright-core'

/** The headless shell is first, because it starts in a third of the time. */
const commands = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'microsoft-edge-stable',
]
const macApps = ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
)
const windowsApps = ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe']

/**
 * Arguments of a test browser: no first-run page and no background traffic. There is no sandbox, because root cannot
 * have one, and no optimizing compiler, whose threads cost more than they save on a page that lives for seconds; if
 * `--js-flags` is repeated, the last one counts. A frame of another origin has a separate process, as in every browser
 * with a window; in the headless shell this needs an argument.
 */
export const browserArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--test-type',
  '--site-per-process',
  '--js-flags=--no-opt --no-maglev',
]

/**
 * Path of an installed browser; null if there is none. CHROMIUM_PATH overrides the search.
 *
 * @returns {string | null}
 */
export function findBrowser(env = process.env, platform = process.platform) {
  if (env.CHROMIUM_PATH) return env.CHROMIUM_PATH
  return [...candidates(env, platform), chromium.executablePath()].find((file) => existsSync(file)) ?? null
}

/**
 * Like `findBrowser`, but tries to install a browser if there is none. `tell` receives progress messages.
 *
 * @param {(what: string) => void} tell
 */
export function ensureBrowser(tell) {
  return findBrowser() ?? downloadBrowser(tell) ?? installPackage(tell)
}

function candidates(env, platform) {
  if (platform === 'darwin') return macApps
  if (platform === 'win32')
    return [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA]
      .filter(Boolean)
      .flatMap((folder) => windowsApps.map((app) => join(folder, app)))
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean)
  return commands.flatMap((command) => folders.map((folder) => join(folder, command)))
}

function downloadBrowser(tell) {
  tell("no browser found: getting Playwright's own")
  run(
    process.execPath,
    [resolve(import.meta.dirname, '../../node_modules/playwright-core/cli.js'), 'install', 'chromium'],
    180,
  )
  return findBrowser()
}

function installPackage(tell) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null
  tell('that failed: installing the chromium package')
  run('apt-get', ['update', '-qq'], 120)
  run('apt-get', ['install', '-y', '-qq', 'chromium'], 300)
  return findBrowser()
}

const run = (command, args, seconds) =>
  spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], timeout: seconds * 1000 })
