import { join, resolve } from 'node:path'
import { defaultDataFolder, homeFolder, readPath } from '../../../host/episodes/data-folder'
import { createHost, type Host } from '../../../host/host'
import { environmentSecrets, memorySecrets } from '../../../secrets/secret-store'
import { MOST_FAULTS_A_MINUTE } from '../../handle-uncaught-errors'
import type { CommandContext } from './command-context'
import { existsSync } from 'node:fs'

interface HostValues {
  readonly data?: string
  readonly config?: string
  readonly 'mcp-config'?: string
}

export const dataFolderOf = ({ data }: HostValues, { env, cwd }: CommandContext): string =>
  readPath('--data', data, cwd) ?? defaultDataFolder(env, process.platform)

/** The host of a run. Secrets come from the environment. An error that belongs to no episode ends the process. */
export function openRunHost(values: HostValues, context: CommandContext): Promise<Host> {
  context.handleUncaughtErrors({ onFault: printFault(context), mostAMinute: 0, end: () => process.exit(1) })
  return openHost(values, context, { shell: 'cli', secrets: environmentSecrets() })
}

/** The host of windows. A secret that the user enters is kept in memory; too many errors call `end`. */
export function openWindowHost(values: HostValues, context: CommandContext, end: () => void): Promise<Host> {
  context.handleUncaughtErrors({ onFault: printFault(context), mostAMinute: MOST_FAULTS_A_MINUTE, end })
  return openHost(values, context, { shell: 'web', secrets: memorySecrets() })
}

const printFault = (context: CommandContext) => (error: Error) => context.printError(`zorkgpt: ${error.message}`)

const openHost = (
  values: HostValues,
  context: CommandContext,
  own: Pick<Parameters<typeof createHost>[0], 'shell' | 'secrets'>,
): Promise<Host> =>
  createHost({
    ...own,
    appRoot: context.appRoot,
    dataFolder: dataFolderOf(values, context),
    configFile: readPath('--config', values.config, context.cwd) ?? editedCopy('zorkgpt.toml', context),
    mcpConfigFile:
      readPath('--mcp-config', values['mcp-config'], context.cwd) ?? editedCopy('mcp_config.json', context),
    gameWorkerFile: resolve(context.appRoot, 'out/main/game-worker.js'),
    env: context.env,
    now: () => new Date(),
    onFault: printFault(context),
  })

/**
 * The file to use where the user names none: of an installed app the copy that its window edits, if there is one. Null
 * for the one in the app's own folder.
 */
export function editedCopy(name: 'zorkgpt.toml' | 'mcp_config.json', { env }: CommandContext): string | null {
  const isInstalled = process.versions.electron !== undefined
  const copy = join(homeFolder(env, process.platform), name)
  return isInstalled && existsSync(copy) ? copy : null
}
