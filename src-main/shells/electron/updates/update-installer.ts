import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { AppUpdater } from 'electron-updater'
import { ExpectedError } from '@shared/base/expected-error'

export interface UpdateInstaller {
  /**
   * Downloads a version, which is installed when the app quits. Rejects if the version is not offered, or if its
   * checksum or signature is wrong.
   */
  prepare(version: string): Promise<void>
}

/** Null for a portable app, and for an unsigned app, which lacks the file with the address of its updates. */
export async function openUpdateInstaller(resourcesPath: string, isPortable: boolean): Promise<UpdateInstaller | null> {
  if (isPortable || process.platform === 'linux') return null
  if (!existsSync(join(resourcesPath, 'app-update.yml'))) return null
  const { autoUpdater } = await import('electron-updater')
  return installerOf(autoUpdater)
}

type Updater = Pick<
  AppUpdater,
  | 'autoDownload'
  | 'autoInstallOnAppQuit'
  | 'disableWebInstaller'
  | 'logger'
  | 'checkForUpdates'
  | 'downloadUpdate'
  | 'on'
>

export function installerOf(updater: Updater): UpdateInstaller {
  updater.logger = null
  updater.autoDownload = false
  updater.autoInstallOnAppQuit = false
  updater.disableWebInstaller = true
  // The promise of the failed call rejects too.
  updater.on('error', () => {})
  return {
    async prepare(version) {
      const found = await updater.checkForUpdates()
      if (found?.isUpdateAvailable !== true || found.updateInfo.version !== version)
        throw new ExpectedError('not_received', `Version ${version} is not offered for this system.`)
      updater.autoInstallOnAppQuit = true
      await updater.downloadUpdate()
    },
  }
}
