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
