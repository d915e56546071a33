import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { app } from 'electron'

const NAME = 'ZorkGPT dev'

/**
 * Gives a checkout a separate name and folder, unless the command line names a folder, so that it shares neither the
 * lock nor the keychain entry of an installed app. Must run before a path is read.
 */
export function separateCheckout(): void {
  if (app.commandLine.hasSwitch('user-data-dir')) return
  const folder = join(app.getPath('appData'), NAME)
  mkdirSync(folder, { recursive: true })
  app.setName(NAME)
  app.setPath('userData', folder)
}
