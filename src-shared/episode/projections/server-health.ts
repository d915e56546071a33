import { cutText } from '../../base/whole-characters'
import type { Problem, Turn } from '../state/episode'
import { type Percentiles, percentilesOf } from './percentiles'

/** Figures about one MCP server in an episode. */
export interface ServerHealth {
  /** Number of calls that were sent to it. */
  readonly calls: number
  /** Number of calls that got no answer. An error that the tool reports is an answer. */
  readonly failures: number
  readonly failedStarts: number
  /** Time until an answer, in ms. */
  readonly answerMs: Percentiles
  /** The last turns in which a call or a start failed. */
  readonly failedTurns: readonly number[]
}

/** Limits of the summary, because a log from elsewhere may have any number of servers and turns. */
export const MAX_SERVERS = 50
export const MAX_FAILED_TURNS = 20
export const LONGEST_SERVER_NAME = 100

interface Count {
  calls: number
  failures: number
  failedStarts: number
  readonly answerMs: number[]
  readonly failedTurns: Set<number>
}

/** Keyed by the name of the server. */
export type ServerCounts = Map<string, Count>

/** Adds a complete turn. Call it once per turn. */
export function countServers(counts: ServerCounts, { number, iterations, problems }: Turn): void {
  const unanswered = new Map(problems.flatMap((problem) => (isOfCall(problem) ? [[keyOf(problem), problem]] : [])))
  for (const { number: iteration, toolCalls } of iterations)
    for (const { callId, serverName, status, durationMs } of toolCalls) {
      const problem = unanswered.get(keyOf({ iteration, call_id: callId }))
      if (serverName === '' || status === 'skipped' || status === 'running' || wasNotSent(problem)) continue
      const count = countOf(counts, serverName)
      count.calls++
      if (problem) {
        count.failures++
        count.failedTurns.add(number)
      } else if (durationMs !== null) count.answerMs.push(durationMs)
    }
  for (const problem of problems)
    if (problem.event_type === 'mcp_server_failed') {
      const count = countOf(counts, problem.server_name)
      count.failedStarts++
      count.failedTurns.add(number)
    }
}

function countOf(counts: ServerCounts, server: string): Count {
  const name = cutText(server, LONGEST_SERVER_NAME)
  const count = counts.get(name) ?? {
    calls: 0,
    failures: 0,
    failedStarts: 0,
    answerMs: [],
    failedTurns: new Set(),
  }
  if (counts.size < MAX_SERVERS) counts.set(name, count)
  return count
}

/** Empty if no server was called or failed. */
export const healthOfServers = (counts: ServerCounts): Readonly<Record<string, ServerHealth>> =>
  Object.fromEntries(
    [...counts].map(([name, { answerMs, failedTurns, ...count }]) => [
      name,
      { ...count, answerMs: percentilesOf(answerMs), failedTurns: [...failedTurns].slice(-MAX_FAILED_TURNS) },
    ]),
  )

type CallProblem = Extract<Problem, { readonly event_type: 'mcp_tool_timeout' | 'mcp_tool_error' }>

const isOfCall = (problem: Problem): problem is CallProblem =>
  problem.event_type === 'mcp_tool_timeout' || problem.event_type === 'mcp_tool_error'

const keyOf = ({ iteration, call_id: callId }: Pick<CallProblem, 'iteration' | 'call_id'>): string =>
  `${iteration} ${callId}`

/** True for a call of an unknown tool, or with unreadable arguments, which are mistakes of the model. */
const wasNotSent = (problem: CallProblem | undefined): boolean =>
  problem?.event_type === 'mcp_tool_error' && problem.duration_ms === 0
