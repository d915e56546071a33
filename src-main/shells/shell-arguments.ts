import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { ExpectedError } from '@shared/base/expected-error'
import { readPath } from '../host/episodes/data-folder'
import { whyBadOptions } from './why-bad-options'

/** Options of `npm start -- …` for the web and Electron shells. Paths are absolute; null means the shell's default. */
export interface ShellArguments {
  /** 0 takes any free port. */
  readonly port: number | null
  readonly dataFolder: string | null
  readonly configFile: string | null
  readonly mcpConfigFile: string | null
  /** Story files on the command line, which file associations pass too. */
  readonly storyFiles: readonly string[]
  /** Exported episodes on the command line; only a shell with a window can open them. */
  readonly episodeFiles: readonly string[]
}

const OPTIONS = {
  port: { type: 'string' },
  data: { type: 'string' },
  config: { type: 'string' },
  'mcp-config': { type: 'string' },
} as const

/** Options of Electron, which `npm start` also passes on if it opens a browser instead. */
const ELECTRON_OPTIONS = {
  'no-sandbox': { type: 'boolean' },
  'disable-gpu': { type: 'boolean' },
  'password-store': { type: 'string' },
  'ozone-platform': { type: 'string' },
} as const

/** Throws `bad_input` for an option that the web shell does not know. */
export function checkWebOptions(args: readonly string[]): void {
  try {
    parseArgs({ args: [...args], allowPositionals: true, options: { ...OPTIONS, ...ELECTRON_OPTIONS } })
  } catch (error) {
    throw new ExpectedError('bad_input', `${whyBadOptions(error as Error)} --help lists the options.`)
  }
}

/** Throws `bad_input` for an invalid port, path or file address. Unknown switches are Chromium's. */
export function readShellArguments(args: readonly string[], cwd: string): ShellArguments {
  const { values, positionals } = parseArgs({ args: [...args], strict: false, options: OPTIONS })
  // A lenient parser treats an option without a value as a switch.
  const path = (name: 'data' | 'config' | 'mcp-config') => {
    const value = values[name]
    return readPath(`--${name}`, typeof value === 'boolean' ? '' : value, cwd)
  }
  const named = (ending: RegExp) => positionals.filter((name) => ending.test(name)).map((name) => pathOf(name, cwd))
  return {
    port: values.port === undefined ? null : readPort(values.port),
    dataFolder: path('data'),
    configFile: path('config'),
    mcpConfigFile: path('mcp-config'),
    storyFiles: named(/\.(z[1-8]|zblorb|zlb)$/i),
    episodeFiles: named(/\.(zorkgpt|jsonl)$/i),
  }
}

/** A desktop passes a file as a file:// address (`%U` of a .desktop entry), which may be on another computer. */
function pathOf(name: string, cwd: string): string {
  if (!/^(file:|[a-z][a-z\d+.-]+:\/\/)/i.test(name)) return resolve(cwd, name)
  try {
    return fileURLToPath(name)
  } catch {
    throw new ExpectedError('bad_input', `${name} is not a file on this computer.`)
  }
}

function readPort(value: string | boolean): number {
  const port = typeof value === 'string' && /^\d{1,5}$/.test(value) ? Number(value) : NaN
  if (port <= 65535) return port
  throw new ExpectedError('bad_input', `--port is "${value}". It must be a number from 0 to 65535.`)
}
