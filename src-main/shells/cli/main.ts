import { APP_VERSION } from '@shared/base/app-version'
import { ExpectedError } from '@shared/base/expected-error'
import { exitStatusOf } from '../exit-status'
import { type CommandContext, processContext } from './command/command-context'
import type { CommandName } from './command/command-table'
import { USAGE } from './command/usage'

/** The commands are loaded on demand, because `--version`, for example, needs no LLM client. */
const COMMANDS: Readonly<
  Record<CommandName, () => Promise<{ run(args: readonly string[], context: CommandContext): Promise<number> }>>
> = {
  play: () => import('./play/play'),
  replay: () => import('./episode/replay'),
  compare: () => import('./episode/compare'),
  export: () => import('./episode/export'),
  import: () => import('./episode/import'),
  game: () => import('./game'),
  probe: () => import('./experiment/probe'),
  ablate: () => import('./experiment/ablate'),
  experiment: () => import('./experiment/experiment'),
  serve: () => import('./serve'),
  config: () => import('./config'),
  model: () => import('./model'),
  knowledge: () => import('./knowledge'),
  completion: () => import('./completion'),
}

const isCommand = (name: string | undefined): name is CommandName => name !== undefined && Object.hasOwn(COMMANDS, name)

/** Runs a command with its arguments. Returns the exit status; an error is printed. */
export async function run(args: readonly string[], context: CommandContext): Promise<number> {
  try {
    return await runCommand(args, context)
  } catch (error) {
    const failure = error instanceof Error ? error : new Error(String(error))
    context.printError(`zorkgpt: ${args.includes('--debug') ? (failure.stack ?? failure.message) : failure.message}`)
    return exitStatusOf(failure)
  }
}

async function runCommand(args: readonly string[], context: CommandContext): Promise<number> {
  const [command, ...rest] = args
  if (command === '--version' || command === '-v') {
    context.printLine(APP_VERSION)
    return 0
  }
  if (command === '--help' || command === '-h' || rest.includes('--help')) {
    context.printLine(USAGE)
    return 0
  }
  const load = isCommand(command) ? COMMANDS[command] : undefined
  if (!load) throw new ExpectedError('bad_input', `${whyNoCommand(command)}. "zorkgpt --help" lists the commands.`)
  return (await load()).run(
    rest.filter((arg) => arg !== '--debug'),
    context,
  )
}

function whyNoCommand(command: string | undefined): string {
  if (command === undefined) return 'No command given'
  if (command.startsWith('-')) return `A command must come before the option "${command}"`
  return `There is no command "${command}"`
}

/** Runs a command in this process and sets its exit status. `appRoot` is the folder of the app. */
export async function main(args: readonly string[], appRoot: string): Promise<void> {
  const context = processContext(appRoot)
  endWithOutput(context)
  process.exitCode = await run(args, context)
}

/** Error codes of a pipe whose other end is closed, as by `| head`, and of a closed terminal. */
const CLOSED = ['EPIPE', 'EIO']

/**
 * Interrupts the command when a write fails, or ends a process that does not handle interruptions. An error other than
 * a closed output is printed, and the exit status is then 1.
 */
function endWithOutput(context: CommandContext): void {
  let isEnding = false
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (isEnding) return
    isEnding = true
    if (!CLOSED.includes(error.code ?? '')) {
      context.printError(`zorkgpt: The output cannot be written (${error.code ?? error.message}).`)
      process.on('exit', () => (process.exitCode = 1))
    }
    if (!process.emit('SIGHUP', 'SIGHUP')) process.exit()
  })
  // Such an error cannot be printed.
  process.stderr.on('error', () => {})
}
