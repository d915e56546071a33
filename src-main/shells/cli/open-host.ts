import { resolve } from 'node:path'
import { defaultDataFolder, readPath } from '../../host/episodes/data-folder'
import { createHost, type Host } from '../../host/host'
import type { HostOptions } from '../../host/host-options'
import { environmentSecrets, memorySecrets } from '../../secrets/secret-store'
import { complain } from '../../base/terminal/say'
import { MOST_FAULTS_A_MINUTE, outliveFaults } from '../outlive-faults'
import { editedCopy } from './edited-copy'

interface HostValues {
  readonly data?: string
  readonly config?: string
  readonly 'mcp-config'?: string
}

export const dataFolderOf = ({ data }: HostValues): string =>
  readPath('--data', data) ?? defaultDataFolder(process.env, process.platform)

/** The host in this process. Secrets come from the environment; one that is entered in the window is kept in memory. */
export function openHost(values: HostValues, appRoot: string, shell: HostOptions['shell']): Promise<Host> {
  const onFault = (error: Error) => complain(`zorkgpt: ${error.message}`)
  // A window is ended in order, as by Ctrl-C; a run that is no episode's has nobody to go on for.
  const last =
    shell === 'web'
      ? { mostAMinute: MOST_FAULTS_A_MINUTE, end: () => void process.emit('SIGTERM') }
      : { mostAMinute: 0, end: () => process.exit(1) }
  outliveFaults({ onFault, ...last })
  return createHost({
    shell,
    appRoot,
    dataFolder: dataFolderOf(values),
    configFile: readPath('--config', values.config) ?? editedCopy('zorkgpt.toml'),
    mcpConfigFile: readPath('--mcp-config', values['mcp-config']) ?? editedCopy('mcp_config.json'),
    gameWorkerFile: resolve(appRoot, 'out/main/game-worker.js'),
    env: process.env,
    secrets: shell === 'cli' ? environmentSecrets() : memorySecrets(),
    now: () => new Date(),
    onFault,
  })
}

const INTERRUPTIONS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Calls `stop` at the first Ctrl-C or SIGTERM, or when the terminal is closed; at a second Ctrl-C or SIGTERM the
 * process ends at once. Of a closed terminal both the signal and the output tell.
 */
export function onInterrupt(stop: () => void): () => void {
  let asked = false
  const handle = (signal: NodeJS.Signals) => {
    if (asked && signal !== 'SIGHUP') process.exit(130)
    if (!asked) stop()
    asked = true
  }
  for (const signal of INTERRUPTIONS) process.on(signal, handle)
  return () => {
    for (const signal of INTERRUPTIONS) process.off(signal, handle)
    // The other sign of a closed terminal may still be on its way, and is not to end in the middle what ends in order.
    if (asked) process.on('SIGHUP', () => {})
  }
}
