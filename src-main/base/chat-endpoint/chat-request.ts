import { z } from 'zod'
import { tryParseJson } from '@shared/base/json/bound-json'
import { whyNotValidIn } from '@shared/base/why-not-valid'

const content = z
  .union([z.string(), z.null(), z.array(z.object({ type: z.string(), text: z.string().optional() }))])
  .optional()

/** The part of a Chat Completions request that is read. Other keys are accepted and ignored, as by other servers. */
const chatRequest = z.object({
  model: z.string().min(1),
  messages: z
    .array(
      z.object({
        role: z.enum(['system', 'developer', 'user', 'assistant', 'tool']),
        content,
        tool_calls: z
          .array(z.object({ id: z.string(), function: z.object({ name: z.string(), arguments: z.string() }) }))
          .nullish(),
        tool_call_id: z.string().optional(),
      }),
    )
    .min(1),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
  tools: z
    .array(
      z.object({
        type: z.literal('function'),
        function: z.object({
          name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
          description: z.string().optional(),
          parameters: z.record(z.string(), z.unknown()).optional(),
        }),
      }),
    )
    .nullish(),
  tool_choice: z
    .union([
      z.enum(['auto', 'none', 'required']),
      z.object({ type: z.literal('function'), function: z.object({ name: z.string() }) }),
    ])
    .nullish(),
  response_format: z
    .object({
      type: z.enum(['text', 'json_object', 'json_schema']),
      json_schema: z.object({ schema: z.record(z.string(), z.unknown()).optional() }).optional(),
    })
    .nullish(),
  seed: z.number().int().nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  top_k: z.number().int().min(0).nullish(),
  min_p: z.number().min(0).max(1).nullish(),
  max_tokens: z.number().int().positive().nullish(),
  max_completion_tokens: z.number().int().positive().nullish(),
  stop: z.union([z.string(), z.array(z.string()).max(4)]).nullish(),
  /** An extension of llama.cpp: sends progress while the prompt is read. */
  return_progress: z.boolean().nullish(),
})
export type ChatRequestBody = z.output<typeof chatRequest>

/** An error in OpenAI's form, which every client can show. */
export class RequestError extends Error {
  override readonly name = 'RequestError'
  readonly status: number
  readonly code: string
  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

export function parseChatRequest(text: string): ChatRequestBody {
  const json = tryParseJson(text)
  if (json === undefined) throw new RequestError(400, 'invalid_json', 'The body is not valid JSON.')
  const parsed = chatRequest.safeParse(json)
  if (!parsed.success) throw new RequestError(400, 'invalid_request', whyNotValidIn('body', parsed.error))
  assertCallsAreAnswered(parsed.data)
  return parsed.data
}

/** Throws for a tool call without an answer and for an answer without a call, as other chat APIs do. */
function assertCallsAreAnswered({ messages }: ChatRequestBody): void {
  let open = new Set<string>()
  const assertNoneOpen = () => {
    if (open.size > 0)
      throw new RequestError(400, 'invalid_request', `Tool calls without an answer: ${[...open].join(', ')}.`)
  }
  for (const { role, tool_calls, tool_call_id } of messages) {
    if (role === 'tool') {
      if (tool_call_id === undefined || !open.delete(tool_call_id))
        throw new RequestError(
          400,
          'invalid_request',
          `A tool message answers ${tool_call_id ?? 'no call'}, which no earlier message calls.`,
        )
      continue
    }
    assertNoneOpen()
    open = new Set(tool_calls?.map(({ id }) => id))
  }
  assertNoneOpen()
}

export const textOf = (value: z.output<typeof content>): string =>
  typeof value === 'string' ? value : (value ?? []).map(({ text = '' }) => text).join('\n')
