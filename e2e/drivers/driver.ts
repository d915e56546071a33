import type { Page } from '@playwright/test'

/** electron: the real thing. stand-in: the same bundles with Chromium for Electron. web: the web shell in Chromium. */
export const drivers = ['electron', 'stand-in', 'web'] as const
export type Driver = (typeof drivers)[number]

export interface DriverOptions {
  readonly driver: Driver
}

/** A running app with one window. */
interface RunningApp {
  readonly page: Page
  /** One more page of it, which remembers nothing of the others; absent where the window is the only one. */
  openPage?(): Promise<Page>
  close(): Promise<void>
}

export interface LaunchOptions {
  /** Arguments of the shell, see src-main/shells/shell-arguments.ts. */
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
  /** A folder for what the driver itself must keep. */
  readonly scratch: string
}

export type Launch = (options: LaunchOptions) => Promise<RunningApp>

export const windowSize = { width: 1440, height: 900 }
