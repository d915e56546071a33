import { join } from 'node:path'
import { _electron } from '@playwright/test'
import { findElectron, sandboxArgs, sandboxMend, whyNoDisplay } from '../../build/scripts/electron/electron-binary.mjs'
import { root } from '../../build/scripts/outputs.mjs'
import type { Launch } from './driver'

export function whyNoElectron(): string | null {
  const electron = findElectron()
  if (electron === null) return 'no Electron binary is installed (get it with: npx install-electron)'
  return whyNoDisplay() ?? (sandboxArgs().length > 0 ? null : sandboxMend(electron))
}

export const launchElectron: Launch = async ({ args, env, scratch }) => {
  const app = await _electron.launch({
    executablePath: findElectron() ?? undefined,
    // Enables Electron's sandbox, as for users. On Linux, Playwright disables it by default.
    chromiumSandbox: true,
    args: [root, ...sandboxArgs(), `--user-data-dir=${join(scratch, 'profile')}`, ...args],
    env: Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined)),
  })
  const close = async () => {
    // After a signal the app quits without asking about running episodes.
    await app.evaluate(() => void process.emit('SIGTERM')).catch(() => {}) // The app may end before it answers.
    await app.close()
  }
  return { page: await app.firstWindow(), close }
}
