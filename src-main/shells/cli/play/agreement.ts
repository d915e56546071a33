import { isExpected } from '@shared/base/expected-error'
import type { HostApi } from '@shared/contract/contract'
import { quoteForTerminal } from '../../../base/terminal/terminal'
import { programLines } from '../../../mcp/agreement/program-for-terminal'
import type { CommandContext } from '../command/command-context'
import type { Person } from './person'

interface Agreement {
  readonly api: Pick<HostApi, 'listNewPrograms' | 'agreeToPrograms'>
  /** Whether `--agree` was given. */
  readonly isGiven: boolean
  readonly person: Person | null
  readonly context: CommandContext
}

/**
 * Starts an episode whose MCP servers may be programs without consent. Each of these programs is printed, even with
 * `--agree`, because the file may have changed since the user saw it. Without `--agree` the user must type "yes".
 */
export async function startAgreed<Started>(
  start: () => Promise<Started>,
  { api, isGiven, person, context }: Agreement,
): Promise<Started> {
  try {
    return await start()
  } catch (error) {
    if (!isExpected(error, 'program_not_agreed') || (!isGiven && person === null)) throw error
    const programs = await api.listNewPrograms({ text: null })
    for (const [index, program] of programs.entries()) {
      const count = programs.length === 1 ? '' : ` (${index + 1} of ${programs.length})`
      context.printError(
        program.isRemote
          ? `This MCP server gets the values of the \${…} references: keys, secrets, variables. You have not agreed to that on this machine${count}:`
          : `An MCP server is a program with your rights. You have not agreed on this machine to run this one${count}:`,
      )
      for (const line of programLines(program)) context.printError(quoteForTerminal(line, context.err.columns))
      if (isGiven) continue
      context.printError('Type "yes" to agree to the lines behind the bars above:')
      if ((await person?.nextLine())?.trim().toLowerCase() !== 'yes') throw error
    }
    await api.agreeToPrograms({ fingerprints: programs.map(({ unagreed }) => unagreed) })
    return start()
  }
}
