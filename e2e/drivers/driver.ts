import type { Page } from '@playwright/test'

/**
 * electron is the real app; stand-in has the same bundles with Chromium in place of Electron; web is the web shell in
 * Chromium.
 */
export const drivers = ['electron', 'stand-in', 'web'] as const
export type Driver = (typeof drivers)[number]

export interface DriverOptions {
  readonly driver: Driver
}

/** A running app with one window. */
interface RunningApp {
  readonly page: Page
  /** Opens another page with separate storage; absent if the app has only one window. */
  openPage?(): Promise<Page>
  close(): Promise<void>
}

export interface LaunchOptions {
  /** Command-line arguments of the shell, see src-main/shells/shell-arguments.ts. */
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
  /** A folder for files of the driver. */
  readonly scratch: string
}

export type Launch = (options: LaunchOptions) => Promise<RunningApp>

export const windowSize = { width: 1440, height: 900 }
