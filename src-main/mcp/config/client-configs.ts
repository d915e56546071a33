import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { ExpectedError } from '@shared/base/expected-error'
import { isRecord } from '@shared/base/json/is-record'
import type { McpImportSource } from '@shared/contract/mcp'
import { readServers } from '@shared/mcp/mcp-import'
import { parseJsonc } from '@shared/mcp/parse-jsonc'
import type { Secrets } from '../../secrets/secrets'

/** The user's folders on one system. */
export interface UserFolders {
  readonly platform: NodeJS.Platform
  readonly home: string
  /** `%APPDATA%`; only read on Windows. */
  readonly appData: string
}

export const userFolders = (env: Readonly<Record<string, string | undefined>>): UserFolders => ({
  platform: process.platform,
  home: homedir(),
  appData: env.APPDATA ?? join(homedir(), 'AppData', 'Roaming'),
})

/** The settings folder of programs on this system. */
function settingsFolder({ platform, home, appData }: UserFolders): string {
  if (platform === 'win32') return appData
  return platform === 'darwin' ? join(home, 'Library', 'Application Support') : join(home, '.config')
}

/** The config files of MCP clients, according to their documentation of 2026. */
function clientFiles(folders: UserFolders): readonly (readonly [client: string, path: string])[] {
  const { platform, home, appData } = folders
  const settings = settingsFolder(folders)
  const code = join(settings, 'Code', 'User')
  return [
    ['Claude Desktop', join(settings, 'Claude', 'claude_desktop_config.json')],
    ['Claude Code', join(home, '.claude.json')],
    ['Cursor', join(home, '.cursor', 'mcp.json')],
    ['VS Code', join(code, 'mcp.json')],
    ['VS Code', join(code, 'settings.json')],
    ['Windsurf', join(home, '.codeium', 'windsurf', 'mcp_config.json')],
    [
      'Zed',
      platform === 'win32' ? join(appData, 'Zed', 'settings.json') : join(home, '.config', 'zed', 'settings.json'),
    ],
    ['Cline', join(code, 'globalStorage', 'saoudrizwan.claude-dev', 'settings', 'cline_mcp_settings.json')],
    ['Gemini CLI', join(home, '.gemini', 'settings.json')],
    ['LM Studio', join(home, '.lmstudio', 'mcp.json')],
  ]
}

/** The servers of other clients on this machine, for an import. Reads only; leaves out the values of secrets. */
export async function findClientServers(folders: UserFolders): Promise<readonly McpImportSource[]> {
  const sources = await Promise.all(
    clientFiles(folders).map(async ([client, path]): Promise<readonly McpImportSource[]> => {
      const found = await readClientFile(path)
      if (found === null || (found.fault === null && found.servers.length === 0)) return []
      const servers = found.servers.map((server) => ({
        ...server,
        secrets: server.secrets.map(({ name }) => ({ name, value: null })),
      }))
      return [{ client, path, servers, fault: found.fault }]
    }),
  )
  return sources.flat()
}

/**
 * Moves the secrets that `findClientServers` left out of one server into the secret store. Throws `not_found` for any
 * other file.
 */
export async function keepClientSecrets(
  folders: UserFolders,
  path: string,
  serverName: string,
  secrets: Secrets,
): Promise<void> {
  const isKnown = clientFiles(folders).some(([, known]) => known === path)
  const server = isKnown ? (await readClientFile(path))?.servers.find(({ name }) => name === serverName) : undefined
  if (!server) throw new ExpectedError('not_found', `There is no server ${serverName} to import from ${path}.`)
  for (const { name, value } of server.secrets) if (value !== null) await secrets.set(name, value)
}

/** Null if there is no such file. A file without servers, such as one about something else, has no fault. */
async function readClientFile(path: string): Promise<Pick<McpImportSource, 'servers' | 'fault'> | null> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT'
      ? null
      : { servers: [], fault: `The file cannot be read: ${(error as Error).message}` }
  }
  const parsed = parseJsonc(text)
  if (parsed === null) return { servers: [], fault: 'The file is not valid JSON.' }
  return { servers: readServers(withProjects(parsed.value)).servers, fault: null }
}

/**
 * Claude Code also stores servers per folder, under `projects`. If a name occurs several times, the user's server
 * counts.
 */
function withProjects(root: unknown): unknown {
  if (!isRecord(root) || !isRecord(root.projects)) return root
  const tables = [
    ...Object.values(root.projects).map((project) => (isRecord(project) ? project.mcpServers : null)),
    root.mcpServers,
  ]
  return { mcpServers: Object.assign({}, ...tables) as unknown }
}
