/** The part of Inspect's log format (inspect_ai, schema version 2) that the app writes. */

export const LOG_VERSION = 2

export interface ModelUsage {
  readonly input_tokens: number
  readonly output_tokens: number
  readonly total_tokens: number
  readonly input_tokens_cache_read: number | null
  readonly reasoning_tokens: number | null
  readonly total_cost: number | null
}

export interface Score {
  readonly value: number
  readonly answer: string | null
  readonly explanation: string | null
  readonly history: readonly []
}

export type Scores = Readonly<Partial<Record<ScoreName, Score>>>

/** The scores of an episode, in display order. */
export const SCORE_NAMES = ['score', 'score_share', 'won', 'locations'] as const
export type ScoreName = (typeof SCORE_NAMES)[number]

type Content = string | readonly ContentPart[]
export type ContentPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly reasoning: string; readonly redacted: false }

export interface ToolCall {
  readonly id: string
  readonly function: string
  readonly arguments: Readonly<Record<string, unknown>>
  readonly type: 'function'
  readonly parse_error?: string
}

export interface Message {
  readonly role: 'system' | 'user' | 'assistant' | 'tool'
  readonly content: Content
  readonly tool_calls?: readonly ToolCall[]
  readonly tool_call_id?: string
  readonly model?: string
  readonly source?: 'generate' | 'operator'
}
