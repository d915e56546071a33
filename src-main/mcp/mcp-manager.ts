import { ExpectedError } from '@shared/base/expected-error'
import type { NewPrograms } from '@shared/contract/mcp'
import type { ServerReport } from '@shared/episode/log/event'
import type { McpConfigEntry } from '@shared/mcp/mcp-config'
import {
  agreedEntries,
  findUnagreedPrograms,
  refuseUnagreedPrograms,
  selectEntries,
} from './agreement/unagreed-programs'
import { loadConfig } from './config/config-file'
import { ServerStarts, type Start, type StartingTurn } from './connection/start-servers'
import { type Watched, WatchedServers, type WatchedServersOptions } from './connection/watched-servers'
import type { Sample } from './questions/sampling'
import { withRememberedConsent } from './questions/sampling-questions'
import { createToolSession } from './tools/create-tool-session'
import type { ToolSession } from './tools/tool-session'
import type { ToolGroup } from './tools/tool-table'

export interface McpManagerOptions extends WatchedServersOptions {
  /** Names of servers that are off for the rest of the episode, according to its log (requirement 6.10). */
  readonly serversOff?: readonly string[]
}

export interface OpenSessionRequest extends StartingTurn {
  /** The model that servers may ask, if the config allows it. */
  readonly sample?: Sample
  /** Tools that run in this process, offered with those of the servers. */
  readonly localTools?: readonly ToolGroup[]
}

/** The MCP servers of one episode. */
export interface McpManager {
  /**
   * Finds the servers of the episode. Throws `bad_file` if the config file cannot be used (requirements 2.2, 2.3, 9.3),
   * and `program_not_agreed` unless programs without consent are to be left out.
   */
  checkConfig(newPrograms: NewPrograms): Promise<void>
  /** Names of the servers that `checkConfig` found. */
  readonly servers: readonly string[]
  /**
   * The tools of one turn; null if there are none, because every server is disabled or off for the episode. Throws
   * `mcp_failed` if no server could start on turn 1 (requirement 6.1), `sign_in_needed`, and the signal's reason when
   * aborted.
   */
  openSession(request: OpenSessionRequest): Promise<ToolSession | null>
  /** Starts to connect the servers for the next turn. */
  prepareNext(): void
  /** Ends all servers. Resolves when no process of them is left. */
  close(): Promise<void>
}

export function createMcpManager(options: McpManagerOptions): McpManager {
  const { now } = options
  const ask = options.questions ? withRememberedConsent(options.questions.ask) : null
  const watched = new WatchedServers(options)
  const starts = new ServerStarts(watched, options.serversOff)
  let servers: readonly string[] = []
  let reportedFault: string | null = null
  let closed = false

  return {
    async checkConfig(newPrograms) {
      const found = await loadConfig(options, null)
      const selected = found ? selectEntries(found.config, options.settings) : []
      if (newPrograms === 'refuse') refuseUnagreedPrograms(await findUnagreedPrograms(selected, options))
      servers = (await agreedEntries(selected, options.agreements)).map(({ name }) => name)
    },

    get servers() {
      return servers
    },

    async openSession(request) {
      if (closed) throw new ExpectedError('mcp_failed', 'The MCP servers of this episode are closed.')
      const began = now()
      await watched.reload().finally(() => {
        const { fault } = watched
        if (fault !== null && fault !== reportedFault)
          request.record({ event_type: 'mcp_init_error', turn: request.turn, error: fault })
        reportedFault = fault
      })
      const started = await starts.startActive(request)
      const sessions = started.flatMap((each) =>
        'session' in each ? [{ session: each.session, supervisor: each.watched.supervisor }] : [],
      )
      for (const { session } of sessions)
        session.listen({
          record: (event) => request.record({ ...event, turn: request.turn }),
          sample: request.sample ?? null,
          ask,
          turn: request.turn,
        })
      const groups = [...(request.localTools ?? []), ...sessions.map(({ session }) => session)]
      if (groups.length === 0) return null
      const close = () => {
        for (const { session } of sessions) session.listen(null)
        return watched.until(
          Promise.all(sessions.map(({ session, supervisor }) => supervisor.release(session))).then(() => {}),
        )
      }
      const reports = watched.entries.map((entry) =>
        reportServer(entry, watched.of(entry.name), started, watched.isLeftOut(entry)),
      )
      const instructions = sessions.flatMap(({ session }) => session.context ?? []).join('\n\n') || null
      return createToolSession(groups, { servers: reports, instructions, waitMs: now() - began }, close)
    },

    prepareNext() {
      if (closed) return
      // The next `openSession` reports a file that cannot be used.
      const prepare = () => {
        if (!closed) for (const { supervisor } of starts.active) supervisor.prepare()
      }
      void watched.reload().then(prepare, () => {})
    },

    close() {
      closed = true
      return watched.close()
    },
  }
}

function reportServer(
  entry: McpConfigEntry,
  watched: Watched | undefined,
  starts: readonly Start[],
  isLeftOut: boolean,
): ServerReport {
  const start = starts.find((each) => each.watched === watched)
  if (start && 'session' in start)
    return {
      name: entry.name,
      state: 'ready',
      tool_count: start.session.invokers.length,
      error: null,
      ...(entry.server && { transport: entry.server.transport === 'stdio' ? 'stdio' : 'http' }),
    }
  const withoutTools = (state: 'failed' | 'disabled', error: string | null): ServerReport => ({
    name: entry.name,
    state,
    tool_count: null,
    error,
  })
  if (start) return withoutTools('failed', start.error.message)
  if (isLeftOut) return withoutTools('disabled', 'its program was not agreed to on this machine')
  return watched ? withoutTools('failed', 'off for the rest of the episode') : withoutTools('disabled', null)
}
