import type { McpConfigEntry } from '@shared/mcp/mcp-config'
import type { McpServer } from '@shared/mcp/mcp-entry'
import type { Settings } from '@shared/settings/settings'
import { ExpectedError } from '@shared/base/expected-error'
import type { Agreements } from '../agreement/agreements'
import type { ConfigSource } from '../config/config-file'
import type { ConnectionWatch } from './connection-watch'
import type { Questions } from '../questions/questions'
import { withEnvironmentSecrets } from '../agreement/environment-secrets'
import { ServerSupervisor, type ServerStatusUpdate } from './server-supervisor'

export interface McpOptions extends ConfigSource {
  readonly settings: Settings['mcp']
  readonly agreements: Agreements
  /** Monotonic, ms. */
  readonly now: () => number
  /** Who answers what servers ask; left out where there never is a person. */
  readonly questions?: Pick<Questions, 'ask'>
  /** Asked for who follows each new session. */
  readonly watchServer?: (server: McpServer) => ConnectionWatch
}

/** A supervisor for one entry of the config file, with the limits of the settings or its own. */
export function superviseEntry(
  entry: McpConfigEntry,
  options: McpOptions,
  report: (status: ServerStatusUpdate) => void,
): ServerSupervisor {
  const { settings } = options
  const connect = async (signal: AbortSignal) => {
    if (!entry.server) throw new ExpectedError('mcp_failed', entry.fault ?? 'its entry cannot be used')
    const server = await withEnvironmentSecrets(entry.server, options)
    // The SDK is large: loaded when the first server is wanted.
    const { connectServer } = await import('./session')
    return connectServer(server, {
      ...options,
      ...limitsOf(server, settings),
      watch: options.watchServer?.(server),
      signal,
    })
  }
  return new ServerSupervisor({ scope: settings.session_scope, connect, report })
}

/** The limits of the settings, or the server's own. */
export const limitsOf = (
  server: McpServer,
  settings: Settings['mcp'],
): { readonly connectTimeoutMs: number; readonly callTimeoutMs: number } => ({
  connectTimeoutMs: server.connectTimeoutMs ?? settings.server_startup_timeout_seconds * 1000,
  callTimeoutMs: server.timeoutMs ?? settings.tool_call_timeout_seconds * 1000,
})
