import { createStore, type StoreApi } from 'zustand'
import type { HostApi } from '@shared/contract/contract'
import type { McpCallResult } from '@shared/contract/mcp'

/** A tool call that a person made in this window. */
export interface HandCall {
  /** Numbers the calls of this window from 1. */
  readonly number: number
  /** ISO time of the start. */
  readonly at: string
  readonly server: string
  readonly tool: string
  readonly arguments: Readonly<Record<string, unknown>>
  /** Null if the call was cancelled before an answer. */
  readonly result: Omit<McpCallResult, 'tool'> | null
}

export type HandCalls = StoreApi<{ readonly calls: readonly HandCall[]; readonly made: number }>

const MOST_CALLS = 50
/** Maximum size of all arguments and results together, in characters of JSON. */
const MOST_CHARACTERS = 5_000_000

export const createHandCalls = (): HandCalls => createStore(() => ({ calls: [], made: 0 }))

/** Adds a call and drops the oldest calls beyond the limits. */
export function addHandCall(store: HandCalls, call: Omit<HandCall, 'number'>): void {
  store.setState(({ calls, made }) => ({ made: made + 1, calls: newest([...calls, { ...call, number: made + 1 }]) }))
}

function newest(calls: readonly HandCall[]): readonly HandCall[] {
  let characters = 0
  const tooOld = calls.findLastIndex((call, index) => {
    characters += JSON.stringify([call.arguments, call.result]).length
    return calls.length - index > MOST_CALLS || (characters > MOST_CHARACTERS && index < calls.length - 1)
  })
  return calls.slice(tooOld + 1)
}

const known = new WeakMap<object, HandCalls>()

/** The manual calls of this window: those of the panel, and repeated calls of an episode. */
export function handCallsOf(api: Pick<HostApi, 'testMcpServer'>): HandCalls {
  const calls = known.get(api) ?? createHandCalls()
  known.set(api, calls)
  return calls
}
