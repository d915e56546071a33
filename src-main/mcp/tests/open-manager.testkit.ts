import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EventBody } from '@shared/episode/log/event'
import { type Settings, settings as settingsSchema } from '@shared/settings/settings'
import { memorySecrets } from '../../secrets/secret-store'
import { openSecrets } from '../../secrets/secrets'
import { createMcpManager, type McpManager, type McpManagerOptions, type OpenSessionRequest } from '../mcp-manager'
import { type ToolSession } from '../tools/tool-session'
import { everythingAgreed } from './everything-agreed.testkit'
import { SCRIPTED_SERVER } from './processes.testkit'

const managers: McpManager[] = []
const folders: string[] = []
export const signal = new AbortController().signal

/** Closes the managers and removes the folders of a test; for `afterEach`. */
export async function closeManagers(): Promise<void> {
  await Promise.all(managers.splice(0).map((manager) => manager.close()))
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
}

/** Creates a temporary folder that `closeManagers` removes. */
export function makeTestFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'zorkgpt-mcp-'))
  folders.push(folder)
  return folder
}

/** The entry of a scripted server with these options. */
export const scripted = (...options: string[]) => ({ command: 'node', args: [SCRIPTED_SERVER, ...options] })

/**
 * Opens a manager on a config file with these servers. Returns it with its records and a function that opens a turn.
 */
export function setUp(
  servers: Readonly<Record<string, unknown>>,
  mcp: Partial<Settings['mcp']> = {},
  extra: Partial<McpManagerOptions> = {},
) {
  const folder = makeTestFolder()
  const configFile = join(folder, 'mcp_config.json')
  const configure = (entries: Readonly<Record<string, unknown>>) =>
    writeFileSync(configFile, JSON.stringify({ mcpServers: entries }))
  configure(servers)
  const events: EventBody[] = []
  const states: string[] = []
  const statuses: Parameters<NonNullable<McpManagerOptions['report']>>[1][] = []
  let stateChanged = () => {}
  const report: McpManagerOptions['report'] = (_name, status) => {
    statuses.push(status)
    if (status.state) states.push(status.state)
    stateChanged()
  }
  /** Resolves when servers have entered this state `times` times. */
  const reached = async (state: string, times = 1) => {
    while (states.filter((each) => each === state).length < times)
      await new Promise<void>((resolve) => (stateChanged = resolve))
  }
  const manager = createMcpManager({
    configFile,
    // Only the time limit of the test runner ends a test that hangs.
    settings: { ...settingsSchema.parse({}).mcp, server_startup_timeout_seconds: 300, ...mcp },
    appRoot: folder,
    env: process.env,
    secrets: openSecrets(memorySecrets(), {}, []),
    agreements: everythingAgreed,
    now: () => performance.now(),
    report,
    ...extra,
  })
  managers.push(manager)
  const openTurn = (turn: number, more: Partial<OpenSessionRequest> = {}) =>
    manager.openSession({ turn, signal, record: (event) => events.push(event), ...more })
  const types = () => events.map((event) => event.event_type)
  return { manager, folder, configFile, configure, events, types, states, statuses, reached, openTurn }
}

export const call = (
  session: ToolSession | null,
  toolName: string,
  parameters: Readonly<Record<string, unknown>> = {},
) => session?.callTool({ toolName, arguments: parameters, signal })
export const content = async (
  session: ToolSession | null,
  toolName: string,
  parameters: Readonly<Record<string, unknown>> = {},
) => {
  const outcome = await call(session, toolName, parameters)
  return outcome?.kind === 'result' ? outcome.content : outcome
}
export const names = (session: ToolSession | null) => session?.tools.map((tool) => tool.function.name) ?? []
/** The pids in a file that `starts-file` names. */
export const starts = (file: string) => readFileSync(file, 'utf8').trim().split('\n').map(Number)
