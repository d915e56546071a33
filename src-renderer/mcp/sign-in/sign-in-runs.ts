import { createStore, type StoreApi } from 'zustand'
import type { HostApi } from '@shared/contract/contract'
import type { McpSignIn } from '@shared/contract/mcp'
import { reasonOf } from '../draft/reason-of'

export interface SignInRun extends McpSignIn {
  readonly isRunning: boolean
  /** A notice that the authorization server was not informed of a sign-out; otherwise null. */
  readonly note: string | null
}

/** Sign-ins by server name. They continue while another server is shown. */
interface SignInRuns {
  readonly store: StoreApi<ReadonlyMap<string, SignInRun>>
  /** Signs in to the server that this text (null: the saved file) defines. Resolves to whether it succeeded. */
  readonly begin: (text: string | null, server: string) => Promise<boolean>
  readonly cancel: (server: string) => void
  readonly signOut: (text: string | null, server: string) => Promise<void>
}

type SignInApi = Pick<HostApi, 'signInToMcpServer' | 'signOutOfMcpServer'>

export function createSignInRuns(api: SignInApi): SignInRuns {
  const store = createStore<ReadonlyMap<string, SignInRun>>(() => new Map())
  const aborts = new Map<string, AbortController>()
  const change = (server: string, part: Partial<SignInRun>) =>
    store.setState((runs) => new Map(runs).set(server, { ...(runs.get(server) ?? NEW), ...part }), true)
  return {
    store,
    async begin(text, server) {
      aborts.get(server)?.abort()
      const abort = new AbortController()
      aborts.set(server, abort)
      change(server, { ...NEW, isRunning: true })
      try {
        for await (const state of api.signInToMcpServer({ text, server }, abort.signal))
          if (!abort.signal.aborted) change(server, state)
      } catch (error) {
        if (!abort.signal.aborted) change(server, { address: null, failure: reasonOf(error) })
      }
      if (abort.signal.aborted) return false
      change(server, { isRunning: false })
      return store.getState().get(server)?.isDone === true
    },
    cancel(server) {
      aborts.get(server)?.abort()
      change(server, NEW)
    },
    async signOut(text, server) {
      try {
        change(server, { ...NEW, ...(await api.signOutOfMcpServer({ text, server })) })
      } catch (error) {
        change(server, { ...NEW, failure: reasonOf(error) })
      }
    },
  }
}

const NEW: SignInRun = {
  address: null,
  isOpened: false,
  failure: null,
  isDone: false,
  isRunning: false,
  note: null,
}

const known = new WeakMap<HostApi, SignInRuns>()

export function signInRunsOf(api: HostApi): SignInRuns {
  const runs = known.get(api) ?? createSignInRuns(api)
  known.set(api, runs)
  return runs
}
