import { isExpected } from '@shared/base/expected-error'
import type { McpSignIn } from '@shared/contract/mcp'
import type { RemoteServer } from '@shared/mcp/mcp-entry'
import { followState } from '../transport/follow-state'
import { signIn } from './sign-in'
import type { SignIns } from './sign-in-store'

/**
 * Signs in, and yields the state after each change, the last one when it is done or has failed. Ends early, with
 * nothing left running, when the signal aborts.
 */
export async function* followSignIn(
  server: RemoteServer,
  signIns: SignIns,
  signal: AbortSignal,
): AsyncGenerator<McpSignIn> {
  let state: McpSignIn = { address: null, failure: null, isDone: false }
  let awaken = () => {}
  const change = (part: Partial<McpSignIn>) => {
    state = { ...state, ...part }
    awaken()
  }
  const ending = new AbortController()
  const stop = AbortSignal.any([signal, ending.signal])
  const running = signIn(server, { signIns, signal: stop, onAddress: (address) => change({ address }) }).then(
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
