import { existsSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import type { McpServer } from '@shared/mcp/mcp-entry'
import { namesASecret } from '@shared/mcp/mcp-expansion'
import type { ConnectPlace } from '../connection/connection'
import { readEnvFile } from '../launch/env-file'
import { serverEnvironment } from '../launch/server-environment'

/** A shorter value of a variable is a placeholder, and turns up in other text. */
const SHORTEST = 8

type EnvironmentPlace = Pick<ConnectPlace, 'configFile' | 'env'>

/**
 * The server, and among its secrets those that it finds in its environment: of the host's variables that it inherits
 * and of its `envFile`. It was not given them for a purpose, and may print them all the same.
 */
export async function withEnvironmentSecrets(server: McpServer, place: EnvironmentPlace): Promise<McpServer> {
  const { configFile, env } = place
  if (server.transport !== 'stdio') return server
  const envFile = await readEnvFile(server, configFile)
  // Of one that cannot be read it is said when the server is started.
  const variables = serverEnvironment(server, env, envFile?.fault ? null : envFile)
  const found = Object.entries(variables)
    .flatMap(([name, value]) => [...passwordIn(value), ...(isSecret(name, value) ? [value] : [])])
    .filter(({ length }) => length >= SHORTEST)
  return { ...server, secrets: [...new Set([...server.secrets, ...found])] }
}

/** Some variables that speak of a secret name the file that holds it: a place, which turns up in other text. */
const isSecret = (name: string, value: string): boolean =>
  namesASecret(name) && !(isAbsolute(value) && existsSync(value))

/** Of an address such as postgres://user:password@host. */
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
