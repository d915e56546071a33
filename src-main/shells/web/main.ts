import { join, resolve } from 'node:path'
import { messageOf } from '@shared/base/expected-error'
import { outliveTerminal, printError, printLine } from '../../base/terminal/terminal'
import { openExperimentRuns } from '../../experiments/run/window-runs'
import { defaultDataFolder, machineFolder } from '../../host/episodes/data-folder'
import { createHost } from '../../host/host'
import { memorySecrets } from '../../secrets/secret-store'
import { closeInOrder, onLauncherGone } from '../end-in-order'
import { exitStatusOf } from '../exit-status'
import { handleUncaughtErrors, MAX_FAULTS_A_MINUTE, printFault } from '../handle-uncaught-errors'
import { serveClients } from '../serve-clients'
import { checkWebOptions, readShellArguments } from '../shell-arguments'
import { openForwarding } from './forwarding'
import { startWebShell, type WebShell } from './server'

const USAGE = `web.js [options] [files]: the window of ZorkGPT in a browser; files are stories (.z1 to .z8, .zblorb)

  --port P            port of the page; default: the last one, else any free one
  --data DIR          folder of the episodes
  --config FILE       a zorkgpt.toml or a pyproject.toml
  --mcp-config FILE   the MCP servers
  --help

Exit status: 0 done, 1 the app failed, 2 wrong usage or unreadable input.`

const CLOSE_LIMIT_MS = 5_000

const appRoot = resolve(import.meta.dirname, '../..')
/** The token in the environment survives restarts of the development loop; servers must not see it. */
const { ZORKGPT_TOKEN: token, ELECTRON_RENDERER_URL: developmentUrl, ...env } = process.env

outliveTerminal()
start().catch((error: unknown) => {
  printError(messageOf(error))
  process.exit(exitStatusOf(error))
})

async function start(): Promise<void> {
  const args = process.argv.slice(2)
  if (args.includes('--help') || args.includes('-h')) return printLine(USAGE)
  checkWebOptions(args)
  const { port, dataFolder, configFile, mcpConfigFile, storyFiles } = readShellArguments(args, process.cwd())
  const folder = dataFolder ?? defaultDataFolder(env, process.platform)
  const host = await createHost({
    shell: 'web',
    appRoot,
    dataFolder: folder,
    configFile,
    mcpConfigFile,
    gameWorkerFile: resolve(import.meta.dirname, 'game-worker.js'),
    workFile: resolve(import.meta.dirname, 'work-thread.js'),
    spawnFile: resolve(import.meta.dirname, 'spawn-thread.js'),
    env,
    secrets: memorySecrets(),
    openExperimentRuns,
    now: () => new Date(),
    onFault: printFault,
  })
  const starts = join(machineFolder(env, process.platform), 'web-starts')
  const forwarding = await openForwarding(starts, resolve(folder))
  const rendererFolder = resolve(appRoot, 'out/renderer')
  let shell: WebShell
  try {
    for (const path of storyFiles) await host.api.openStory({ path })
    const startAt = (at: number) => startWebShell({ host, rendererFolder, port: at, token, developmentUrl, forwarding })
    // A browser stores view settings per address, so the last port is used again if it is free and no other is given.
    const { lastPort } = forwarding
    shell =
      port === null && lastPort !== null ? await startAt(lastPort).catch(() => startAt(0)) : await startAt(port ?? 0)
  } catch (error) {
    await host.close()
    throw error
  }
  const clients = serveClients(host, folder)
  // If it fails, pages of the previous start show that the printed address must be opened.
  const forwarded = forwarding.listen(shell).catch(() => null)
  const end = endInOrder([
    async () => (await clients).close(),
    async () => (await forwarded)?.close(),
    () => shell.close(),
    () => host.close(),
  ])
  handleUncaughtErrors({ onFault: printFault, mostAMinute: MAX_FAULTS_A_MINUTE, end: () => end(1) })
  printLine(`ready ${shell.url}`)
}

/** Ends the process on a signal or when its launcher ends. Returns a function that ends it with another status. */
function endInOrder(steps: readonly (() => Promise<void>)[]): (status: number) => void {
  let ending = false
  const end = (status: number) => {
    if (ending) return
    ending = true
    setTimeout(() => process.exit(1), CLOSE_LIMIT_MS).unref()
    void closeInOrder(steps, printFault).then(() => process.exit(status))
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(0))
  onLauncherGone(() => end(0))
  return end
}
