import { createHash } from 'node:crypto'
import type { EventOf } from '@shared/episode/log/event'

/** Identifies a tool call within its episode. */
export type ToolCallRef = Pick<EventOf<'mcp_tool_call'>, 'turn' | 'iteration' | 'call_id'>

/** Ids are hashes of event data: the same log gives the same trace, and a server gets its call's span id in advance. */
export const traceIdOf = (episodeId: string, turn: number): string => hex(32, 'turn', episodeId, turn)

export const toolSpanIdOf = (episodeId: string, { turn, iteration, call_id }: ToolCallRef): string =>
  hex(16, 'tool', episodeId, turn, iteration, call_id)

/** Sets the ids of the next span. */
export interface SpanIds {
  next(traceId: string, spanId: string): void
}

/** The id of any other span, from the `seq` of its first event. */
export const spanIdOf = (episodeId: string, seq: number): string => hex(16, 'span', episodeId, seq)

/** A W3C `traceparent`, version 00, sampled: makes the spans of a server children of the span of the call. */
export const traceparentOf = (episodeId: string, call: ToolCallRef): string =>
  `00-${traceIdOf(episodeId, call.turn)}-${toolSpanIdOf(episodeId, call)}-01`

/** An id of zeros is invalid, but has a probability of at most 2^-64. */
const hex = (digits: number, ...parts: readonly (string | number)[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, digits)
