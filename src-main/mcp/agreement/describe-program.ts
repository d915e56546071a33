import { visibleText } from '@shared/base/visible-text'
import type { McpLaunchInfo } from '@shared/contract/mcp'
import { NOTHING_TO_RUN } from '@shared/contract/nothing-to-run'
import type { McpServer, RemoteServer } from '@shared/mcp/mcp-entry'
import type { ConnectPlace } from '../connection/connection'
import {
  describeEnvFile,
  describeProgram,
  describeTarget,
  describeVariables,
  maskSecrets,
} from '../launch/command-line'
import { readEnvFile } from '../launch/env-file'
import { MissingFolder, resolveLaunch } from '../launch/resolve-launch'
import type { Agreements } from './agreements'

export interface DescribePlace extends ConnectPlace {
  readonly agreements: Agreements
}

/** The program that a start would execute, resolved but not started. */
export async function describeLaunch(
  server: McpServer,
  { configFile, env, agreements }: DescribePlace,
): Promise<McpLaunchInfo> {
  if (server.transport !== 'stdio') return describeRemote(server, agreements)
  const envFile = await readEnvFile(server, configFile)
  const info: McpLaunchInfo = {
    ...NOTHING_TO_RUN,
    line: describeProgram(server),
    variables: describeVariables(server),
    envFile: envFile && { path: envFile.path, sha256: envFile.sha256, variables: describeEnvFile(envFile, server) },
    // Hash the bytes that are shown, so that consent covers exactly them.
    unagreed: await agreements.unagreedOf(server, envFile),
    agreed: await agreements.agreedOf(server, envFile),
  }
  try {
    const { file, cwd } = await resolveLaunch(server, configFile, env, envFile)
    return { ...info, line: describeProgram({ ...server, command: file }), file, folder: cwd }
  } catch (error) {
    return {
      ...info,
      folderIsMissing: error instanceof MissingFolder,
      fault: visibleText(maskSecrets((error as Error).message, server.secrets)),
    }
  }
}

/** The address, and the headers and OAuth values as written, if data of this machine is sent with them. */
async function describeRemote(server: RemoteServer, agreements: Agreements): Promise<McpLaunchInfo> {
  const { written } = server
  return {
    ...NOTHING_TO_RUN,
    isRemote: true,
    line: written?.url ?? describeTarget(server),
    variables: [
      ...Object.entries(written?.headers ?? {}).map(([name, value]) => `${name}: ${value}`),
      ...Object.entries(written?.oauth ?? {}).map(([name, value]) => `oauth.${name}: ${value}`),
    ].map((text) => ({ text, decides: false })),
    unagreed: await agreements.unagreedOf(server),
    agreed: await agreements.agreedOf(server),
  }
}
