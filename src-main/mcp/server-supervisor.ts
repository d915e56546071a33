import type { McpServerStatus } from '@shared/contract/contract'
import type { ServerSession } from './session'

export type ServerStatusUpdate = Partial<Pick<McpServerStatus, 'state' | 'tools' | 'error' | 'stderr' | 'connectMs'>>

export interface SupervisorOptions {
  /** "turn": every `take` gives a fresh session. "episode": one session for all, connected again if it died. */
  readonly scope: 'turn' | 'episode'
  connect(signal: AbortSignal): Promise<ServerSession>
  report(status: ServerStatusUpdate): void
}

/** A connection that is being made, or is ready and waits for its turn. */
interface Spare {
  readonly session: Promise<ServerSession>
  settled: boolean
  /** Why this one replaces another that died before its turn came; a replacement is not replaced again. */
  readonly replaces: Error | null
}

/**
 * One server through an episode. Keeps at most one spare session connected ahead of time, so that a turn only takes it; follows every session
 * it made until nothing of it is left.
 */
export class ServerSupervisor {
  /** Requirement 6.10: set when the server is off for the rest of the episode. */
  isDisabled = false
  readonly #options: SupervisorOptions
  readonly #ending = new AbortController()
  readonly #sessions = new Set<ServerSession>()
  readonly #pending = new Set<Promise<unknown>>()
  #spare: Spare | null = null
  #kept: ServerSession | null = null
  #hasFailed = false

  constructor(options: SupervisorOptions) {
    this.#options = options
  }

  /** Starts to connect the next session, if there is none. */
  prepare(): void {
    if (this.isDisabled || this.#ending.signal.aborted || this.#spare || this.#kept?.isAlive()) return
    this.#spare = this.#connectSpare(null)
  }

  /** A session for this turn. Throws what went wrong, or the signal's reason; an aborted wait leaves the session as the spare. */
  async take(signal: AbortSignal): Promise<ServerSession> {
    const session = this.#kept?.isAlive() ? this.#kept : await this.#takeSpare(signal)
    try {
      await session.refresh(signal)
    } catch (error) {
      void session.close()
      throw error
    }
    if (this.#options.scope === 'episode') this.#kept = session
    return session
  }

  /** The turn is over. Resolves when the session is gone; at once with scope "episode", where it is kept. */
  async release(session: ServerSession): Promise<void> {
    if (session === this.#kept && session.isAlive()) return
    await session.close()
  }

  /** Resolves when no process of this server is left. */
  async close(): Promise<void> {
    this.#ending.abort(new Error('The episode is over.'))
    await Promise.all([...this.#sessions].map((session) => session.close()))
    await Promise.all(this.#pending)
    // A connection that was just being made may have become a session meanwhile.
    await Promise.all([...this.#sessions].map((session) => session.close()))
    if (!this.#hasFailed) this.#options.report({ state: 'idle' })
  }

  async #takeSpare(signal: AbortSignal): Promise<ServerSession> {
    const spare = this.#spare ?? this.#connectSpare(null)
    this.#spare = spare
    if (spare.replaces && !spare.settled) {
      // The turn came before the replacement was ready: that counts as the failed connection, and the retry waits for the replacement.
      this.#spare = { ...spare, replaces: null }
      throw spare.replaces
    }
    const session = await untilAborted(spare.session, signal).catch((error: unknown) => {
      if (!signal.aborted) this.#spare = null
      throw error
    })
    this.#spare = null
    if (!session.isAlive()) throw new Error('it ended before its turn came')
    return session
  }

  #connectSpare(replaces: Error | null): Spare {
    this.#options.report({ state: 'starting', error: null })
    const session = this.#connect()
    const spare: Spare = { session, settled: false, replaces }
    const settle = session.then(
      (ready) => {
        spare.settled = true
        void ready.ended.then(() => this.#replace(spare))
      },
      () => void (spare.settled = true),
    )
    this.#pending.add(settle)
    void settle.finally(() => this.#pending.delete(settle))
    return spare
  }

  #replace(dead: Spare): void {
    if (this.#spare !== dead || dead.replaces || this.#ending.signal.aborted) return
    this.#spare = this.#connectSpare(new Error('it ended before its turn came'))
  }

  async #connect(): Promise<ServerSession> {
    const report = (status: ServerStatusUpdate) => this.#options.report(status)
    this.#ending.signal.throwIfAborted()
    try {
      const session = await this.#options.connect(this.#ending.signal)
      this.#sessions.add(session)
      void session.ended
        .then(() => session.close())
        .finally(() => {
          this.#sessions.delete(session)
          report({ stderr: session.stderrTail() })
        })
      if (this.#ending.signal.aborted) await session.close()
      const tools = session.invokers.map(({ name, description }) => ({ name, description }))
      this.#hasFailed = false
      report({ state: 'ready', error: null, tools, connectMs: session.connectMs, stderr: session.stderrTail() })
      return session
    } catch (error) {
      const stderr = error instanceof Error && 'stderr' in error && typeof error.stderr === 'string' ? error.stderr : ''
      this.#hasFailed = true
      report({ state: 'failed', tools: null, error: error instanceof Error ? error.message : String(error), stderr })
      throw error
    }
  }
}

function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
