import type { McpConfig, McpConfigEntry } from '@shared/config/mcp-config'
import type { Settings } from '@shared/config/settings'
import type { McpProgram } from '@shared/contract/mcp'
import { contractError } from '@shared/contract/rpc'
import { type DescribePlace, describeLaunch } from './describe-launch'

/** The entries that an episode uses, in the order of the file (requirement 2.6). */
export function selectEntries({ servers }: McpConfig, { server_selection }: Pick<Settings['mcp'], 'server_selection'>): readonly McpConfigEntry[] {
  const enabled = servers.filter((entry) => !entry.disabled)
  return server_selection === 'first' ? enabled.slice(0, 1) : enabled
}

/** What of these entries is to be agreed to before it is started here, each as it would be executed. */
export async function findNewPrograms(entries: readonly McpConfigEntry[], place: DescribePlace): Promise<readonly McpProgram[]> {
  const found = await Promise.all(entries.map(async ({ server }): Promise<readonly McpProgram[]> => {
    const unagreed = server && (await place.agreements.unagreedOf(server))
    return server && unagreed !== null ? [{ ...(await describeLaunch(server, place)), unagreed, server: server.name, configFile: place.configFile }] : []
  }))
  return found.flat()
}

/** Throws `program_not_agreed` if there are any. */
export function refuseNewPrograms(programs: readonly McpProgram[]): void {
  const [first] = programs
  if (!first) return
  const lines = programs.map(({ server, line, folder }) => `  ${server}: ${line}${folder === null ? '' : ` (in ${folder})`}`).join('\n')
  const what = programs.length === 1 ? 'a program that nobody has' : 'programs that nobody has'
  throw contractError('program_not_agreed', `${first.configFile} names ${what} agreed to run on this machine:\n${lines}\nAgree to it in the window, or with "zorkgpt play --agree"; or play without tools.`)
}
