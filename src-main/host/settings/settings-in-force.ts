import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '@shared/settings/settings'
import { defaultSettings, loadSettings } from './load-settings'

/** The settings of a host. They are read again for every episode: whoever changed the file meant the next one. */
export interface SettingsInForce {
  readonly file: string
  /** As they were last read. */
  readonly now: () => Settings
  readonly readAgain: () => Promise<Settings>
}

/** Rejects with a `bad_file`. A file that is named must be there; the one of the app may be missing. */
export async function openSettings(namedFile: string | null, appRoot: string): Promise<SettingsInForce> {
  const file = namedFile ?? join(appRoot, 'zorkgpt.toml')
  const read = async () => (namedFile !== null || existsSync(file) ? loadSettings(file) : defaultSettings())
  let inForce = await read()
  return { file, now: () => inForce, readAgain: async () => (inForce = await read()) }
}
