import type { EpisodeState, ToolCall, Turn } from '@shared/episode/state/episode'
import { resultOf } from '@shared/episode/state/strings'
import { asText, hasFailed, ownToolName, resultText } from '../../../turn/calls/call-text'

export interface EpisodeCall {
  readonly call: ToolCall
  readonly turn: number
}

const known = new WeakMap<Turn, readonly EpisodeCall[]>()

/** All calls in order, cached by turn. */
export function callsOf({ turns, openTurn }: Pick<EpisodeState, 'turns' | 'openTurn'>): readonly EpisodeCall[] {
  return [...turns, ...(openTurn ? [openTurn] : [])].flatMap((turn) => {
    const calls =
      known.get(turn) ??
      turn.iterations.flatMap(({ toolCalls }) => toolCalls.map((call) => ({ call, turn: turn.number })))
    known.set(turn, calls)
    return calls
  })
}

/** A server or one of its tools, with its number of calls. */
export interface CalledTool {
  readonly server: string
  /** Null for all tools of the server. */
  readonly tool: string | null
  readonly calls: number
}

/** Calls grouped by server and tool; groups with most calls first. */
export function calledTools(calls: readonly EpisodeCall[]): readonly CalledTool[] {
  return groupsOf(calls, ({ call }) => call.serverName).flatMap(([server, ofServer]) => [
    { server, tool: null, calls: ofServer.length },
    ...groupsOf(ofServer, ({ call }) => ownToolName(call)).map(([tool, { length }]) => ({
      server,
      tool,
      calls: length,
    })),
  ])
}

function groupsOf(
  calls: readonly EpisodeCall[],
  nameOf: (call: EpisodeCall) => string,
): readonly (readonly [name: string, calls: readonly EpisodeCall[]])[] {
  const groups = new Map<string, EpisodeCall[]>()
  for (const call of calls) {
    const group = groups.get(nameOf(call))
    if (group) group.push(call)
    else groups.set(nameOf(call), [call])
  }
  return [...groups].toSorted(([, a], [, b]) => b.length - a.length)
}

export interface CallFilter {
  /** Searched in the tool's name, arguments and result. */
  readonly text: string
  readonly server: string | null
  readonly tool: string | null
  readonly onlyFailed: boolean
  readonly order: 'turn' | 'latency'
}

export function filterCalls(
  calls: readonly EpisodeCall[],
  { text, server, tool, onlyFailed, order }: CallFilter,
): readonly EpisodeCall[] {
  const query = text.trim().toLowerCase()
  const found = calls.filter(
    ({ call }) =>
      (server === null || call.serverName === server) &&
      (tool === null || ownToolName(call) === tool) &&
      (!onlyFailed || hasFailed(call)) &&
      (query === '' || contains(call, query)),
  )
  return order === 'turn' ? found : found.toSorted((a, b) => (b.call.durationMs ?? -1) - (a.call.durationMs ?? -1))
}

const contains = (call: ToolCall, query: string): boolean =>
  [() => call.toolName, () => asText(call.arguments), () => resultText(resultOf(call))].some((text) =>
    text().toLowerCase().includes(query),
  )

/** Latencies of answered calls in ms; null if no call was answered. */
export function latenciesOf(
  calls: readonly EpisodeCall[],
): { readonly median: number; readonly longest: number } | null {
  const sorted = calls.flatMap(({ call }) => call.durationMs ?? []).toSorted((a, b) => a - b)
  const longest = sorted.at(-1)
  return longest === undefined ? null : { median: sorted[Math.floor((sorted.length - 1) / 2)] ?? longest, longest }
}
