import { isExpected } from '@shared/base/expected-error'
import type { McpSignIn } from '@shared/contract/mcp'
import type { RemoteServer } from '@shared/mcp/mcp-entry'
import { followState } from '../transport/follow-state'
import { signIn } from './sign-in'
import type { SignIns } from './sign-in-store'

/** Opens an address in the system's browser. Rejects if that is not possible. */
export type OpenAddress = (address: string) => Promise<void>

/**
 * Signs in, and yields the state after each change; the last one says that it is done or has failed. Ends early if the
 * signal aborts. Nothing is left running after the end.
 */
export async function* followSignIn(
  server: RemoteServer,
  signIns: SignIns,
  signal: AbortSignal,
  openAddress?: OpenAddress,
): AsyncGenerator<McpSignIn> {
  let state: McpSignIn = { address: null, isOpened: false, failure: null, isDone: false }
  let awaken = () => {}
  const change = (part: Partial<McpSignIn>) => {
    state = { ...state, ...part }
    awaken()
  }
  const ending = new AbortController()
  const stop = AbortSignal.any([signal, ending.signal])
  const onAddress = (address: string) => {
    change({ address })
    // If no browser opens, the person sees the address.
    openAddress?.(address).then(
      () => change({ isOpened: true }),
      () => {},
    )
  }
  const running = signIn(server, { signIns, signal: stop, onAddress }).then(
    () => change({ address: null, isDone: true }),
    (error: unknown) => {
      if (!stop.aborted && !isExpected(error)) throw error
      if (!stop.aborted) change({ address: null, failure: (error as Error).message })
    },
  )
  const subscribe = (wake: () => void) => {
    awaken = wake
    return () => (awaken = () => {})
  }
  try {
    for await (const now of followState({ read: () => state, subscribe, signal: stop })) {
      yield now
      if (now.isDone || now.failure !== null) return
    }
  } finally {
    ending.abort()
    await running
  }
}
