import { createHash } from 'node:crypto'
import type { EventOf } from '@shared/episode/log/event'

/** Names a call of a tool within its episode. */
export type ToolCallRef = Pick<EventOf<'mcp_tool_call'>, 'turn' | 'iteration' | 'call_id'>

/**
 * Ids of traces and spans are made of what they stand for: the same log gives the same trace, and what a server is told
 * of a call fits the span that is made of the call's event later.
 */
export const traceIdOf = (episodeId: string, turn: number): string => hex(32, 'turn', episodeId, turn)

export const toolSpanIdOf = (episodeId: string, { turn, iteration, call_id }: ToolCallRef): string =>
  hex(16, 'tool', episodeId, turn, iteration, call_id)

/** The ids that the next span gets. */
export interface SpanIds {
  next(traceId: string, spanId: string): void
}

/** Of any other span, by the event that began it. */
export const spanIdOf = (episodeId: string, seq: number): string => hex(16, 'span', episodeId, seq)

/** W3C Trace Context, version 00, sampled: what makes a server's own spans part of the call's. */
export const traceparentOf = (episodeId: string, call: ToolCallRef): string =>
  `00-${traceIdOf(episodeId, call.turn)}-${toolSpanIdOf(episodeId, call)}-01`

/** Never all zeros, which is no id, but for once in 2^64. */
const hex = (digits: number, ...parts: readonly (string | number)[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, digits)
