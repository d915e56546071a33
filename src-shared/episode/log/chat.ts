import { z } from 'zod'
import type { DeepReadonly } from '../../base/deep-readonly'

/**
 * The form of chats that all endpoints share (OpenAI Chat Completions), as the log stores it. Tools are `server.tool`.
 */
export const toolCallRequest = z.object({
  id: z.string(),
  type: z.literal('function'),
  function: z.object({ name: z.string(), arguments: z.string() }),
  /** Fields that the provider added to the call, such as a signature; opaque. Absent if none, and from older logs. */
  extra: z.record(z.string(), z.unknown()).optional(),
})
export type ToolCallRequest = DeepReadonly<z.infer<typeof toolCallRequest>>

export const chatMessage = z.object({
  role: z.enum(['system', 'user', 'assistant', 'tool']),
  content: z.string().nullable(),
  /** Only on the newest user message, and not sent again: all before it is a prefix of the next request. */
  tail: z.string().optional(),
  tool_calls: z.array(toolCallRequest).optional(),
  tool_call_id: z.string().optional(),
  /** Fields that the provider added to the answer, such as thoughts with their signatures; opaque to the app. */
  reasoning: z.unknown().optional(),
  /** Requirement 4.7: on every system and user message. The provider profile decides its wire form. */
  cache_control: z.object({ type: z.literal('ephemeral') }).optional(),
})
export type ChatMessage = DeepReadonly<z.infer<typeof chatMessage>>

/** Content and tail as one text, for an endpoint that takes only one. */
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
  /** Absent from logs of runs that left it to the endpoint. */
  reasoning_effort: z.enum(['minimal', 'low', 'medium', 'high']).optional(),
})
/** A null value is not sent. */
export type Sampling = DeepReadonly<z.infer<typeof sampling>>

/** The counts of the endpoint; null if not reported. `cached` is part of `input`, `reasoning` of `output`. */
export const usage = z.object({
  input: z.number().int().nullable(),
  output: z.number().int().nullable(),
  cached: z.number().int().nullable(),
  reasoning: z.number().int().nullable(),
  /** The part of `input` that the endpoint cached for the next request; absent where it does not report it. */
  cache_written: z.number().int().optional(),
  /** True if the endpoint marked its figures as an estimate, as the built-in explorer does. */
  estimated: z.boolean(),
})
export type Usage = DeepReadonly<z.infer<typeof usage>>
