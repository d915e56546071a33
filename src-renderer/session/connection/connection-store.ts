import type { HostApi } from '@shared/contract/contract'
import { connectApi, type Port } from '@shared/contract/rpc'
import { type ErrorKind, ExpectedError, isExpected } from '@shared/base/expected-error'
import { create } from 'zustand'
import { sessionStrings } from '../strings'

/** Why there is no connection. */
type LostReason = Extract<ErrorKind, 'disconnected' | 'no_token' | 'other_token'>

/** The way to the host. What was received stays usable while it is lost. */
export type Connection =
  | { readonly phase: 'connecting' }
  | { readonly phase: 'open'; readonly api: HostApi }
  /** A page that holds its episode itself. */
  | { readonly phase: 'none' }
  /** It stays lost while it is tried again, which may take long or fail at once: `retryAtMs` is null then. */
  | { readonly phase: 'lost'; readonly attempt: number; readonly retryAtMs: number | null; readonly reason: LostReason }

export const useConnection = create<{ readonly connection: Connection; tryNow: () => void }>()(() => ({
  connection: { phase: 'connecting' },
  tryNow: () => undefined,
}))

/** Of the last connection, be it lost: what is asked of it then is refused with `disconnected`. */
let lastApi: HostApi | null = null

/**
 * The host through whichever connection there is, for what outlives one: a panel, a question to the reader. Not to be
 * used before the first is open.
 */
export const steadyApi: HostApi = new Proxy({} as HostApi, {
  get(_none, name: keyof HostApi) {
    const { connection } = useConnection.getState()
    return (connection.phase === 'open' ? connection.api : lastApi)?.[name]
  },
})

/** The same while it can be asked, else null. */
export const hostApi = (): HostApi | null => (useConnection.getState().connection.phase === 'open' ? steadyApi : null)

/**
 * The same, for what cannot be done without it. Tries to reach a host that is lost at once, and throws `disconnected`.
 */
export function reachHost(): HostApi {
  const api = hostApi()
  if (api !== null) return api
  useConnection.getState().tryNow()
  throw new ExpectedError('disconnected', 'The host cannot be reached.')
}

/** Another after each connection that was lost, so that what depends on it is asked anew; null while there is none. */
export const useHostApi = (): HostApi | null =>
  useConnection(({ connection }) => (connection.phase === 'open' ? connection.api : null))

export const hasHost = (): boolean => useConnection.getState().connection.phase !== 'none'
export const useHasHost = (): boolean => useConnection(({ connection }) => connection.phase !== 'none')

export const hostIsLost = (): boolean => useConnection.getState().connection.phase === 'lost'

/**
 * Why nothing can be asked of the host now; null while it can, in a page that has none, and in the moment before the
 * first connection: keys that are pressed at once are not to be lost.
 */
export const useHostAbsence = (): string | null =>
  useConnection(({ connection }) => (connection.phase === 'lost' ? sessionStrings.hostIsAway : null))

const LONGEST_WAIT_MS = 15_000

/**
 * Connects, and connects again whenever the port closes, until `signal` aborts. The waits double: 1 s, 2 s, 4 s … 15 s.
 */
export async function keepConnected(
  connectPort: (signal: AbortSignal) => Promise<Port>,
  signal: AbortSignal,
): Promise<void> {
  const set = (connection: Connection) => useConnection.setState({ connection })
  for (let attempt = 1; !signal.aborted; attempt++) {
    const reason = await connectPort(signal).then(
      async (port): Promise<LostReason> => {
        attempt = 0
        // Before anyone else: what is asked once it is known to be lost is not sent any more.
        lastApi = connectApi<HostApi>(port)
        const closed = new Promise<void>((resolve) => port.onClose(resolve))
        set({ phase: 'open', api: lastApi })
        await closed
        return 'disconnected'
      },
      (error: unknown) => (isExpected(error, 'no_token', 'other_token') ? error.kind : 'disconnected'),
    )
    const waitMs = Math.min(1000 * 2 ** attempt, LONGEST_WAIT_MS)
    const lost = { phase: 'lost', attempt: attempt + 1, reason } as const
    set({ ...lost, retryAtMs: Date.now() + waitMs })
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, waitMs)
      useConnection.setState({
        tryNow: () => {
          clearTimeout(timer)
          resolve()
        },
      })
    })
    if (!signal.aborted) set({ ...lost, retryAtMs: null })
  }
}
