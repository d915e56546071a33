import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { homeFolder } from '../../host/episodes/data-folder'

/**
 * What is used where no file is named: of an installed app the copy that its window edits, once there is one. Null
 * leaves it to the app's own folder.
 */
export function editedCopy(name: 'zorkgpt.toml' | 'mcp_config.json'): string | null {
  const isInstalled = process.versions.electron !== undefined
  const copy = join(homeFolder(process.env, process.platform), name)
  return isInstalled && existsSync(copy) ? copy : null
}
