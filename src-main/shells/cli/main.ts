import { APP_VERSION } from '@shared/base/app-version'
import { exitStatusOf } from '../exit-status'
import type { CommandName } from './command-table'
import { badUsage } from './usage'
import { USAGE } from './usage'
import { complain, say } from '../../base/terminal/say'

/** Commands are loaded when they are called: `--version` should not pay for an LLM client. */
const COMMANDS: Readonly<
  Record<CommandName, () => Promise<{ run(args: readonly string[], appRoot: string): Promise<number> }>>
> = {
  play: () => import('./play'),
  replay: () => import('./replay'),
  compare: () => import('./compare'),
  export: () => import('./export'),
  import: () => import('./import'),
  game: () => import('./game'),
  ablate: () => import('./ablate'),
  experiment: () => import('./experiment'),
  serve: () => import('./serve'),
  config: () => import('./config'),
  completion: () => import('./completion'),
}

const isCommand = (name: string | undefined): name is CommandName => name !== undefined && Object.hasOwn(COMMANDS, name)

async function run(args: readonly string[], appRoot: string): Promise<number> {
  const [command, ...rest] = args
  if (command === '--version' || command === '-v') {
    say(APP_VERSION)
    return 0
  }
  if (command === '--help' || command === '-h' || rest.includes('--help')) {
    say(USAGE)
    return 0
  }
  const load = isCommand(command) ? COMMANDS[command] : undefined
  if (!load) throw badUsage(`${whyNoCommand(command)}: zorkgpt --help lists them.`)
  return (await load()).run(
    rest.filter((arg) => arg !== '--debug'),
    appRoot,
  )
}

function whyNoCommand(command: string | undefined): string {
  if (command === undefined) return 'No command given'
  if (command.startsWith('-')) return `There is no option "${command}" here; a command comes first`
  return `There is no command "${command}"`
}

/** Runs what was typed after `zorkgpt`, and sets the exit status of this process. `appRoot` is the app's own folder. */
export async function main(args: readonly string[], appRoot: string): Promise<void> {
  endWithReader()
  try {
    process.exitCode = await run(args, appRoot)
  } catch (error) {
    const failure = error instanceof Error ? error : new Error(String(error))
    complain(`zorkgpt: ${args.includes('--debug') ? (failure.stack ?? failure.message) : failure.message}`)
    process.exitCode = exitStatusOf(failure)
  }
}

/** Of a reader who went away, as `| head` does, and of a terminal that was closed. */
const GONE = ['EPIPE', 'EIO']

/**
 * When nobody can read our output any more, a command that ends in order does so, and any other ends at once. Where
 * somebody wants it and it cannot be written, as on a full disk, that is a failure.
 */
function endWithReader(): void {
  let isOver = false
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (isOver) return
    isOver = true
    if (!GONE.includes(error.code ?? '')) {
      complain(`zorkgpt: The output cannot be written (${error.code ?? error.message}).`)
      process.on('exit', () => (process.exitCode = 1))
    }
    if (!process.emit('SIGHUP', 'SIGHUP')) process.exit()
  })
  // There is nowhere left to say it.
  process.stderr.on('error', () => {})
}
