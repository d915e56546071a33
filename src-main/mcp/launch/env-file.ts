import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import type { McpServer } from '@shared/mcp/mcp-entry'
import { readNamed, utf8Text } from '../../base/files/plain-file'
import { decidesWhatRuns } from './code-loading-variables'
import { baseFolderOf } from './resolve-launch'

/**
 * The variables of a server's `envFile`. It is read once per start, so that consent and program refer to the same
 * bytes.
 */
export interface EnvFile {
  readonly path: string
  /** Hash of its bytes; null if the file cannot be used. The server is then not started. */
  readonly sha256: string | null
  readonly variables: Readonly<Record<string, string>>
  /** Why it cannot be used. */
  readonly fault: string | null
}

const MAX_BYTES = 64 * 1024
/**
 * Limits of what a person can review: number of variables, and lengths of names and of the values that are shown in
 * full because they decide what runs.
 */
const MAX_VARIABLES = 200
const MAX_NAME = 200
const MAX_CHARACTERS = 8000

/**
 * Reads the `envFile` of a server; null if it has none. Relative paths start at the folder of the file that names the
 * server. Never rejects: `fault` has the reason.
 */
export async function readEnvFile(server: McpServer, configFile: string): Promise<EnvFile | null> {
  if (server.transport !== 'stdio' || server.envFile === null) return null
  const path = resolve(baseFolderOf(server, configFile), server.envFile)
  try {
    const bytes = await readNamed(path, MAX_BYTES)
    const variables = Object.fromEntries(
      Object.entries(parseEnv(utf8Text(bytes))).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value]],
      ),
    )
    const tooMuch = whyTooMuch(Object.entries(variables))
    if (tooMuch !== null) throw new Error(tooMuch)
    return { path, sha256: createHash('sha256').update(bytes).digest('hex'), variables, fault: null }
  } catch (error) {
    return {
      path,
      sha256: null,
      variables: {},
      fault: `its envFile ${path} cannot be read: ${(error as Error).message}`,
    }
  }
}

function whyTooMuch(variables: readonly (readonly [name: string, value: string])[]): string | null {
  if (variables.length > MAX_VARIABLES)
    return `it has ${variables.length} variables; at most ${MAX_VARIABLES} are allowed`
  const long = variables.find(([name]) => name.length > MAX_NAME)
  if (long) return `it has a variable with a name of ${long[0].length} characters; at most ${MAX_NAME} are allowed`
  const shown = variables.filter(([name]) => decidesWhatRuns(name)).map(([name, value]) => `${name}=${value}`)
  const { length } = shown.join(' ')
  if (length <= MAX_CHARACTERS) return null
  return `its variables that decide what runs have ${length} characters; at most ${MAX_CHARACTERS} are allowed`
}
