import { z } from 'zod'

/** A local model may be named by its full path. */
const LONGEST_LABEL = 1000

/** A count; some gateways send it as a string. */
const count = z
  .union([
    z.number().int(),
    z
      .string()
      .regex(/^\d{1,12}$/)
      .transform(Number),
  ])
  .nullish()
  .catch(null)
const text = z.string().nullish()
/** Names and reasons are logged with each reply, and do not count towards its size limit. */
const label = z.string().max(LONGEST_LABEL).nullish()

/** A name of another type is ignored. */
const labelOrNull = z.preprocess((value) => (typeof value === 'string' ? value : null), label)

/** Text, or a list of parts with text. */
const content = z.union([z.string(), z.array(z.unknown())]).nullish()

/** An index in the list of calls; null for the -1 of Bedrock. Some gateways send it as a string. */
const place = z.coerce.number().int().nonnegative().nullish().catch(null)

const toolCallPiece = z.looseObject({
  index: place,
  id: z.union([z.string(), z.number().transform(String)]).nullish(),
  /** Some servers send the arguments as one object. */
  function: z
    .looseObject({ name: text, arguments: z.union([z.string(), z.record(z.string(), z.unknown())]).nullish() })
    .nullish(),
})
export type ToolCallPiece = z.infer<typeof toolCallPiece>

const message = z.looseObject({
  content,
  refusal: text,
  reasoning: content,
  reasoning_content: content,
  tool_calls: z.array(toolCallPiece).nullish(),
})

/**
 * A chunk of the stream, or a whole answer. Nearly all fields are optional, because endpoints differ. Additional fields
 * of messages and calls are kept.
 */
export const chunk = z.object({
  id: label.catch(null),
  model: labelOrNull,
  system_fingerprint: labelOrNull,
  choices: z.array(z.object({ finish_reason: label, delta: message.nullish(), message: message.nullish() })).nullish(),
  /** Ollama's own form: a message without choices. */
  message: message.nullish().catch(null),
  done: z.boolean().nullish().catch(null),
  done_reason: label.catch(null),
  /** llama.cpp and the endpoint of this app: tokens of the prompt; `processed` includes `cache`. */
  prompt_progress: z.object({ total: z.number(), cache: z.number(), processed: z.number() }).nullish().catch(null),
  usage: z
    .object({
      prompt_tokens: count,
      completion_tokens: count,
      prompt_tokens_details: z.object({ cached_tokens: count, cache_write_tokens: count }).nullish().catch(null),
      cache_creation_input_tokens: count,
      completion_tokens_details: z.object({ reasoning_tokens: count }).nullish().catch(null),
      cost: z.number().nullish().catch(null),
      estimated: z.boolean().nullish().catch(null),
    })
    .nullish()
    .catch(null),
})

export type Content = z.infer<typeof content>
