import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { homeFolder } from '../../../host/episodes/data-folder'
import type { CommandContext } from './command-context'

/**
 * The file to use where the user names none: of an installed app the copy that its window edits, if there is one. Null
 * for the one in the app's own folder.
 */
export function editedCopy(name: 'zorkgpt.toml' | 'mcp_config.json', { env }: CommandContext): string | null {
  const isInstalled = process.versions.electron !== undefined
  const copy = join(homeFolder(env, process.platform), name)
  return isInstalled && existsSync(copy) ? copy : null
}
