import { ExpectedError } from '@shared/base/expected-error'
import type { McpConfigEntry } from '@shared/mcp/mcp-config'
import type { McpServer } from '@shared/mcp/mcp-entry'
import type { Settings } from '@shared/settings/settings'
import type { Agreements } from '../agreement/agreements'
import { withEnvironmentSecrets } from '../agreement/environment-secrets'
import type { ConfigSource } from '../config/config-file'
import type { Questions } from '../questions/questions'
import type { SignIns } from '../sign-in/sign-in-store'
import type { StartProgram } from '../transport/start-program'
import type { ConnectionWatch } from './connection-watch'
import { loadSession } from './load-session'
import { ServerSupervisor, type ServerStatusUpdate } from './server-supervisor'

export interface McpOptions extends ConfigSource {
  readonly settings: Settings['mcp']
  readonly agreements: Agreements
  /** Returns a monotonic time in ms. */
  readonly now: () => number
  /** Answers the questions of servers; absent if there is no person to ask. */
  readonly questions?: Pick<Questions, 'ask'>
  /** Returns the observer of each new session. */
  readonly watchServer?: (server: McpServer) => ConnectionWatch
  readonly signIns?: SignIns
  /** Starts the server programs. If absent, they are started in this thread. */
  readonly startProgram?: StartProgram | undefined
}

export function superviseEntry(
  entry: McpConfigEntry,
  options: McpOptions,
  report: (status: ServerStatusUpdate) => void,
): ServerSupervisor {
  const { settings } = options
  const warned = new Set<string>()
  const connect = async (signal: AbortSignal) => {
    if (!entry.server) throw new ExpectedError('mcp_failed', entry.fault ?? 'its entry cannot be used')
    const server = await withEnvironmentSecrets(entry.server, options)
    const { connectServer } = await loadSession()
    return connectServer(server, {
      ...options,
      ...limitsOf(server, settings),
      watch: options.watchServer?.(server),
      warned,
      onCall: (lastCall) => report({ lastCall }),
      signal,
    })
  }
  return new ServerSupervisor({ scope: settings.session_scope, connect, report })
}

/** The limits of the server's entry, else those of the settings. */
export const limitsOf = (
  server: McpServer,
  settings: Settings['mcp'],
): { readonly connectTimeoutMs: number; readonly callTimeoutMs: number } => ({
  connectTimeoutMs: server.connectTimeoutMs ?? settings.server_startup_timeout_seconds * 1000,
  callTimeoutMs: server.timeoutMs ?? settings.tool_call_timeout_seconds * 1000,
})
