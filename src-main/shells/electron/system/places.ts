import { setGlobalProxyFromEnv } from 'node:http'
import { app, session } from 'electron'
import { withProxy } from '../../../base/network/system-proxy'
import { defaultDataFolder, homeFolder } from '../../../host/episodes/data-folder'
import type { ShellArguments } from '../../shell-arguments'
import { ensureUserCopy } from './user-copy'

/** The environment of the host, with the system's proxy, and the host's folder and files. */
export async function findPlaces(given: ShellArguments, appRoot: string) {
  const { platform } = process
  const proxied = await withProxy(process.env, (url) => session.defaultSession.resolveProxy(url))
  if (proxied) setGlobalProxyFromEnv({ ...proxied })
  const env = proxied ?? process.env
  const ownFile = async (name: string) =>
    app.isPackaged ? ensureUserCopy(appRoot, homeFolder(env, platform), name) : null
  return {
    env,
    dataFolder: given.dataFolder ?? defaultDataFolder(env, platform),
    configFile: given.configFile ?? (await ownFile('zorkgpt.toml')),
    mcpConfigFile: given.mcpConfigFile ?? (await ownFile('mcp_config.json')),
  }
}
