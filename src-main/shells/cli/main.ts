import { APP_VERSION } from '@shared/app-version'
import { exitStatusOf } from '../exit-status'
import { USAGE, UsageError } from './usage'
import { complain, say } from '../../terminal/say'

/** Commands are loaded when they are called: `--version` should not pay for an LLM client. */
const COMMANDS: Readonly<
  Record<string, () => Promise<{ run(args: readonly string[], appRoot: string): Promise<number> }>>
> = {
  play: () => import('./play'),
  replay: () => import('./replay'),
  export: () => import('./export'),
  game: () => import('./game'),
  serve: () => import('./serve'),
  config: () => import('./config'),
}

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
  const load = command !== undefined && Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined
  if (!load)
    throw new UsageError(
      command === undefined
        ? 'No command given: zorkgpt --help lists them.'
        : `There is no command "${command}": zorkgpt --help lists them.`,
    )
  return (await load()).run(
    rest.filter((arg) => arg !== '--debug'),
    appRoot,
  )
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

/**
 * When the reader of our output goes away, as `| head` does, that is a Ctrl-C to a command that ends in order, and the
 * end of any other.
 */
function endWithReader(): void {
  let isGone = false
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    if (isGone) return
    isGone = true
    if (!process.emit('SIGINT')) process.exit()
  })
}
