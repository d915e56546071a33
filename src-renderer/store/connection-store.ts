import type { HostApi } from '@shared/contract/contract'
import { connectApi, type Port } from '@shared/contract/rpc'
import { create } from 'zustand'

/** The way to the host. What was received stays usable while it is lost. */
export type Connection =
  | { readonly phase: 'connecting'; readonly attempt: number }
  | { readonly phase: 'open'; readonly api: HostApi }
  /** A page that holds its episode itself. */
  | { readonly phase: 'none' }
  | { readonly phase: 'lost'; readonly attempt: number; readonly retryAtMs: number; readonly reason: string }

export const useConnection = create<{ readonly connection: Connection; tryNow: () => void }>()(() => ({
  connection: { phase: 'connecting', attempt: 1 },
  tryNow: () => undefined,
}))

export const hostApi = (): HostApi | null => {
  const { connection } = useConnection.getState()
  return connection.phase === 'open' ? connection.api : null
}

export const hasHost = (): boolean => useConnection.getState().connection.phase !== 'none'
export const useHasHost = (): boolean => useConnection(({ connection }) => connection.phase !== 'none')

const LONGEST_WAIT_MS = 15_000

/** Connects, and connects again whenever the port closes, until `signal` aborts. The waits double: 1 s, 2 s, 4 s … 15 s. */
export async function keepConnected(connectPort: (signal: AbortSignal) => Promise<Port>, signal: AbortSignal): Promise<void> {
  const set = (connection: Connection) => useConnection.setState({ connection })
  for (let attempt = 1; !signal.aborted; attempt++) {
    const reason = await connectPort(signal).then(
      async (port) => {
        attempt = 0
        const closed = new Promise<void>((resolve) => port.onClose(resolve))
        set({ phase: 'open', api: connectApi<HostApi>(port) })
        await closed
        return 'disconnected'
      },
      (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : 'disconnected'),
    )
    const waitMs = Math.min(1000 * 2 ** attempt, LONGEST_WAIT_MS)
    set({ phase: 'lost', attempt: attempt + 1, retryAtMs: Date.now() + waitMs, reason })
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, waitMs)
      useConnection.setState({ tryNow: () => { clearTimeout(timer); resolve() } })
    })
    if (!signal.aborted) set({ phase: 'connecting', attempt: attempt + 1 })
  }
}
