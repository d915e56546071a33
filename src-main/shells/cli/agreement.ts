import { isContractError } from '@shared/contract/channels'
import type { HostApi } from '@shared/contract/contract'
import type { Person } from './person'

export interface Agreement {
  readonly api: Pick<HostApi, 'listNewPrograms' | 'agreeToPrograms'>
  /** `--agree` was typed. */
  readonly isGiven: boolean
  /** Null where nobody can be asked. */
  readonly person: Person | null
}

/**
 * Starts an episode whose MCP servers may be programs that nobody has agreed to. Typing `play` is no agreement: the file may have changed since
 * it was last seen, and a line that is printed while its program starts can only be regretted. So each line is printed first, and then it takes
 * `--agree`, or a "yes" at a terminal. Without either the host's refusal stands, which names the lines and the ways out.
 */
export async function startAgreed<Started>(start: () => Promise<Started>, { api, isGiven, person }: Agreement): Promise<Started> {
  try {
    return await start()
  } catch (error) {
    if (!isContractError(error) || error.code !== 'program_not_agreed' || (!isGiven && person === null)) throw error
    const programs = await api.listNewPrograms({ text: null })
    const print = (line: string) => process.stderr.write(`${line}\n`)
    for (const { server, configFile, line, folder, variables } of programs) {
      print(`The MCP server ${server} of ${configFile} runs, with your rights:\n  ${line}`)
      if (folder !== null) print(`  in ${folder}`)
      if (variables.length > 0) print(`  with ${variables.join(' ')}`)
    }
    if (!isGiven) {
      print('Nobody has agreed to this on this machine. Type "yes" to agree:')
      if ((await person?.nextLine())?.trim().toLowerCase() !== 'yes') throw error
    }
    await api.agreeToPrograms({ fingerprints: programs.map(({ unagreed }) => unagreed) })
    return start()
  }
}
