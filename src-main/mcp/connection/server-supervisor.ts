import type { McpServerStatus, McpToolDetail } from '@shared/contract/mcp'
import { untilAborted } from '../transport/until-aborted'
import type { EndedCall } from './mcp-invoker'
import type { ServerSession } from './session'

export type ServerStatusUpdate = Partial<
  Pick<
    McpServerStatus,
    'state' | 'tools' | 'resources' | 'prompts' | 'error' | 'stderr' | 'notices' | 'connectMs' | 'revision'
  >
> & { readonly definitions?: readonly McpToolDetail[]; readonly lastCall?: EndedCall }

interface SupervisorOptions {
  /** "turn": every `take` returns a new session. "episode": one session for all turns, reconnected if it died. */
  readonly scope: 'turn' | 'episode'
  connect(signal: AbortSignal): Promise<ServerSession>
  report(status: ServerStatusUpdate): void
}

/** A session that is connecting, or is ready and waits for its turn. */
interface Spare {
  readonly session: Promise<ServerSession>
  settled: boolean
  /** The failure of the previous spare; null if a turn has received it, or if there was none. */
  loss: Error | null
}

const FIRST_RESTART_MS = 1000
const MAX_RESTART_MS = 30_000

/**
 * One server during an episode. Connects at most one spare session ahead of time, so that a turn can take it at once.
 * Tracks every session until nothing of it is left. Replaces a spare that is lost before its turn, with growing delays.
 */
export class ServerSupervisor {
  readonly #options: SupervisorOptions
  readonly #ending = new AbortController()
  readonly #sessions = new Set<ServerSession>()
  readonly #pending = new Set<Promise<unknown>>()
  #spare: Spare | null = null
  #kept: ServerSession | null = null
  #state: McpServerStatus['state'] = 'idle'
  /** Number of spares lost in a row since a turn could take one. */
  #losses = 0
  #restart: NodeJS.Timeout | undefined

  constructor(options: SupervisorOptions) {
    this.#options = options
  }

  /** Starts to connect the next session, unless there is one. */
  prepare(): void {
    if (this.#ending.signal.aborted || this.#spare || this.#kept?.isAlive()) return
    this.#spare = this.#connectSpare(null)
  }

  /**
   * Resolves to a session for this turn. Rejects with the failure, or with the signal's reason; if a wait is aborted,
   * the session stays the spare.
   */
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

  /** Ends the turn's session and resolves when it is gone. With scope "episode" a live session stays open. */
  async release(session: ServerSession): Promise<void> {
    if (session === this.#kept && session.isAlive()) return
    await session.close()
  }

  /** Ends all sessions. Resolves when no process of this server is left. */
  async close(): Promise<void> {
    this.#ending.abort(new Error('The episode is over.'))
    clearTimeout(this.#restart)
    await Promise.all([...this.#sessions].map((session) => session.close()))
    await Promise.all(this.#pending)
    // Pending connections may have become sessions during the wait.
    await Promise.all([...this.#sessions].map((session) => session.close()))
    if (this.#state !== 'failed') this.#report({ state: 'idle' })
  }

  async #takeSpare(signal: AbortSignal): Promise<ServerSession> {
    const spare = this.#spare ?? this.#connectSpare(null)
    this.#spare = spare
    const { loss } = spare
    spare.loss = null
    // The turn began before the lost spare was replaced. The loss counts as the failed connection of the turn, and its
    // retry waits for the replacement.
    if (loss && !spare.settled) throw loss
    const session = await untilAborted(spare.session, signal).catch((error: unknown) => {
      if (!signal.aborted) this.#dropSpare()
      throw error
    })
    this.#dropSpare()
    if (!session.isAlive()) throw lost(await session.ended)
    this.#losses = 0
    return session
  }

  #dropSpare(): void {
    clearTimeout(this.#restart)
    this.#spare = null
  }

  #connectSpare(loss: Error | null): Spare {
    // A server that was ready stays ready while its next session connects.
    if (this.#state !== 'ready') this.#report({ state: 'starting', error: null })
    const session = this.#connect()
    const spare: Spare = { session, settled: false, loss }
    const settle = session.then(
      (ready) =>
        void ready.ended.then((how) => this.#lose(spare, lost(how), this.#losses === 0 ? 0 : restartMs(this.#losses))),
      (error: Error) => this.#lose(spare, error, restartMs(this.#losses)),
    )
    this.#pending.add(settle)
    void settle.finally(() => {
      spare.settled = true
      this.#pending.delete(settle)
    })
    return spare
  }

  /** Replaces a lost spare. A turn that has taken the spare, or waits for it, handles the failure itself. */
  #lose(spare: Spare, loss: Error, restartInMs: number): void {
    if (this.#spare !== spare || this.#ending.signal.aborted) return
    this.#losses++
    if (this.#state === 'ready') this.#report({ state: 'failed', error: loss.message })
    const restart = () => {
      if (this.#spare === spare) this.#spare = this.#connectSpare(loss)
    }
    if (restartInMs === 0) restart()
    else this.#restart = setTimeout(restart, restartInMs).unref()
  }

  async #connect(): Promise<ServerSession> {
    this.#ending.signal.throwIfAborted()
    try {
      const session = await this.#options.connect(this.#ending.signal)
      this.#sessions.add(session)
      void this.#followToItsEnd(session)
      if (this.#ending.signal.aborted) await session.close()
      const { connectMs, revision, resources, prompts, listed } = session
      const tools = listed.map(({ name, description }) => ({ name, description }))
      this.#report({
        state: 'ready',
        error: null,
        tools,
        definitions: listed,
        resources,
        prompts,
        connectMs,
        revision,
        stderr: session.stderrTail(),
        notices: session.notices(),
      })
      return session
    } catch (error) {
      // If this host ended the session, the server did not fail.
      if (this.#ending.signal.aborted) throw error
      const stderr = error instanceof Error && 'stderr' in error && typeof error.stderr === 'string' ? error.stderr : ''
      this.#report({
        state: 'failed',
        tools: null,
        resources: null,
        prompts: null,
        error: error instanceof Error ? error.message : String(error),
        stderr,
        notices: [],
      })
      throw error
    }
  }

  async #followToItsEnd(session: ServerSession): Promise<void> {
    const how = await session.ended
    await session.close()
    this.#sessions.delete(session)
    this.#report({ stderr: session.stderrTail(), notices: session.notices() })
    // Reconnect now, because the next turn may be far away.
    if (how !== null && session === this.#kept) {
      this.#report({ state: 'failed', error: `it ${how}` })
      this.prepare()
    }
  }

  #report(status: ServerStatusUpdate): void {
    this.#state = status.state ?? this.#state
    this.#options.report(status)
  }
}

const lost = (how: string | null): Error => new Error(`it ${how ?? 'was closed'} before its turn came`)

const restartMs = (losses: number): number => Math.min(MAX_RESTART_MS, FIRST_RESTART_MS * 2 ** losses)
