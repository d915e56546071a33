import type { McpCallResult } from '@shared/contract/mcp'
import type { ToolCall } from '@shared/episode/state/episode'
import { formatClock } from '../../kit/text/format'
import { asText } from '../../turn/calls/call-text'
import type { HandCall } from '../server/hand-calls'
import { configStrings } from '../strings'

const words = configStrings.again

/** The answer to a call of an episode or to a manual call, in a common form. */
export interface Answer {
  readonly name: string
  /** Null if there was no answer. */
  readonly result: Omit<McpCallResult, 'tool'> | null
  /** The content or the error, for the comparison. */
  readonly value: unknown
}

export function answerInEpisode({ status, result, durationMs: ms }: ToolCall, turn: number): Answer {
  const name = words.before(turn)
  if (ms === null) return { name, result: null, value: null }
  if (status !== 'ok') return { name, result: { ...NOTHING, error: asText(result), ms }, value: result }
  const isText = typeof result === 'string'
  return {
    name,
    result: { ...NOTHING, text: isText ? result : null, structured: isText ? null : result, ms },
    value: result,
  }
}

const NOTHING = { text: null, structured: null, content: null, error: null }

export const answerByHand = ({ number, at, result }: HandCall): Answer => ({
  name: words.byHand(number, formatClock(at)),
  result,
  value: result && (result.content ?? result.error),
})
