import { resolve } from 'node:path'
import { defaultDataFolder } from '../../host/data-folder'
import { createHost } from '../../host/host'
import { memorySecrets } from '../../secrets/secret-store'
import { closeInOrder } from '../close-in-order'
import { serveClients } from '../serve-clients'
import { readShellArguments, usage } from '../shell-arguments'
import { startWebShell, type WebShell } from './server'

/** How long an orderly end may take: past it, whoever asked waits for nothing. */
const CLOSE_LIMIT_MS = 5_000

const appRoot = resolve(import.meta.dirname, '../..')
/** A token in the environment survives a restart of the development loop; it is no business of the servers we start. */
const { ZORKGPT_TOKEN: token, ELECTRON_RENDERER_URL: developmentUrl, ...env } = process.env

start().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})

async function start(): Promise<void> {
  const { port, dataFolder, configFile, mcpConfigFile, storyFiles } = readArguments()
  const folder = dataFolder ?? defaultDataFolder(env, process.platform)
  const host = await createHost({
    shell: 'web',
    appRoot,
    dataFolder: folder,
    configFile,
    mcpConfigFile,
    gameWorkerFile: resolve(import.meta.dirname, 'game-worker.js'),
    env,
    secrets: memorySecrets(),
    now: () => new Date(),
    onFault: tellFault,
  })
  let shell: WebShell
  try {
    for (const path of storyFiles) await host.api.openStory({ path })
    shell = await startWebShell({ host, rendererFolder: resolve(appRoot, 'out/renderer'), port, token, developmentUrl })
  } catch (error) {
    await host.close()
    throw error
  }
  const clients = serveClients(host, folder)
  endInOrder([async () => (await clients).close(), () => shell.close(), () => host.close()])
  process.stdout.write(`ready ${shell.url}\n`)
}

function tellFault({ message }: Error): void {
  process.stderr.write(`zorkgpt: ${message}\n`)
}

function readArguments() {
  try {
    return readShellArguments(process.argv.slice(2), process.cwd())
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\nusage: web.js ${usage}\n`)
    process.exit(2)
  }
}

/**
 * Ends on a signal, and with its parent when that holds a channel to it, as build/scripts/start.mjs does. A second signal changes
 * nothing: Ctrl+C reaches us twice, from the terminal and from the launcher.
 */
function endInOrder(steps: readonly (() => Promise<void>)[]): void {
  let ending = false
  const end = () => {
    if (ending) return
    ending = true
    setTimeout(() => process.exit(1), CLOSE_LIMIT_MS).unref()
    void closeInOrder(steps, tellFault).then(() => process.exit(0))
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
  if (process.connected) process.once('disconnect', end)
}
