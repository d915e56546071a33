import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { ensureNode24 } from '../../build/scripts/start-again.mjs'
import { printError } from '../base/terminal/terminal'
import { defaultDataFolder, readPath } from '../host/episodes/data-folder'
import { createHost, type Host } from '../host/host'
import { environmentSecrets } from '../secrets/secret-store'
import { endAtSignal, readCommandLine, runEntry, serveStdio } from './serving/serve'
import { endpointFile, findEndpoint } from './zorkgpt/endpoint-file'
import { EpisodeListWatch } from './zorkgpt/episode-list-watch'
import { relayTo } from './zorkgpt/relay'
import { serveHost } from './zorkgpt/serve-host'
import { createZorkgptServer } from './zorkgpt/server'

/**
 * The app as an MCP server. Over stdio it relays to the app that has the data folder open, so that its window shows
 * what a client starts; without an open app it has its own host. `--http PORT` is a host without a window.
 */

const OPTIONS = { data: { type: 'string' }, config: { type: 'string' }, 'mcp-config': { type: 'string' } } as const

// Two folders above this file, in the repository as in an installed app.
const appRoot = resolve(import.meta.dirname, '../..')

runEntry(async () => {
  await ensureNode24()
  const { httpPort, values } = readCommandLine(process.argv.slice(2), OPTIONS)
  const dataFolder = readPath('--data', values.data) ?? defaultDataFolder(process.env, process.platform)
  const open = httpPort === null ? await findEndpoint(dataFolder) : null
  if (open) return relayTo(open)

  const host = await openHost(dataFolder, values.config, values['mcp-config'])
  if (httpPort !== null) return serveOverHttp(host, dataFolder, httpPort)
  const { server, close } = createZorkgptServer({ api: host.api, episodeList: new EpisodeListWatch(host.api) })
  return serveStdio({ server, close: () => Promise.resolve(close()).then(() => host.close()) })
})

function openHost(dataFolder: string, config: string | undefined, mcpConfig: string | undefined): Promise<Host> {
  const gameWorkerFile = resolve(appRoot, 'out/main/game-worker.js')
  return createHost({
    shell: 'cli',
    appRoot,
    dataFolder,
    configFile: readPath('--config', config),
    mcpConfigFile: readPath('--mcp-config', mcpConfig),
    // In an installed app the file is in an archive that this process cannot read; games then run in this thread.
    ...(existsSync(gameWorkerFile) && { gameWorkerFile }),
    env: process.env,
    secrets: environmentSecrets(),
    now: () => new Date(),
    onFault: (error) => printError(`zorkgpt: ${error.message}`),
  })
}

async function serveOverHttp(host: Host, dataFolder: string, port: number): Promise<void> {
  const served = await serveHost({ api: host.api, dataFolder, port, ownToken: process.env.ZORKGPT_MCP_TOKEN || null })
  endAtSignal(() => served.close().then(() => host.close()))
  printError(`ready ${served.url}\nA token is in ${endpointFile(dataFolder)}`)
}
