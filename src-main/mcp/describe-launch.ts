import type { McpServer } from '@shared/config/mcp-entry'
import type { McpLaunchInfo } from '@shared/contract/mcp'
import type { Agreements } from './agreements'
import { describeTarget, describeVariables, maskSecrets } from './command-line'
import type { ConnectPlace } from './connection'
import { MissingFolder, resolveLaunch } from './launch'

export interface DescribePlace extends ConnectPlace {
  readonly agreements: Agreements
}

/** What would be executed, found as it would be for a start, without starting it. */
export async function describeLaunch(server: McpServer, { configFile, env, agreements }: DescribePlace): Promise<McpLaunchInfo> {
  const line = describeTarget(server)
  if (server.transport !== 'stdio') return { ...NOTHING_TO_RUN, line }
  const info = { ...NOTHING_TO_RUN, line, variables: describeVariables(server), unagreed: await agreements.unagreedOf(server), agreed: await agreements.agreedOf(server) }
  try {
    const { file, cwd } = await resolveLaunch(server, configFile, env)
    return { ...info, line: describeTarget({ ...server, command: file }), file, folder: cwd }
  } catch (error) {
    return { ...info, folderIsMissing: error instanceof MissingFolder, fault: maskSecrets((error as Error).message, server.secrets) }
  }
}

/** Of a server that is reached over the network, and of an entry that cannot be used. */
export const NOTHING_TO_RUN: McpLaunchInfo = { line: '', variables: [], file: null, folder: null, folderIsMissing: false, fault: null, unagreed: null, agreed: null }
