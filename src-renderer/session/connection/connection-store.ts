import { useEffect, useEffectEvent, useState } from 'react'
import { create } from 'zustand'
import { type ErrorKind, ExpectedError, isExpected } from '@shared/base/expected-error'
import type { HostApi } from '@shared/contract/contract'
import { connectApi, type Port } from '@shared/contract/rpc'
import { sessionStrings } from '../strings'

type LostReason = Extract<ErrorKind, 'disconnected' | 'no_token' | 'other_token'>

/** The connection to the host. Received data remains usable while the connection is lost. */
export type Connection =
  | { readonly phase: 'connecting' }
  | { readonly phase: 'open'; readonly api: HostApi }
  /** A replay page has no host; it contains its episode. */
  | { readonly phase: 'none' }
  /** The phase stays `lost` during a retry; `retryAtMs` is then null. */
  | Lost

export interface Lost {
  readonly phase: 'lost'
  readonly attempt: number
  readonly retryAtMs: number | null
  readonly reason: LostReason
  /** The new address of a restarted host, if this page received it. */
  readonly newAddress?: string | null
}

export const useConnection = create<{ readonly connection: Connection; tryNow: () => void }>()(() => ({
  connection: { phase: 'connecting' },
  tryNow: () => undefined,
}))

/** The API of the last connection, open or lost. Calls over a lost connection reject with `disconnected`. */
let lastApi: HostApi | null = null

/**
 * Calls the host over the current connection, for code that outlives one connection. Must not be used before the first
 * connection.
 */
export const reconnectingApi: HostApi = new Proxy({} as HostApi, {
  get(_none, name: keyof HostApi) {
    const { connection } = useConnection.getState()
    return (connection.phase === 'open' ? connection.api : lastApi)?.[name]
  },
})

/** `reconnectingApi` while connected, else null. */
export const hostApi = (): HostApi | null =>
  useConnection.getState().connection.phase === 'open' ? reconnectingApi : null

/** Returns `reconnectingApi` while connected. Otherwise starts a retry at once and throws `disconnected`. */
export function reachHost(): HostApi {
  const api = hostApi()
  if (api !== null) return api
  useConnection.getState().tryNow()
  throw new ExpectedError('disconnected', 'The host cannot be reached.')
}

/** The host's API, a new object with each connection, so that effects query again; null while not connected. */
export const useHostApi = (): HostApi | null =>
  useConnection(({ connection }) => (connection.phase === 'open' ? connection.api : null))

export const hasHost = (): boolean => useConnection.getState().connection.phase !== 'none'
export const useHasHost = (): boolean => useConnection(({ connection }) => connection.phase !== 'none')

export const hostIsLost = (): boolean => useConnection.getState().connection.phase === 'lost'

/**
 * Why the host cannot be used; null if it can, and before the first connection, so that early key presses are not lost.
 */
export const useHostAbsence = (): string | null =>
  useConnection(({ connection }) => (connection.phase === 'lost' ? sessionStrings.hostIsAway : null))

const LONGEST_WAIT_MS = 15_000

/**
 * Connects, and reconnects whenever the port closes, until `signal` aborts. The waiting time doubles from 1 s up to 15
 * s.
 */
export async function keepConnected(
  connectPort: (signal: AbortSignal) => Promise<Port>,
  signal: AbortSignal,
): Promise<void> {
  const set = (connection: Connection) => useConnection.setState({ connection })
  for (let attempt = 1; !signal.aborted; attempt++) {
    const loss = await connectPort(signal).then(
      async (port): Promise<Pick<Lost, 'reason' | 'newAddress'>> => {
        attempt = 0
        // Registered before other close listeners, so that calls made by them are not sent.
        lastApi = connectApi<HostApi>(port)
        const closed = new Promise<void>((resolve) => port.onClose(resolve))
        set({ phase: 'open', api: lastApi })
        await closed
        return { reason: 'disconnected' }
      },
      (error: unknown): Pick<Lost, 'reason' | 'newAddress'> => {
        if (isExpected(error, 'other_token')) return { reason: error.kind, newAddress: error.detail.address }
        return { reason: isExpected(error, 'no_token') ? error.kind : 'disconnected' }
      },
    )
    const waitMs = Math.min(1000 * 2 ** attempt, LONGEST_WAIT_MS)
    const lost = { phase: 'lost', attempt: attempt + 1, ...loss } as const
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

/** Why input was refused, for a message beside the field. */
export const refusalOf = (error: unknown): string => failureOf(error) ?? sessionStrings.hostIsUnreachable

/** The error's message. Null for an abort or a lost connection, which has a separate strip. */
export function failureOf(error: unknown, signal?: AbortSignal): string | null {
  if (signal?.aborted) return null
  if (isExpected(error, 'disconnected')) return null
  return error instanceof Error ? error.message : String(error)
}

/**
 * Runs `follow` while connected, and again whenever it changes or the host is back. If a feed ends early, `onEnd` gets
 * the reason, or null for an abort or a lost connection.
 */
export function useHostFeed(
  follow: (api: HostApi, signal: AbortSignal) => Promise<unknown>,
  onEnd: (failure: string | null) => void,
): void {
  const api = useHostApi()
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (api === null) return undefined
    const closing = new AbortController()
    follow(api, closing.signal).catch((error: unknown) => end(failureOf(error, closing.signal)))
    return () => closing.abort()
  }, [api, follow])
}

/** Both are null until the host has answered. */
export interface HostQuery<Answer> {
  readonly answer: Answer | null
  readonly failure: string | null
}

/** Queries the host, and again whenever `ask` changes or the host is back. */
export function useHostQuery<Answer>(ask: (api: HostApi) => Promise<Answer>): HostQuery<Answer> {
  const api = useHostApi()
  const [answered, setAnswered] = useState<HostQuery<Answer>>({ answer: null, failure: null })
  useEffect(() => {
    if (api === null) return undefined
    let isCurrent = true
    ask(api).then(
      (answer) => isCurrent && setAnswered({ answer, failure: null }),
      (error: unknown) => isCurrent && setAnswered({ answer: null, failure: failureOf(error) }),
    )
    return () => {
      isCurrent = false
    }
  }, [api, ask])
  return answered
}
