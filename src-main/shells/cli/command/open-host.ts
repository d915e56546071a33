import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { openExperimentRuns } from '../../../experiments/run/window-runs'
import { defaultDataFolder, homeFolder, readPath } from '../../../host/episodes/data-folder'
import { createHost, type Host } from '../../../host/host'
import { environmentSecrets, memorySecrets } from '../../../secrets/secret-store'
import { MAX_FAULTS_A_MINUTE } from '../../handle-uncaught-errors'
import type { Values } from './arguments'
import type { CommandContext } from './command-context'

type HostValues = Pick<Values<'serve'>, 'data' | 'config' | 'mcp-config'>

export const dataFolderOf = ({ data }: HostValues, { env, cwd }: CommandContext): string =>
  readPath('--data', data, cwd) ?? defaultDataFolder(env, process.platform)

/** Opens the host of a run. Secrets come from the environment. An error that belongs to no episode ends the process. */
export function openRunHost(values: HostValues, context: CommandContext): Promise<Host> {
  context.handleUncaughtErrors({ onFault: printFault(context), mostAMinute: 0, end: () => process.exit(1) })
  return openHost(values, context, { shell: 'cli', secrets: environmentSecrets() })
}

/** Opens the host of windows. Secrets that the user enters stay in memory; too many errors call `end`. */
export function openWindowHost(values: HostValues, context: CommandContext, end: () => void): Promise<Host> {
  context.handleUncaughtErrors({ onFault: printFault(context), mostAMinute: MAX_FAULTS_A_MINUTE, end })
  return openHost(values, context, { shell: 'web', secrets: memorySecrets(), openExperimentRuns })
}

const printFault = (context: CommandContext) => (error: Error) => context.printError(`zorkgpt: ${error.message}`)

const openHost = (
  values: HostValues,
  context: CommandContext,
  own: Pick<Parameters<typeof createHost>[0], 'shell' | 'secrets' | 'openExperimentRuns'>,
): Promise<Host> =>
  createHost({
    ...own,
    appRoot: context.appRoot,
    dataFolder: dataFolderOf(values, context),
    configFile: configFileOf(values, context),
    mcpConfigFile: mcpConfigFileOf(values, context),
    gameWorkerFile: resolve(context.appRoot, 'out/main/game-worker.js'),
    env: context.env,
    now: () => new Date(),
    onFault: printFault(context),
  })

/** Null for the settings file in the app's folder. */
export const configFileOf = ({ config }: HostValues, context: CommandContext): string | null =>
  readPath('--config', config, context.cwd) ?? editedCopy('zorkgpt.toml', context)

export const mcpConfigFileOf = (values: HostValues, context: CommandContext): string | null =>
  readPath('--mcp-config', values['mcp-config'], context.cwd) ?? editedCopy('mcp_config.json', context)

/** The copy that the window of an installed app edits, if there is one. */
function editedCopy(name: 'zorkgpt.toml' | 'mcp_config.json', { env }: CommandContext): string | null {
  const isInstalled = process.versions.electron !== undefined
  const copy = join(homeFolder(env, process.platform), name)
  return isInstalled && existsSync(copy) ? copy : null
}
