import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

/** What `npm start -- …` may say to the web and the Electron shell. Paths are absolute; null leaves the choice to the shell. */
export interface ShellArguments {
  readonly port: number
  readonly dataFolder: string | null
  readonly configFile: string | null
  readonly mcpConfigFile: string | null
  /** Story files named on the command line, as the file associations do. */
  readonly storyFiles: readonly string[]
  /** Exported episodes named there, which only a shell with a window can open. */
  readonly episodeFiles: readonly string[]
}

export const usage = '[--port P] [--data DIR] [--config FILE] [--mcp-config FILE] [STORY…]'

/** Throws an Error with one sentence for a port that is none. Switches it does not know are Chromium's, and not its concern. */
export function readShellArguments(args: readonly string[], cwd: string): ShellArguments {
  const { values, positionals } = parseArgs({
    args: [...args],
    strict: false,
    options: { port: { type: 'string' }, data: { type: 'string' }, config: { type: 'string' }, 'mcp-config': { type: 'string' } },
  })
  const path = (value: unknown) => (typeof value === 'string' ? resolve(cwd, value) : null)
  const named = (ending: RegExp) => positionals.filter((name) => ending.test(name)).map((name) => resolve(cwd, name))
  return {
    port: readPort(values.port ?? '0'),
    dataFolder: path(values.data),
    configFile: path(values.config),
    mcpConfigFile: path(values['mcp-config']),
    storyFiles: named(/\.(z[1-8]|zblorb|zlb)$/i),
    episodeFiles: named(/\.(zorkgpt|jsonl)$/i),
  }
}

/** 0 stands for any free port. */
function readPort(value: string | boolean): number {
  const port = typeof value === 'string' && /^\d{1,5}$/.test(value) ? Number(value) : NaN
  if (port <= 65535) return port
  throw new Error(`--port wants a number from 0 to 65535, not "${value}".`)
}
