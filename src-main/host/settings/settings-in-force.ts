import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '@shared/settings/settings'
import { defaultSettings, loadSettings } from './load-settings'

/** The settings of a host. Each episode reads the file again, because a user who edits it means the next episode. */
export interface SettingsInForce {
  readonly file: string
  /** The settings as last read. */
  readonly now: () => Settings
  readonly readAgain: () => Promise<Settings>
}

/** Rejects with `bad_file`. A named file must exist; the app's own may be missing. */
export async function openSettings(namedFile: string | null, appRoot: string): Promise<SettingsInForce> {
  const file = namedFile ?? join(appRoot, 'zorkgpt.toml')
  const read = async () => (namedFile !== null || existsSync(file) ? loadSettings(file) : defaultSettings())
  let inForce = await read()
  return { file, now: () => inForce, readAgain: async () => (inForce = await read()) }
}
