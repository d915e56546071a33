import { ExpectedError } from '@shared/base/expected-error'
import type { McpServer } from '@shared/mcp/mcp-entry'
import { type Connection, createReader, openConnection } from '../connection/connection'
import type { ConnectionWatch } from '../connection/connection-watch'
import { receiveMessages } from '../connection/server-messages'
import type { ConnectOptions } from '../connection/session'
import { maskOf } from '../launch/command-line'
import type { AskPerson } from '../questions/questions'
import { type BoundedRequest, withDeadline } from '../transport/deadline'
import { followState } from '../transport/follow-state'
import { PausableTimer } from '../transport/pausable-timer'
import { describeError } from '../transport/protocol-error'
import { untilAborted } from '../transport/until-aborted'

export interface VisitOptions extends Omit<ConnectOptions, 'signal'> {
  readonly watch: ConnectionWatch
  /** Answers the questions of the server; null if no person can. */
  readonly ask: AskPerson | null
  /** Receives a promise that resolves when nothing of the session is left running. It never rejects. */
  readonly onRunning: (running: Promise<void>) => void
}

export interface Held {
  readonly state: 'connecting' | 'ready' | 'ended'
  readonly error: string | null
}

/** The state of a session, and how to change it. */
export interface Holding<State extends Held> {
  readonly now: () => State
  readonly change: (part: Partial<State>) => void
  /** Ends the session with this reason, at the earliest when it is ready. */
  readonly fail: (reason: string) => void
  readonly signal: AbortSignal
}

interface Use<State extends Held> {
  readonly server: McpServer
  readonly options: VisitOptions
  readonly signal: AbortSignal
  readonly initial: State
  /** Runs within the time limit of a connection. */
  readonly onOpen: (connection: Connection, request: BoundedRequest, holding: Holding<State>) => Promise<void>
  readonly onReady: (connection: Connection, holding: Holding<State>) => void | Promise<void>
  /** Changes the state before it is yielded. */
  readonly read?: (state: State) => State
}

/**
 * Opens a session for a person, and yields its state after each change. Ends early if the signal aborts. Nothing of the
 * session is left running after the end.
 */
export async function* holdSession<State extends Held>(use: Use<State>): AsyncGenerator<State> {
  const { server, options, initial, read = (state) => state } = use
  let state = initial
  let awaken = () => {}
  const change = (part: Partial<State>) => {
    state = { ...state, ...part }
    awaken()
  }
  const ending = new AbortController()
  let fail: Holding<State>['fail'] = () => {}
  const failing = new Promise<never>((_resolve, reject) => {
    fail = (reason) => reject(new ExpectedError('mcp_failed', reason))
  })
  failing.catch(() => {})
  const signal = AbortSignal.any([use.signal, ending.signal])
  const running = run(use, { now: () => state, change, fail, signal }, failing)
    .catch((error: unknown) => change({ error: describeError(error, maskOf(server.secrets)) } as Partial<State>))
    .finally(() => change({ state: 'ended' } as Partial<State>))
  options.onRunning(running)
  const subscribe = (wake: () => void) => {
    awaken = wake
    return () => (awaken = () => {})
  }
  try {
    for await (const now of followState({ read: () => read(state), subscribe, signal })) {
      yield now
      if (now.state === 'ended') return
    }
  } finally {
    ending.abort()
    await running
  }
}

async function run<State extends Held>(
  { server, options, onOpen, onReady }: Use<State>,
  holding: Holding<State>,
  failing: Promise<never>,
): Promise<void> {
  const { signal, change } = holding
  const reader = createReader(server, options, options.watch)
  const open: { connection: Connection | null } = { connection: null }
  try {
    const connection = await withDeadline(options.connectTimeoutMs, signal, async (request) => {
      const connected = await openConnection(server, options, request, reader, () => {}, options.watch)
      open.connection = connected
      receiveMessages(server, connected.client, new PausableTimer(options.now)).listen({
        record: () => {},
        sample: null,
        ask: options.ask,
        turn: null,
      })
      await onOpen(connected, request, holding)
      return connected
    })
    await onReady(connection, holding)
    change({ state: 'ready' } as Partial<State>)
    await untilAborted(Promise.race([connection.ended, failing]), signal)
    throw new ExpectedError('mcp_failed', `it ${connection.lastWords() || 'closed the connection'}`)
  } finally {
    await open.connection?.close()
  }
}
