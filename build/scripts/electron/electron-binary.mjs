// Finds and installs Electron's binary. Does not call require('electron'), which downloads a missing binary.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const folder = dirname(createRequire(import.meta.url).resolve('electron/package.json'))
const dist = join(folder, 'dist')
const pathFile = join(folder, 'path.txt')
/** @type {string} */
export const electronVersion = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version

/** Replaces "fetch failed", the message of Electron's script. */
const UNREACHABLE = 'github.com, or its mirror or proxy, cannot be reached'

/**
 * Path of the binary of this version; null if there is none. ELECTRON_OVERRIDE_DIST_PATH names another folder, as it
 * does for Electron.
 */
export function findElectron() {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH
  const file = join(override ?? dist, binaryName())
  return existsSync(file) && (override || isWhole()) ? file : null
}

/**
 * False for an older binary, which an update of the package leaves in place, and for an incomplete one: path.txt is
 * written last.
 */
const isWhole = () => readText(join(dist, 'version')).replace(/^v/, '') === electronVersion && existsSync(pathFile)

/** The reason why no window can be shown; null if one can. */
export const whyNoDisplay = () =>
  process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY
    ? 'there is no display (DISPLAY and WAYLAND_DISPLAY are unset)'
    : null

/** On Linux, Chromium refuses to run with its sandbox as root. */
export const sandboxArgs = () => (process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : [])

const RESTRICTION = '/proc/sys/kernel/apparmor_restrict_unprivileged_userns'

/**
 * The AppArmor profile that allows the sandbox. It remains after `npm ci`, which replaces the helper beside `electron`.
 */
const PROFILE = '/etc/apparmor.d/zorkgpt-dev'

/**
 * The remedy if the system forbids Chromium's sandbox, as Ubuntu does since 24.04, and neither a profile nor the rights
 * of the helper beside `electron` allow it; otherwise null.
 *
 * @param {string} electron
 */
export function sandboxMend(electron, isRestricted = readText(RESTRICTION) === '1', profile = readText(PROFILE)) {
  const helper = join(dirname(electron), 'chrome-sandbox')
  const stat = statSync(helper, { throwIfNoEntry: false })
  if (!isRestricted || !stat || (stat.uid === 0 && (stat.mode & 0o7777) === 0o4755)) return null
  if (profile.includes(`"${electron}"`)) return null
  return `This system allows Electron's sandbox only with an AppArmor profile. Run once for this folder:
  echo 'abi <abi/4.0>, profile zorkgpt-dev "${electron}" flags=(unconfined) { userns, }' | sudo tee ${PROFILE} && sudo apparmor_parser -r ${PROFILE}`
}

/**
 * Variables of Electron's install script, which uses a proxy only on request and does not read `.npmrc`; npm passes its
 * settings on as variables.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {Record<string, string>}
 */
export function proxyVariables(env) {
  const proxy = env.HTTPS_PROXY || env.https_proxy || env.npm_config_https_proxy || env.npm_config_proxy
  return proxy ? { ELECTRON_GET_USE_PROXY: 'true', HTTPS_PROXY: proxy } : {}
}

/**
 * Runs Electron's install script (about 120 MB) and returns the binary's path. Throws an Error with the reason, also if
 * nothing arrives for `stallSeconds`, because a network that drops packets reports no error.
 *
 * @param {string} node
 * @param {(text: string) => void} tell
 * @param {number} stallSeconds
 */
export async function installElectron(node, tell, stallSeconds) {
  tell(
    `getting Electron ${electronVersion} for the desktop window, once, about 120 MB (Ctrl+C stops; "npm start -- --web" does without)`,
  )
  const start = Date.now()
  const seconds = () => Math.round((Date.now() - start) / 1000)
  const arriving = mkdtempSync(join(tmpdir(), 'zorkgpt-electron-'))
  rmSync(pathFile, { force: true })
  const child = spawn(node, [join(folder, 'install.js')], {
    stdio: ['ignore', 2, 'pipe'],
    env: {
      ...process.env,
      ...proxyVariables(process.env),
      // The download grows in this folder, which is watched.
      ...Object.fromEntries(['TMPDIR', 'TMP', 'TEMP'].map((name) => [name, arriving])),
    },
  })
  const clear = () => {
    child.kill('SIGKILL')
    rmSync(arriving, { recursive: true, force: true })
  }
  process.once('exit', clear)
  let complaint = ''
  child.stderr.on('data', (chunk) => {
    complaint = (complaint + chunk).slice(-4000)
  })
  const isStalled = stallWatch(stallSeconds * 1000)
  const watch = setInterval(() => {
    if (isStalled(bytesIn(arriving) + bytesIn(dist), Date.now())) child.kill('SIGKILL')
  }, 500)
  const ticker = setInterval(() => tell(`still getting Electron, ${seconds()} s`), 10_000)
  await new Promise((resolve) => child.on('error', resolve).on('close', resolve))
  clearInterval(watch)
  clearInterval(ticker)
  process.off('exit', clear)
  clear()
  const binary = findElectron()
  if (binary === null) throw new Error(lastError(complaint) ?? `nothing arrived for ${stallSeconds} s`)
  tell(`got Electron in ${seconds()} s`)
  return binary
}

/** Returns a function that returns true once the number of bytes has not changed for `limitMs`. */
export function stallWatch(limitMs) {
  let last = null
  let since = 0
  return (bytes, now) => {
    if (bytes !== last) since = now
    last = bytes
    return now - since >= limitMs
  }
}

function bytesIn(path) {
  try {
    const sizes = readdirSync(path, { recursive: true }).map((name) => statSync(join(path, name)).size)
    return sizes.reduce((sum, size) => sum + size, 0)
  } catch {
    return 0 // The folder does not exist yet, or is being moved.
  }
}

function readText(path) {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return ''
  }
}

function lastError(trace) {
  const message = [...trace.matchAll(/\b\w*Error: (.+)/g)].at(-1)?.[1]
  return message === 'fetch failed' ? UNREACHABLE : message
}

function binaryName() {
  if (process.platform === 'win32') return 'electron.exe'
  return process.platform === 'darwin' ? 'Electron.app/Contents/MacOS/Electron' : 'electron'
}
