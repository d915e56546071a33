import type { McpConfig, McpConfigEntry } from '@shared/config/mcp-config'
import type { NewPrograms } from '@shared/contract/mcp'
import type { ServerReport } from '@shared/episode/event'
import { ExpectedError } from '@shared/expected-error'
import { isExpected } from '@shared/expected-error'
import { loadConfig } from './config/config-file'
import { createToolSession } from './tools/create-tool-session'
import type { Ensemble } from './tools/ensemble'
import { readEnvFile } from './launch/env-file'
import { findNewPrograms, refuseNewPrograms, selectEntries } from './agree/new-programs'
import type { Sample } from './questions/sampling'
import { untilUnasked } from './questions/sampling-questions'
import type { ServerStatusUpdate, ServerSupervisor } from './connection/server-supervisor'
import type { ServerSession } from './connection/session'
import { startupError } from './launch/startup-error'
import { type McpOptions, superviseEntry } from './connection/supervise-entry'
import { type RecordEvent, type ToolSession } from './tools/tool-session'

export interface McpManagerOptions extends McpOptions {
  /** Told what becomes of each server, for the window's MCP panel. */
  readonly report?: (serverName: string, status: ServerStatusUpdate) => void
  /**
   * Names of servers that are off for the rest of the episode from its beginning, as its log says (requirement 6.10).
   */
  readonly serversOff?: readonly string[]
  /**
   * Whether an episode that runs keeps its servers although the file is now this one, by the hash of its text: see
   * `saveMcpConfig`.
   */
  readonly isHeld?: (textVersion: string) => boolean
}

export interface OpenSessionRequest {
  readonly turn: number
  readonly signal: AbortSignal
  readonly record: RecordEvent
  /** The model that servers may ask where the config allows it. */
  readonly sample?: Sample
  /** Tools that run in this process, offered beside those of the servers. */
  readonly localEnsembles?: readonly Ensemble[]
}

/** The MCP servers of one episode. */
export interface McpManager {
  /**
   * Throws a `bad_file` if the config file cannot be used (requirements 2.2, 2.3, 9.3), and `program_not_agreed`
   * unless what nobody agreed to is to be left out.
   */
  checkConfig(newPrograms: NewPrograms): Promise<void>
  /** Names of the servers that it found to use then. */
  readonly servers: readonly string[]
  /**
   * The tools of one turn; null if there are none, because every server is off for the episode or by the user. Throws
   * `mcp_failed` if on turn 1 no server could start (requirement 6.1), and the signal's reason when aborted.
   */
  openSession(request: OpenSessionRequest): Promise<ToolSession | null>
  /** Starts to connect what the next turn will need. */
  prepareNext(): void
  /** Resolves when no process of any server is left. */
  close(): Promise<void>
}

interface Watched {
  readonly entry: McpConfigEntry
  /** What the entry says: a server is started anew when it changes. */
  readonly key: string
  readonly supervisor: ServerSupervisor
}

type Start = { readonly watched: Watched } & ({ readonly session: ServerSession } | { readonly error: Error })

const NOT_READ_YET = ''

export function createMcpManager(options: McpManagerOptions): McpManager {
  const { settings, now } = options
  const ask = options.questions ? untilUnasked(options.questions.ask) : null
  const watched = new Map<string, Watched>()
  const off = new Set(options.serversOff)
  const reportedUnusable = new WeakSet<Watched>()
  const endings = new Set<Promise<void>>()
  let config: McpConfig | null = null
  let version = NOT_READ_YET
  let selected: readonly McpConfigEntry[] = []
  let selectedKeys = ''
  let leftOut: readonly McpConfigEntry[] = []
  let servers: readonly string[] = []
  /** Why the file as it is now cannot be used. */
  let fault: string | null = null
  let reportedFault: string | null = null
  let closed = false
  let reading: Promise<void> = Promise.resolve()

  const until = (ending: Promise<void>): Promise<void> => {
    endings.add(ending)
    return ending.finally(() => endings.delete(ending))
  }

  /**
   * Reads the file again if it, or a file of variables that it names, changed. In the middle of an episode a file that
   * cannot be used changes nothing: its last good form holds. What nobody has agreed to is left out until somebody
   * does, whenever it came into the file.
   */
  async function readAgain(): Promise<void> {
    let allowed: readonly McpConfigEntry[]
    try {
      const changed = await loadConfig(
        options,
        (await keysOf(selected)).join() === selectedKeys ? version : NOT_READ_YET,
      )
      fault = null
      if (!changed || (config && options.isHeld?.(changed.textVersion))) return
      selected = selectEntries(changed.config, settings)
      allowed = await allowedOf(selected)
      ;({ config, version } = changed)
    } catch (error) {
      if (!isExpected(error, 'bad_file')) throw error
      fault = error.message
      if (config) return
      throw error
    }
    leftOut = selected.filter((entry) => !allowed.includes(entry))
    const found = await keysOf(selected)
    selectedKeys = found.join()
    const keys = new Map(
      selected.flatMap((entry, index) => (allowed.includes(entry) ? [[entry.name, found[index] ?? '']] : [])),
    )
    for (const [name, { key, supervisor }] of watched) {
      if (keys.get(name) === key) continue
      watched.delete(name)
      void until(supervisor.close())
    }
    for (const entry of allowed) {
      const existing = watched.get(entry.name)
      // Put in again to keep the order of the file: the order of the tools depends on it, and on that the model's
      // prompt cache.
      watched.delete(entry.name)
      watched.set(
        entry.name,
        existing ?? {
          entry,
          key: keys.get(entry.name) ?? '',
          supervisor: superviseEntry(entry, options, (status) => options.report?.(entry.name, status)),
        },
      )
    }
  }

  /** One after the other: a reading of the file as it was must not overtake that of a newer one. */
  const reload = (): Promise<void> => (reading = reading.catch(() => {}).then(readAgain))

  /**
   * What each entry says, whatever line it has moved to, with the file of variables that it names: whatever of it
   * changed, it is another server.
   */
  const keysOf = (entries: readonly McpConfigEntry[]): Promise<readonly string[]> =>
    Promise.all(
      entries.map(async ({ line: _line, ...entry }) =>
        JSON.stringify([entry, entry.server && (await readEnvFile(entry.server, options.configFile))?.sha256]),
      ),
    )

  async function allowedOf(entries: readonly McpConfigEntry[]): Promise<readonly McpConfigEntry[]> {
    const allowed = await Promise.all(
      entries.map(async ({ server }) => server === null || (await options.agreements.unagreedOf(server)) === null),
    )
    return entries.filter((_, index) => allowed[index])
  }

  const active = (): Watched[] => [...watched.values()].filter(({ entry }) => !off.has(entry.name))

  async function start(candidate: Watched, signal: AbortSignal): Promise<Start> {
    try {
      return { watched: candidate, session: await candidate.supervisor.take(signal) }
    } catch (error) {
      signal.throwIfAborted()
      return { watched: candidate, error: error instanceof Error ? error : new Error(String(error)) }
    }
  }

  /** Requirements 6.7 to 6.10, for each server by itself: one retry in the turn, then off for the episode. */
  async function startOrDisable(candidate: Watched, { turn, signal, record }: OpenSessionRequest): Promise<Start> {
    const server_name = candidate.entry.name
    const first = await start(candidate, signal)
    if (!('error' in first)) return first
    // Nothing was tried: an entry that cannot be used is told once, and used from the turn after somebody corrected it.
    if (candidate.entry.server === null) {
      if (!reportedUnusable.has(candidate))
        record({
          event_type: 'mcp_server_failed',
          turn,
          server_name,
          error: first.error.message,
          attempt: 1,
          will_retry: false,
        })
      reportedUnusable.add(candidate)
      return first
    }
    record({
      event_type: 'mcp_server_failed',
      turn,
      server_name,
      error: first.error.message,
      attempt: 1,
      will_retry: true,
    })
    const second = await start(candidate, signal)
    if (!('error' in second)) {
      record({ event_type: 'mcp_retry_successful', turn, server_name })
      return second
    }
    record({
      event_type: 'mcp_server_failed',
      turn,
      server_name,
      error: second.error.message,
      attempt: 2,
      will_retry: false,
    })
    off.add(server_name)
    void until(candidate.supervisor.close())
    record({ event_type: 'mcp_disabled_fallback', turn, server_name, error: second.error.message })
    return second
  }

  /** Requirement 6.1, decision 4: no retry; the episode ends only if not one server could start. */
  async function startFirst(
    candidates: readonly Watched[],
    { turn, signal, record }: OpenSessionRequest,
  ): Promise<readonly Start[]> {
    const starts = await Promise.all(candidates.map((candidate) => start(candidate, signal)))
    for (const candidate of candidates) if (candidate.entry.server === null) reportedUnusable.add(candidate)
    const failures = starts.flatMap((each) =>
      'error' in each
        ? [{ serverName: each.watched.entry.name, server: each.watched.entry.server, error: each.error }]
        : [],
    )
    for (const { serverName, error } of failures)
      record({
        event_type: 'mcp_server_failed',
        turn,
        server_name: serverName,
        error: error.message,
        attempt: 1,
        will_retry: false,
      })
    if (failures.length > 0 && failures.length === starts.length) throw startupError(failures)
    return starts
  }

  return {
    async checkConfig(newPrograms) {
      const found = await loadConfig(options, NOT_READ_YET)
      const selected = found ? selectEntries(found.config, settings) : []
      if (newPrograms === 'refuse') refuseNewPrograms(await findNewPrograms(selected, options))
      servers = (await allowedOf(selected)).map(({ name }) => name)
    },

    get servers() {
      return servers
    },

    async openSession(request) {
      if (closed) throw new ExpectedError('mcp_failed', 'The MCP servers of this episode are closed.')
      const began = now()
      await reload().finally(() => {
        if (fault !== null && fault !== reportedFault)
          request.record({ event_type: 'mcp_init_error', turn: request.turn, error: fault })
        reportedFault = fault
      })
      const candidates = active()
      const starts =
        request.turn <= 1
          ? await startFirst(candidates, request)
          : await Promise.all(candidates.map((candidate) => startOrDisable(candidate, request)))
      const sessions = starts.flatMap((each) =>
        'session' in each ? [{ session: each.session, supervisor: each.watched.supervisor }] : [],
      )
      for (const { session } of sessions)
        session.listen({
          record: (event) => request.record({ ...event, turn: request.turn }),
          sample: request.sample ?? null,
          ask,
          turn: request.turn,
        })
      const ensembles = [...(request.localEnsembles ?? []), ...sessions.map(({ session }) => session)]
      if (ensembles.length === 0) return null
      const close = () => {
        for (const { session } of sessions) session.listen(null)
        return until(Promise.all(sessions.map(({ session, supervisor }) => supervisor.release(session))).then(() => {}))
      }
      const reports =
        config?.servers.map((entry) => reportServer(entry, watched.get(entry.name), starts, leftOut.includes(entry))) ??
        []
      const instructions = sessions.flatMap(({ session }) => session.briefing ?? []).join('\n\n') || null
      return createToolSession(ensembles, { servers: reports, instructions, waitMs: now() - began }, close)
    },

    prepareNext() {
      if (closed) return
      // A file that cannot be used is for `openSession` to report.
      const prepare = () => {
        if (!closed) for (const { supervisor } of active()) supervisor.prepare()
      }
      void reload().then(prepare, () => {})
    },

    async close() {
      closed = true
      await Promise.all([...[...watched.values()].map(({ supervisor }) => supervisor.close()), ...endings])
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
    return { name: entry.name, state: 'ready', tool_count: start.session.invokers.length, error: null }
  if (start) return { name: entry.name, state: 'failed', tool_count: null, error: start.error.message }
  if (isLeftOut)
    return {
      name: entry.name,
      state: 'disabled',
      tool_count: null,
      error: 'nobody has agreed to run its program on this machine',
    }
  return {
    name: entry.name,
    state: watched ? 'failed' : 'disabled',
    tool_count: null,
    error: watched ? 'off for the rest of the episode' : null,
  }
}
