import { homedir } from 'node:os'
import { join } from 'node:path'

type Env = Readonly<Record<string, string | undefined>>

/** Where the product keeps what it writes, by the custom of each platform; ZORKGPT_HOME overrides it. Every shell uses the same folder. */
export function homeFolder(env: Env, platform: NodeJS.Platform): string {
  if (env.ZORKGPT_HOME) return env.ZORKGPT_HOME
  if (platform === 'win32') return join(env.APPDATA ?? join(homedir(), 'AppData', 'Roaming'), 'ZorkGPT')
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'ZorkGPT')
  return join(env.XDG_DATA_HOME ?? join(homedir(), '.local', 'share'), 'zorkgpt')
}

export const defaultDataFolder = (env: Env, platform: NodeJS.Platform): string => join(homeFolder(env, platform), 'episodes')

/**
 * For what holds on this machine alone. A data folder may be synced or copied to another one, so neither that nor ZORKGPT_HOME moves it. XDG_STATE_HOME
 * does, on every platform: who moves the state of programs moves ours.
 */
export function machineFolder(env: Env, platform: NodeJS.Platform): string {
  if (env.XDG_STATE_HOME) return join(env.XDG_STATE_HOME, 'zorkgpt')
  if (platform === 'win32') return join(env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'), 'ZorkGPT')
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'ZorkGPT')
  return join(homedir(), '.local', 'state', 'zorkgpt')
}
