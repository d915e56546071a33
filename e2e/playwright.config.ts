import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { root } from '../build/scripts/outputs.mjs'
import { type Driver, drivers, type DriverOptions } from './drivers/driver'

/** Tests of `npm run test:long`. */
const long = '**/*.long.spec.ts'
const ENDURANCE = 'shells/endurance.long.spec.ts'
/** Tests that each driver leaves to another one. The stand-in and the web shell use the same browser. */
const elsewhere: Readonly<Record<Driver, string[]>> = {
  electron: [
    // The desktop app opens the browser of the system instead of a tab.
    'window/sign-in.spec.ts',
    ...['desktop', 'running', 'windows'].map((name) => `shells/${name}.spec.ts`),
  ],
  'stand-in': ['tasks/*', 'window/*'],
  // Other drivers show an episode and the turns of an MCP client; `tasks` watch episodes in the web shell.
  web: ['desktop', 'hardening', 'mcp-client', 'running', 'watch-episode', 'windows'].map(
    (name) => `shells/${name}.spec.ts`,
  ),
}

// Every host, server and worker of the tests loads the same bundles.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/compiled')

/** One suite on three drivers; the project, and so the title of every test, names the driver. */
export default defineConfig<object, DriverOptions>({
  testDir: '.',
  outputDir: join(root, 'test-results'),
  globalSetup: './kit/global-setup.ts',
  reporter: [['list'], ['./kit/plain-line.ts']],
  // More than the two processors of CI, because a test waits about half of the time.
  workers: 3,
  // These limits only end hanging tests, even on a slow machine.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  projects: [
    ...drivers.map((driver) => ({ name: driver, use: { driver }, testIgnore: [long, ...elsewhere[driver]] })),
    // First, because it is the longest test and waits most of the time.
    { name: 'endurance', use: { driver: 'stand-in' }, testMatch: ENDURANCE },
    { name: 'long', use: { driver: 'web' }, testMatch: long, testIgnore: ENDURANCE },
  ],
})
