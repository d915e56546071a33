import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Launch } from '../transport/start-program'

const run = promisify(execFile)

/** Requirement 14.1: Node 22 or newer for servers run with `npx`. */
const NODE_MAJOR = 22
const NODE_COMMANDS = /^(node|npx|npm|pnpm|pnpx|yarn)$/

/** Whether the command is `node` without a path, which is the Node that runs the app (see `resolveLaunch`). */
export const isOwnNode = (command: string): boolean => command === 'node'

/** How to install a missing command, or what to check if it exists and fails (requirement 14.5). */
export function installationHint(command: string): string {
  if (isOwnNode(command))
    return `It runs on ZorkGPT's own Node.js ${process.versions.node}: check the path among the arguments, and that the server was built and its packages are installed. For another Node.js, write its full path as the command.`
  const name = programName(command)
  if (NODE_COMMANDS.test(name))
    return `Check that Node.js is installed and the package is available: version ${NODE_MAJOR} or newer, from https://nodejs.org or with a package manager (brew install node, winget install OpenJS.NodeJS.LTS, apt install nodejs npm).`
  if (name === 'bun' || name === 'bunx')
    return 'Check that Bun is installed and the package is available: https://bun.sh'
  if (name === 'deno') return 'Check that Deno is installed: https://deno.com'
  if (name === 'uv' || name === 'uvx')
    return 'Check that uv is installed and the package is available: https://docs.astral.sh/uv (brew install uv, winget install astral-sh.uv, pipx install uv).'
  if (/^(python|python3|py|pip|pipx)$/.test(name))
    return 'Check that Python is installed and the module is available: https://www.python.org/downloads'
  if (name === 'docker' || name === 'podman')
    return 'Check that a container engine is installed and running: https://docs.docker.com/get-started/get-docker'
  return 'Install the program, or write its full path as `command` in the MCP config file.'
}

/** Resolves to a sentence if this is a Node command and its Node is too old, else to null. Takes at most 2 s. */
export async function describeOldNode(
  command: string,
  { file, env }: Pick<Launch, 'file' | 'env'>,
): Promise<string | null> {
  const name = programName(command)
  if (isOwnNode(command) || !NODE_COMMANDS.test(name)) return null
  try {
    // `npx` and similar commands are scripts that run on the first Node of the PATH.
    const node = name === 'node' ? file : 'node'
    const version = (await run(node, ['--version'], { env, timeout: 2000, windowsHide: true })).stdout.trim()
    if (Number(/^v(\d+)/.exec(version)?.[1]) >= NODE_MAJOR) return null
    const found = name === 'node' ? `${file} is Node.js ${version}` : `Node.js ${version} is on the PATH`
    return `${found}; version ${NODE_MAJOR} or newer is needed.`
  } catch {
    return null
  }
}

const programName = (command: string): string =>
  (command.split(/[\\/]/).at(-1) ?? command).replace(/\.(cmd|exe|bat)$/i, '').toLowerCase()
