import { existsSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import type { McpServer } from '@shared/mcp/mcp-entry'
import { namesASecret } from '@shared/mcp/mcp-expansion'
import type { ConnectPlace } from '../connection/connection'
import { readEnvFile } from '../launch/env-file'
import { serverEnvironment } from '../launch/server-environment'

/** Minimum length in characters, because a shorter value is a placeholder that also occurs in other text. */
const SHORTEST = 8

type EnvironmentPlace = Pick<ConnectPlace, 'configFile' | 'env'>

/**
 * Adds the secrets in the inherited host variables and in the `envFile` to those of the server. The server may print
 * them, although they were not meant for it.
 */
export async function withEnvironmentSecrets(server: McpServer, place: EnvironmentPlace): Promise<McpServer> {
  const { configFile, env } = place
  if (server.transport !== 'stdio') return server
  const envFile = await readEnvFile(server, configFile)
  // A file that cannot be read is reported when the server starts.
  const variables = serverEnvironment(server, env, envFile?.fault ? null : envFile)
  const found = Object.entries(variables)
    .flatMap(([name, value]) => [...passwordIn(value), ...(isSecret(name, value) ? [value] : [])])
    .filter(({ length }) => length >= SHORTEST)
  return { ...server, secrets: [...new Set([...server.secrets, ...found])] }
}

/** Whether a variable has the name of a secret, and a value that is not the path of a file. */
const isSecret = (name: string, value: string): boolean =>
  namesASecret(name) && !(isAbsolute(value) && existsSync(value))

/** The password in an address such as postgres://user:password@host. */
function passwordIn(value: string): readonly string[] {
  const [, password] = /^[a-z][a-z0-9+.-]*:\/\/[^\s/:@]*:([^\s/@]+)@/i.exec(value) ?? []
  return password === undefined ? [] : [password, decode(password)]
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
