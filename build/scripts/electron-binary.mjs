// Where Electron's binary is, and how to get it. Never require('electron') for that: without a binary it downloads in
// the middle of the call.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const folder = dirname(createRequire(import.meta.url).resolve('electron/package.json'))
export const electronVersion = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version

/**
 * Path of the binary of this version, null if there is none. ELECTRON_OVERRIDE_DIST_PATH names another folder for it,
 * as Electron itself reads it.
 */
export function findElectron() {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH
  const dist = override ?? join(folder, 'dist')
  const file = join(dist, binaryName())
  return existsSync(file) && (override || installedVersion(dist) === electronVersion) ? file : null
}

/** An older binary stays where it is when the package is updated. */
function installedVersion(dist) {
  const file = join(dist, 'version')
  return existsSync(file) ? readFileSync(file, 'utf8').trim().replace(/^v/, '') : null
}

/** Why a window cannot be shown, null if it can. */
export const whyNoDisplay = () =>
  process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY
    ? 'there is no display (DISPLAY and WAYLAND_DISPLAY are unset)'
    : null

/** Only root on Linux: there Chromium refuses to start with its sandbox. */
export const sandboxArgs = () => (process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : [])

/**
 * Runs Electron's own install script, about 120 MB, and returns the binary's path. Throws an Error that says in a
 * phrase why it could not be had, also when `limitSeconds` have passed: a network that drops packets never says no.
 */
export async function installElectron(node, tell, limitSeconds) {
  tell(
    `getting Electron ${electronVersion} for the desktop window, once, about 120 MB (Ctrl+C stops; "npm start -- --web" does without)`,
  )
  const start = Date.now()
  const seconds = () => Math.round((Date.now() - start) / 1000)
  const child = spawn(node, [join(folder, 'install.js')], { stdio: ['ignore', 2, 'pipe'] })
  let complaint = ''
  child.stderr.on('data', (chunk) => {
    complaint = (complaint + chunk).slice(-4000)
  })
  const ticker = setInterval(() => tell(`still getting Electron, ${seconds()} s`), 10_000)
  const limit = setTimeout(() => child.kill('SIGKILL'), limitSeconds * 1000)
  await new Promise((resolve) => child.on('error', resolve).on('close', resolve))
  clearInterval(ticker)
  clearTimeout(limit)
  const binary = findElectron()
  if (binary === null) throw new Error(lastError(complaint) ?? `no answer in ${seconds()} s`)
  tell(`got Electron in ${seconds()} s`)
  return binary
}

const lastError = (trace) => [...trace.matchAll(/\b\w*Error: (.+)/g)].at(-1)?.[1]

function binaryName() {
  if (process.platform === 'win32') return 'electron.exe'
  return process.platform === 'darwin' ? 'Electron.app/Contents/MacOS/Electron' : 'electron'
}
