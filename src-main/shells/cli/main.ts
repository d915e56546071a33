import { resolve } from 'node:path'
import { APP_VERSION } from '@shared/app-version'
import { forTerminal } from './terminal-text'
import { USAGE, UsageError } from './usage'

/** The app's own folder, two above `out/main`. */
const APP_ROOT = resolve(import.meta.dirname, '../..')

/** Commands are loaded when they are called: `--version` should not pay for an LLM client. */
const COMMANDS: Readonly<Record<string, () => Promise<{ run(args: readonly string[], appRoot: string): Promise<number> }>>> = {
  play: () => import('./play'),
  replay: () => import('./replay'),
  export: () => import('./export'),
  game: () => import('./game'),
  serve: () => import('./serve'),
  config: () => import('./config'),
}

async function main(args: readonly string[]): Promise<number> {
  const [command, ...rest] = args
  if (command === '--version' || command === '-v') {
    process.stdout.write(`${APP_VERSION}\n`)
    return 0
  }
  if (command === '--help' || command === '-h' || rest.includes('--help')) {
    process.stdout.write(USAGE)
    return 0
  }
  const load = command !== undefined && Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined
  if (!load) throw new UsageError(command === undefined ? 'No command given: zorkgpt --help lists them.' : `There is no command "${command}": zorkgpt --help lists them.`)
  return (await load()).run(rest.filter((arg) => arg !== '--debug'), APP_ROOT)
}

const debug = process.argv.includes('--debug')
endWithReader()
try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  const failure = error instanceof Error ? error : new Error(String(error))
  process.stderr.write(`zorkgpt: ${forTerminal(debug ? (failure.stack ?? failure.message) : failure.message)}\n`)
  process.exitCode = isUsage(failure) ? 2 : 1
}

/** When the reader of our output goes away, as `| head` does, that is a Ctrl-C to a command that ends in order, and the end of any other. */
function endWithReader(): void {
  let isGone = false
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    if (isGone) return
    isGone = true
    if (!process.emit('SIGINT')) process.exit()
  })
}

/** Wrong usage, or input that cannot be read: a story, a settings file, a config, an episode, a folder. */
function isUsage(error: Error): boolean {
  const code = 'code' in error ? String(error.code) : ''
  return error instanceof UsageError || error.name === 'StoryError' || error.name === 'McpError' || ['bad_settings', 'bad_start_file', 'bad_params', 'bad_log', 'no_episode', 'not_resumable', 'other_story', 'data_folder', 'port_in_use', 'program_not_agreed'].includes(code)
}
