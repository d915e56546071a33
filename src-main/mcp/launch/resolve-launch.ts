import { stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, delimiter, dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ExpectedError } from '@shared/base/expected-error'
import { splitWords } from '@shared/mcp/mcp-add-command'
import type { McpServer, StdioServer } from '@shared/mcp/mcp-entry'
import type { Variables } from '@shared/mcp/mcp-expansion'
import { compileCacheFolder } from '../../base/files/compile-cache'
import { ownNode } from '../transport/node-program'
import type { Launch } from '../transport/start-program'
import { maskCommand, maskOptions } from './command-line'
import type { EnvFile } from './env-file'
import { findCommand, pathOf } from './find-command'
import { installationHint, isOwnNode } from './installation-hint'
import { serverEnvironment } from './server-environment'

/** Thrown if the working folder of a server does not exist. */
export class MissingFolder extends Error {
  override readonly name = 'MissingFolder'
  constructor(folder: string) {
    super(`its working folder ${folder} does not exist`)
  }
}

/**
 * Prepares the start of a configured server: finds its program, completes its environment and checks its working
 * folder. Relative paths start at the folder of the file that names the server. `envFile` was read by `readEnvFile`.
 * Throws `mcp_failed` with what is missing and how to get it (requirements 14.4, 14.5).
 */
export async function resolveLaunch(
  server: StdioServer,
  configFile: string,
  hostEnv: Variables,
  envFile: EnvFile | null,
): Promise<Launch> {
  const baseFolder = baseFolderOf(server, configFile)
  const cwd = server.cwd === null ? baseFolder : resolve(baseFolder, server.cwd)
  // Checked before the start, because the system reports a missing folder as a missing program.
  if (!(await isFolder(cwd))) throw new MissingFolder(cwd)
  const env = serverEnvironment(server, hostEnv, envFile)

  // `node` is the Node of the app, because an app started from the desktop has none on its PATH, and it is new enough
  // (requirement 14.1).
  if (isOwnNode(server.command)) {
    const asNode: Record<string, string> = process.versions.electron ? { ELECTRON_RUN_AS_NODE: '1' } : {}
    const cache = compileCacheFolder(hostEnv)
    return {
      file: ownNode(),
      args: server.args,
      env: { ...(cache !== null && { NODE_COMPILE_CACHE: cache }), ...env, ...asNode },
      cwd,
    }
  }

  const { file, searched } = await findCommand(server.command, env, cwd)
  if (file === null) {
    const notFound = `the command '${maskCommand(server.command)}' was not found`
    const line = wholeCommandLine(server)
    if (line !== null) throw new ExpectedError('mcp_failed', `${notFound}: it is ${line}`)
    const where = /[\\/]/.test(server.command)
      ? `There is no such program file.`
      : `Searched: ${searched.join(delimiter)}`
    throw new ExpectedError('mcp_failed', `${notFound}. ${where}\n${installationHint(server.command)}`)
  }
  const pathName = Object.keys(env).find((name) => name.toUpperCase() === 'PATH' && env[name] === pathOf(env)) ?? 'PATH'
  return { file, args: server.args, env: { ...env, [pathName]: searched.join(delimiter) }, cwd }
}

/** Advice if `command` is a whole command line, which would need a shell; else null. */
function wholeCommandLine({ command, args }: StdioServer): string | null {
  const [program, ...words] = splitWords(command)
  if (program === undefined || words.length === 0) return null
  const written = JSON.stringify(maskOptions([...words, ...args])).replaceAll('","', '", "')
  return `a whole command line. Write "command": ${JSON.stringify(program)}, "args": ${written}`
}

/**
 * The folder where relative paths of a server's entry start. It is the home folder if the file is inside an app
 * archive, which cannot be a working folder.
 */
export function baseFolderOf({ namedIn }: Pick<McpServer, 'namedIn'>, configFile: string): string {
  const file = namedIn ?? configFile
  return /\.asar[\\/]/.test(file) ? homedir() : dirname(resolve(file))
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (entry) => entry.isDirectory(),
    () => false,
  )

/** The folders that the server may ask for (MCP "Roots"), as `file:` addresses. */
export const rootsOf = (server: McpServer, configFile: string): { readonly uri: string; readonly name: string }[] =>
  server.roots.map((root) => {
    const folder = resolve(baseFolderOf(server, configFile), root)
    return { uri: pathToFileURL(folder).href, name: basename(folder) }
  })
