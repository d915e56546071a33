import type { McpServer } from '@shared/config/mcp-entry'
import type { McpLaunchInfo } from '@shared/contract/mcp'
import { describeTarget, describeVariables, maskSecrets } from './command-line'
import type { ConnectPlace } from './connection'
import { resolveLaunch } from './launch'

/** What would be executed, found as it would be for a start, without starting it. */
export async function describeLaunch(server: McpServer, { configFile, env, agreements }: ConnectPlace): Promise<McpLaunchInfo> {
  const line = describeTarget(server)
  if (server.transport !== 'stdio') return { line, variables: [], file: null, folder: null, fault: null, unagreed: null }
  const known = { variables: describeVariables(server), unagreed: await agreements.unagreedOf(server) }
  try {
    const { file, cwd } = await resolveLaunch(server, configFile, env)
    return { ...known, line: describeTarget({ ...server, command: file }), file, folder: cwd, fault: null }
  } catch (error) {
    return { ...known, line, file: null, folder: null, fault: maskSecrets((error as Error).message, server.secrets) }
  }
}
