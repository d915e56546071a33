import { z } from 'zod'
import type { DeepReadonly } from '../../base/deep-readonly'

/**
 * The chat format that all endpoints share (OpenAI Chat Completions), as the log stores it. Tool names are
 * `server.tool`.
 */
export const toolCallRequest = z.object({
  id: z.string(),
  type: z.literal('function'),
  function: z.object({ name: z.string(), arguments: z.string() }),
  /**
   * Fields that the provider added to the call, such as a signature; opaque. Absent if there are none, and from older
   * logs.
   */
  extra: z.record(z.string(), z.unknown()).optional(),
})
export type ToolCallRequest = DeepReadonly<z.infer<typeof toolCallRequest>>

export const chatMessage = z.object({
  role: z.enum(['system', 'user', 'assistant', 'tool']),
  content: z.string().nullable(),
  /**
   * Text after `content`, only on the newest user message. Later requests omit it, so that all before it remains their
   * prefix.
   */
  tail: z.string().optional(),
  tool_calls: z.array(toolCallRequest).optional(),
  tool_call_id: z.string().optional(),
  /** Fields that the provider added to the answer, such as thoughts with their signatures; opaque. */
  reasoning: z.unknown().optional(),
  /** Requirement 4.7: set on every system and user message. The provider profile decides how it is sent. */
  cache_control: z.object({ type: z.literal('ephemeral') }).optional(),
})
export type ChatMessage = DeepReadonly<z.infer<typeof chatMessage>>

/** Content and tail as one text, for endpoints that accept only one. */
export const wholeText = ({ content, tail }: Pick<ChatMessage, 'content' | 'tail'>): string =>
  [content, tail].filter((text) => text !== null && text !== undefined).join('\n\n')

/** A tool as offered to a model (requirement 8). `name` is `server.tool`, `parameters` a JSON schema. */
export const toolDefinition = z.object({
  type: z.literal('function'),
  function: z.object({ name: z.string(), description: z.string(), parameters: z.record(z.string(), z.unknown()) }),
})
export type ToolDefinition = DeepReadonly<z.infer<typeof toolDefinition>>

export const sampling = z.object({
  temperature: z.number().min(0).max(2).nullable(),
  top_p: z.number().min(0).max(1).nullable(),
  top_k: z.number().int().min(0).nullable(),
  min_p: z.number().min(0).max(1).nullable(),
  max_tokens: z.number().int().positive().nullable(),
  seed: z.number().int().nullable(),
  /** Absent if the endpoint's default was used. */
  reasoning_effort: z.enum(['minimal', 'low', 'medium', 'high']).optional(),
})
/** A null value is not sent. */
export type Sampling = DeepReadonly<z.infer<typeof sampling>>

/** Counts reported by the endpoint; null if not reported. `input` includes `cached`, `output` includes `reasoning`. */
export const usage = z.object({
  input: z.number().int().nullable(),
  output: z.number().int().nullable(),
  cached: z.number().int().nullable(),
  reasoning: z.number().int().nullable(),
  /** Tokens of `input` that the endpoint cached for the next request; absent if it does not report them. */
  cache_written: z.number().int().optional(),
  /** True if the endpoint marked its counts as estimates, as the built-in explorer does. */
  estimated: z.boolean(),
})
export type Usage = DeepReadonly<z.infer<typeof usage>>
