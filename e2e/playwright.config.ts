import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { root } from '../build/scripts/outputs.mjs'
import { type Driver, drivers, type DriverOptions } from './drivers/driver'

/** What the page looks like, which is the same in every shell: they are looked at in the web shell. */
const looks = ['looks.spec.ts', 'map.spec.ts']
/** What `npm test` leaves to `npm run test:long`. */
const long = '**/*.long.spec.ts'
/**
 * What the page does by itself, whatever it reaches its host by: Electron and the web shell are asked. The stand-in,
 * which shows the same page in the same browser as the web shell, is not.
 */
const pageAlone = [
  'agreement.spec.ts',
  'cancel-call.spec.ts',
  'damaged-log.spec.ts',
  'hostile-text.spec.ts',
  'keyboard.spec.ts',
  'library.spec.ts',
  'mcp-panel.spec.ts',
  'questions.spec.ts',
  'settings.spec.ts',
  'space.spec.ts',
  'start.spec.ts',
  'stray-keys.spec.ts',
  'tasks/*.spec.ts',
]
/** What is about one way of running the app, rather than about the app. */
const elsewhere: Readonly<Record<Driver, string[]>> = {
  electron: [
    'launcher.spec.ts',
    'desktop.spec.ts',
    'recovery.spec.ts',
    'running.spec.ts',
    'terminal.spec.ts',
    ...looks,
  ],
  'stand-in': ['launcher.spec.ts', ...pageAlone, ...looks],
  web: ['hardening.spec.ts', 'desktop.spec.ts', 'recovery.spec.ts', 'running.spec.ts', 'terminal.spec.ts'],
}

/** One suite on three ways to run the app; the project, and so the title of every test, names the driver. */
export default defineConfig<object, DriverOptions>({
  testDir: '.',
  outputDir: join(root, 'test-results'),
  globalSetup: './kit/global-setup.ts',
  reporter: [['list'], ['./kit/plain-line.ts']],
  // One more than the two processors of CI: a test waits for its app as often as it has something to do.
  workers: 3,
  // These limits end what hangs. They decide nothing else, however slow the machine is.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  projects: [
    ...drivers.map((driver) => ({ name: driver, use: { driver }, testIgnore: [long, ...elsewhere[driver]] })),
    { name: 'long', use: { driver: 'web' }, testMatch: long },
  ],
})
