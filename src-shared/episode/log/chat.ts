import { z } from 'zod'
import type { DeepReadonly } from '../../base/deep-readonly'

/**
 * The chat wire form that all LLM endpoints share (OpenAI Chat Completions), as the log keeps it. Tool names are
 * `server.tool`; the wire encoding is made and undone in `llm`.
 */
export const toolCallRequest = z.object({
  id: z.string(),
  type: z.literal('function'),
  function: z.object({ name: z.string(), arguments: z.string() }),
})
export type ToolCallRequest = DeepReadonly<z.infer<typeof toolCallRequest>>

export const chatMessage = z.object({
  role: z.enum(['system', 'user', 'assistant', 'tool']),
  content: z.string().nullable(),
  /**
   * Of the newest user message: what follows its content on the wire and is not sent again with later turns, so that
   * all that stands before it is the beginning of the next request too.
   */
  tail: z.string().optional(),
  tool_calls: z.array(toolCallRequest).optional(),
  tool_call_id: z.string().optional(),
  /** What a reasoning model must get back with its tool calls, unchanged; opaque to us. */
  reasoning: z.unknown().optional(),
  /** Requirement 4.7: on every system and user message; a provider profile decides its wire form. */
  cache_control: z.object({ type: z.literal('ephemeral') }).optional(),
})
export type ChatMessage = DeepReadonly<z.infer<typeof chatMessage>>

/** The content with its tail: what an endpoint reads that takes one text. */
export const wholeText = ({ content, tail }: Pick<ChatMessage, 'content' | 'tail'>): string =>
  [content, tail].filter((text) => text !== null && text !== undefined).join('\n\n')

/** A tool as it is offered to a model (requirement 8). `name` is `server.tool`, `parameters` a JSON schema. */
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
  /** Not in logs of runs that left it to the endpoint. */
  reasoning_effort: z.enum(['minimal', 'low', 'medium', 'high']).optional(),
})
/** What is null is not sent. */
export type Sampling = DeepReadonly<z.infer<typeof sampling>>

/**
 * Tokens as the endpoint counted them; null where it said nothing. `cached` and `reasoning` are parts of `input` and
 * `output`.
 */
export const usage = z.object({
  input: z.number().int().nullable(),
  output: z.number().int().nullable(),
  cached: z.number().int().nullable(),
  reasoning: z.number().int().nullable(),
  /** Of `input`, what the endpoint keeps for the next request; absent where it does not say. */
  cache_written: z.number().int().optional(),
  /** True if the endpoint marked its figures as an estimate, as the built-in explorer does. */
  estimated: z.boolean(),
})
export type Usage = DeepReadonly<z.infer<typeof usage>>
