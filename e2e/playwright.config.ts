import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { root } from '../build/scripts/outputs.mjs'
import { type Driver, drivers, type DriverOptions } from './drivers/driver'

/** Tests of the page's appearance, which is the same in every shell: they run in the web shell. */
const looks = ['looks.spec.ts', 'map.spec.ts']
/** Tests of `npm run test:long`. */
const long = '**/*.long.spec.ts'
/**
 * Tests of the page alone: they run on Electron and in the web shell. The stand-in shows the same page in the same
 * browser as the web shell.
 */
const pageAlone = [
  'agreement.spec.ts',
  'cancel-call.spec.ts',
  'damaged-log.spec.ts',
  'first-run.spec.ts',
  'help.spec.ts',
  'hostile-text.spec.ts',
  'keyboard.spec.ts',
  'library.spec.ts',
  'mcp-diagnosis.spec.ts',
  'mcp-panel.spec.ts',
  'questions.spec.ts',
  'settings.spec.ts',
  'space.spec.ts',
  'start.spec.ts',
  'stories.spec.ts',
  'stray-keys.spec.ts',
  'tasks/*.spec.ts',
]
/** Tests of one driver. */
const elsewhere: Readonly<Record<Driver, string[]>> = {
  electron: [
    'launcher.spec.ts',
    'desktop.spec.ts',
    'on-windows.spec.ts',
    'recovery.spec.ts',
    'running.spec.ts',
    'terminal.spec.ts',
    ...looks,
  ],
  'stand-in': ['launcher.spec.ts', ...pageAlone, ...looks],
  web: [
    'hardening.spec.ts',
    'desktop.spec.ts',
    'on-windows.spec.ts',
    'recovery.spec.ts',
    'running.spec.ts',
    'terminal.spec.ts',
  ],
}

// Every host, server and worker of the tests loads the same bundles.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/compiled')

/** One suite on three drivers; the project, and so the title of every test, names the driver. */
export default defineConfig<object, DriverOptions>({
  testDir: '.',
  outputDir: join(root, 'test-results'),
  globalSetup: './kit/global-setup.ts',
  reporter: [['list'], ['./kit/plain-line.ts']],
  // One more than CI's two processors: a test waits about half of the time.
  workers: 3,
  // These limits end what hangs. They decide nothing else, however slow the machine is.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  projects: [
    ...drivers.map((driver) => ({ name: driver, use: { driver }, testIgnore: [long, ...elsewhere[driver]] })),
    { name: 'long', use: { driver: 'web' }, testMatch: long },
  ],
})
