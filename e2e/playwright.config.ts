import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { root } from '../build/scripts/outputs.mjs'
import { type Driver, drivers, type DriverOptions } from './drivers/driver'

/** What the page looks like, which is the same in every shell: they are looked at in the web shell. */
const looks = ['states.spec.ts', 'sheets.spec.ts', 'map.spec.ts']
/** What is about one way of running the app, rather than about the app. */
const elsewhere: Readonly<Record<Driver, string[]>> = {
  electron: ['launcher.spec.ts', 'desktop.spec.ts', ...looks],
  'stand-in': ['launcher.spec.ts', ...looks],
  web: ['hardening.spec.ts', 'desktop.spec.ts'],
}

/** One suite on three ways to run the app; the project, and so the title of every test, names the driver. */
export default defineConfig<object, DriverOptions>({
  testDir: '.',
  outputDir: join(root, 'test-results'),
  globalSetup: './global-setup.ts',
  reporter: [['list'], ['./plain-line.ts']],
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  projects: drivers.map((driver) => ({ name: driver, use: { driver }, testIgnore: elsewhere[driver] })),
})
