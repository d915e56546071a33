import { chmodSync, mkdirSync } from 'node:fs'
import module from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { baseFolder } from './base-folder'

type Variables = Readonly<Record<string, string | undefined>>

/**
 * Lets Node store compiled code, so that the app starts faster the next time. Call it before the rest of the app is
 * loaded. Does nothing if the folder cannot be created.
 */
export function openCompileCache(env: Variables): void {
  const folder = compileCacheFolder(env)
  if (folder === null) return
  try {
    // Code is loaded from the folder, so others must not write to it, whatever the umask.
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    chmodSync(folder, 0o700)
  } catch {
    return
  }
  module.enableCompileCache(folder)
}

/**
 * A folder in the user's cache, because other users could write code into a shared temporary folder. Null for a user
 * without a home folder.
 */
export function compileCacheFolder(env: Variables, home: () => string = homedir): string | null {
  const folder = userCacheFolder(env, () => {
    try {
      return baseFolder(home())
    } catch {
      return null
    }
  })
  return folder === null ? null : join(folder, 'zorkgpt', 'compile-cache')
}

function userCacheFolder(env: Variables, home: () => string | null): string | null {
  const inHome = (...names: readonly string[]) => {
    const folder = home()
    return folder === null ? null : join(folder, ...names)
  }
  if (process.platform === 'win32') return baseFolder(env.LOCALAPPDATA) ?? inHome('AppData', 'Local')
  if (process.platform === 'darwin') return inHome('Library', 'Caches')
  return baseFolder(env.XDG_CACHE_HOME) ?? inHome('.cache')
}
