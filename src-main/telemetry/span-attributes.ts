import type { Attributes } from '@opentelemetry/api'
import type { EventOf, LoggedEvent, Player } from '@shared/episode/event'

/**
 * Attributes of spans: plain names are the specification's, `gen_ai.*` those of OpenTelemetry's GenAI conventions.
 * Langfuse reads both, and `input` and `output` as what an observation was given and gave. What is not known is left
 * out.
 */

export function chatAttributes(
  { turn, iteration, model, sampling, messages_added, forced }: EventOf<'llm_request'>,
  player: Player | null,
): Attributes {
  const url = player?.base_url ? URL.parse(player.base_url) : null
  return {
    turn,
    iteration,
    forced,
    // Only what the call added: the messages before it are in the spans before it.
    input: JSON.stringify(messages_added),
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': player?.profile ?? 'generic',
    'gen_ai.request.model': model,
    'gen_ai.request.stream': true,
    'gen_ai.request.temperature': sampling.temperature ?? undefined,
    'gen_ai.request.top_p': sampling.top_p ?? undefined,
    'gen_ai.request.top_k': sampling.top_k ?? undefined,
    'gen_ai.request.max_tokens': sampling.max_tokens ?? undefined,
    'gen_ai.request.seed': sampling.seed ?? undefined,
    // The host alone: an address may hold a password.
    'server.address': url?.hostname,
  }
}

export function responseAttributes({
  at,
  model,
  content,
  tool_calls,
  finish_reason,
  usage,
  cost_usd,
  time_to_first_token_ms,
  duration_ms,
}: LoggedEvent & EventOf<'llm_response'>): Attributes {
  const firstTokenAt =
    time_to_first_token_ms === null
      ? undefined
      : new Date(Date.parse(at) - duration_ms + time_to_first_token_ms).toISOString()
  return {
    output: JSON.stringify({ content, ...(tool_calls.length > 0 && { tool_calls }) }),
    duration_ms,
    'gen_ai.response.model': model,
    'gen_ai.response.finish_reasons': finish_reason === null ? undefined : [finish_reason],
    'gen_ai.response.time_to_first_chunk': time_to_first_token_ms === null ? undefined : time_to_first_token_ms / 1000,
    'gen_ai.usage.input_tokens': usage.input ?? undefined,
    'gen_ai.usage.output_tokens': usage.output ?? undefined,
    'gen_ai.usage.cache_read.input_tokens': usage.cached ?? undefined,
    'gen_ai.usage.reasoning.output_tokens': usage.reasoning ?? undefined,
    // These two are Langfuse's.
    'gen_ai.usage.cost': cost_usd ?? undefined,
    'langfuse.observation.completion_start_time': firstTokenAt,
  }
}

type ToolRef = Pick<EventOf<'mcp_tool_call'>, 'turn' | 'iteration' | 'call_id' | 'tool_name' | 'server_name'>

export function toolAttributes(
  { turn, iteration, call_id, tool_name, server_name }: ToolRef,
  parameters: unknown,
  timeoutSeconds: number,
): Attributes {
  const input = JSON.stringify(parameters)
  return {
    turn,
    iteration,
    tool_name,
    server_name,
    timeout_seconds: timeoutSeconds,
    input,
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': tool_name,
    'gen_ai.tool.type': 'extension',
    'gen_ai.tool.call.id': call_id,
    'gen_ai.tool.call.arguments': input,
  }
}
