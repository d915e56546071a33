import { ExpectedError } from '@shared/base/expected-error'
import { reasonIn } from '../launch/reason-in'
import { startupError } from '../launch/startup-error'
import type { RecordEvent } from '../tools/tool-session'
import { ConnectError, type ServerSession } from './session'
import type { Watched, WatchedServers } from './watched-servers'

/** The result of starting one server at the beginning of a turn. */
export type Start = { readonly watched: Watched } & ({ readonly session: ServerSession } | { readonly error: Error })

export interface StartingTurn {
  readonly turn: number
  readonly signal: AbortSignal
  readonly record: RecordEvent
}

/** Starts the servers of an episode turn by turn (requirements 6.1 and 6.7 to 6.10). */
export class ServerStarts {
  readonly #servers: WatchedServers
  /** Names of servers that are off for the rest of the episode. */
  readonly #off: Set<string>
  readonly #reportedUnusable = new WeakSet<Watched>()

  constructor(servers: WatchedServers, off: readonly string[] = []) {
    this.#servers = servers
    this.#off = new Set(off)
  }

  /** The servers that a turn uses: all but those that are off. */
  get active(): readonly Watched[] {
    return this.#servers.all.filter(({ entry }) => !this.#off.has(entry.name))
  }

  /**
   * Starts the servers of a turn. Throws `mcp_failed` if no server could start on turn 1 (requirement 6.1),
   * `sign_in_needed` if one waits for a person, and the signal's reason when aborted.
   */
  startActive(starting: StartingTurn): Promise<readonly Start[]> {
    const { active } = this
    if (starting.turn <= 1) return this.#startFirst(active, starting)
    return all(active.map((watched) => this.#startOrDisable(watched, starting)))
  }

  /** Requirement 6.1, decision 4: turn 1 has no retry; the episode ends only if no server could start. */
  async #startFirst(active: readonly Watched[], starting: StartingTurn): Promise<readonly Start[]> {
    const starts = await all(active.map((watched) => start(watched, starting.signal)))
    for (const watched of active) if (watched.entry.server === null) this.#reportedUnusable.add(watched)
    const failures = starts.flatMap((each) =>
      'error' in each
        ? [{ serverName: each.watched.entry.name, server: each.watched.entry.server, error: each.error }]
        : [],
    )
    for (const { serverName, error } of failures) recordFailure(starting, serverName, error, 1, false)
    if (failures.length > 0 && failures.length === starts.length) throw startupError(failures)
    return starts
  }

  /**
   * Requirements 6.7 to 6.10. A server whose retry fails too is off for the rest of the episode; the others are not
   * affected.
   */
  async #startOrDisable(watched: Watched, starting: StartingTurn): Promise<Start> {
    const { turn, signal, record } = starting
    const server_name = watched.entry.name
    const first = await start(watched, signal)
    if (!('error' in first)) return first
    // Nothing was started. An entry that cannot be used is reported once, and is used when it has been corrected.
    if (watched.entry.server === null) {
      if (!this.#reportedUnusable.has(watched)) recordFailure(starting, server_name, first.error, 1, false)
      this.#reportedUnusable.add(watched)
      return first
    }
    recordFailure(starting, server_name, first.error, 1, true)
    const second = await start(watched, signal)
    if (!('error' in second)) {
      record({ event_type: 'mcp_retry_successful', turn, server_name })
      return second
    }
    recordFailure(starting, server_name, second.error, 2, false)
    this.#off.add(server_name)
    void this.#servers.until(watched.supervisor.close())
    record({ event_type: 'mcp_disabled_fallback', turn, server_name, error: second.error.message })
    return second
  }
}

/** Resolves to all starts. If one rejects, releases the sessions of the others. */
async function all(starting: readonly Promise<Start>[]): Promise<readonly Start[]> {
  const settled = await Promise.allSettled(starting)
  const starts = settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  const aborted = settled.find(({ status }) => status === 'rejected')
  if (aborted?.status !== 'rejected') return starts
  for (const each of starts) if ('session' in each) void each.watched.supervisor.release(each.session)
  throw aborted.reason
}

/** Throws `sign_in_needed`, because the server has not failed and a person can help. Throws the signal's reason. */
async function start(watched: Watched, signal: AbortSignal): Promise<Start> {
  const take = () => watched.supervisor.take(signal)
  try {
    // The prepared session may have failed before the person signed in.
    const session = await take().catch((error: unknown) => {
      if (signInWantedBy(error) === null) throw error
      // The first failure is more specific: it names the expired sign-in, which has been deleted since.
      return take().catch((again: unknown) => {
        throw signInWantedBy(again) === null ? again : error
      })
    })
    return { watched, session }
  } catch (error) {
    signal.throwIfAborted()
    const { name } = watched.entry
    const why = signInWantedBy(error)
    if (why !== null)
      throw new ExpectedError('sign_in_needed', `the MCP server "${name}" needs a sign-in: ${why}`, { server: name })
    return { watched, error: error instanceof Error ? error : new Error(String(error)) }
  }
}

const signInWantedBy = (error: unknown): string | null =>
  error instanceof Error && 'kind' in error && error.kind === 'sign_in' ? error.message : null

const recordFailure = (
  { turn, record }: StartingTurn,
  server_name: string,
  failure: Error,
  attempt: number,
  will_retry: boolean,
) => {
  const reason = failure instanceof ConnectError && failure.kind === 'ended' ? reasonIn(failure.stderr) : ''
  record({ event_type: 'mcp_server_failed', turn, server_name, error: failure.message + reason, attempt, will_retry })
}
