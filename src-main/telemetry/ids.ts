import { createHash } from 'node:crypto'
import type { EventOf } from '@shared/episode/log/event'

/** Identifies a tool call within its episode. */
export type ToolCallRef = Pick<EventOf<'mcp_tool_call'>, 'turn' | 'iteration' | 'call_id'>

/** Ids follow from events: the same log gives the same trace, and a server gets the id of the span made later. */
export const traceIdOf = (episodeId: string, turn: number): string => hex(32, 'turn', episodeId, turn)

export const toolSpanIdOf = (episodeId: string, { turn, iteration, call_id }: ToolCallRef): string =>
  hex(16, 'tool', episodeId, turn, iteration, call_id)

/** The ids that the next span gets. */
export interface SpanIds {
  next(traceId: string, spanId: string): void
}

/** For any other span, by its first event. */
export const spanIdOf = (episodeId: string, seq: number): string => hex(16, 'span', episodeId, seq)

/** W3C Trace Context, version 00, sampled: joins the spans of a server to that of the call. */
export const traceparentOf = (episodeId: string, call: ToolCallRef): string =>
  `00-${traceIdOf(episodeId, call.turn)}-${toolSpanIdOf(episodeId, call)}-01`

/** All zeros, which is not a valid id, has a probability of 2^-64. */
const hex = (digits: number, ...parts: readonly (string | number)[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, digits)
