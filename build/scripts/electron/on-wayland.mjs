// node build/scripts/electron/on-wayland.mjs COMMAND…: runs a command whose only display is a headless Wayland display
// (weston), and ends with its exit status.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const DISPLAY_NAME = 'zorkgpt-wayland'
const POLL_MS = 50

const [command, ...args] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'zorkgpt-wayland-'))
const { DISPLAY: _x11, ...own } = process.env
const env = { ...own, XDG_RUNTIME_DIR: folder, XDG_SESSION_TYPE: 'wayland', WAYLAND_DISPLAY: DISPLAY_NAME }

const weston = spawn('weston', ['--backend=headless-backend.so', `--socket=${DISPLAY_NAME}`, '--idle-time=0'], {
  env,
  stdio: 'inherit',
})
const isOver = endOf(weston)
try {
  while (weston.pid !== undefined && weston.exitCode === null && !existsSync(join(folder, DISPLAY_NAME)))
    await sleep(POLL_MS)
  if (weston.pid === undefined || weston.exitCode !== null) {
    console.error('on-wayland: there is no display.')
    process.exitCode = 1
  } else process.exitCode = await endOf(spawn(command, args, { env, stdio: 'inherit' }))
} finally {
  weston.kill()
  await isOver
  rmSync(folder, { recursive: true, force: true })
}

/** The exit status of a child; 1 if it has none. */
function endOf(child) {
  return new Promise((resolve) => {
    child.on('exit', (status) => resolve(status ?? 1))
    child.on('error', ({ message }) => {
      console.error(`on-wayland: ${message}`)
      resolve(1)
    })
  })
}
