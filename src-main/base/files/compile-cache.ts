import { homedir } from 'node:os'
import { join } from 'node:path'

type Variables = Readonly<Record<string, string | undefined>>

/**
 * Node stores compiled code there, so that a program starts faster the next time. In the user's own cache, because code
 * is loaded from it: other users could write to a shared temporary folder.
 */
export const compileCacheFolder = (env: Variables): string => join(userCacheFolder(env), 'zorkgpt', 'compile-cache')

function userCacheFolder(env: Variables): string {
  const home = homedir()
  if (process.platform === 'win32') return env.LOCALAPPDATA ?? join(home, 'AppData', 'Local')
  if (process.platform === 'darwin') return join(home, 'Library', 'Caches')
  return env.XDG_CACHE_HOME ?? join(home, '.cache')
}
