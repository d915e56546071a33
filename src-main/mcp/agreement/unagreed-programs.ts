import { ExpectedError } from '@shared/base/expected-error'
import { visibleLine } from '@shared/base/visible-text'
import type { McpProgram } from '@shared/contract/mcp'
import type { McpConfig, McpConfigEntry } from '@shared/mcp/mcp-config'
import type { Settings } from '@shared/settings/settings'
import { quoteForTerminal } from '../../base/terminal/terminal'
import type { Agreements } from './agreements'
import { type DescribePlace, describeLaunch } from './describe-program'
import { programLines } from './program-for-terminal'

/** The entries that an episode uses, in the order of the file (requirement 2.6). */
export function selectEntries(
  { servers }: McpConfig,
  { server_selection }: Pick<Settings['mcp'], 'server_selection'>,
): readonly McpConfigEntry[] {
  const enabled = servers.filter((entry) => !entry.disabled)
  return server_selection === 'first' ? enabled.slice(0, 1) : enabled
}

/** The entries with consent, and those that cannot be used (`server` is null), because these are never started. */
export async function agreedEntries(
  entries: readonly McpConfigEntry[],
  agreements: Agreements,
): Promise<readonly McpConfigEntry[]> {
  const agreed = await Promise.all(
    entries.map(async ({ server }) => server === null || (await agreements.unagreedOf(server)) === null),
  )
  return entries.filter((_, index) => agreed[index])
}

/** The programs of these entries that need consent here, each as it would be executed. */
export async function findUnagreedPrograms(
  entries: readonly McpConfigEntry[],
  place: DescribePlace,
): Promise<readonly McpProgram[]> {
  const found = await Promise.all(
    entries.map(async ({ server }): Promise<readonly McpProgram[]> => {
      const unagreed = server && (await place.agreements.unagreedOf(server))
      return server && unagreed !== null
        ? [
            {
              ...(await describeLaunch(server, place)),
              unagreed,
              server: server.name,
              configFile: server.namedIn ?? place.configFile,
            },
          ]
        : []
    }),
  )
  return found.flat()
}

/** Throws `program_not_agreed`, with the programs, if the list is not empty. */
export function refuseUnagreedPrograms(programs: readonly McpProgram[]): void {
  if (programs.length === 0) return
  const lines = programs.map((program) => quoteForTerminal(programLines(program).join('\n'), undefined)).join('\n\n')
  const sent = 'servers that are sent keys or variables of this machine, which you have not agreed to'
  const run = `${programs.length === 1 ? 'a program' : 'programs'} that you have not agreed to run`
  const what = programs.every(({ isRemote }) => isRemote) ? sent : run
  const files = [...new Set(programs.map(({ configFile }) => visibleLine(configFile)))]
  throw new ExpectedError(
    'program_not_agreed',
    `${files.join(' and ')} ${files.length === 1 ? 'names' : 'name'} ${what} on this machine:\n${lines}\nAgree in the window, or with "zorkgpt play --agree"; or play without tools.`,
  )
}
