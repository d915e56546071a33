import type { Attributes } from '@opentelemetry/api'
import { type ChatMessage, type ToolDefinition, wholeText } from '@shared/episode/log/chat'
import type { EventOf, LoggedEvent, Player, ServerReport } from '@shared/episode/log/event'
import type { EpisodeSummary } from '@shared/episode/projections/summary'
import { isProfileName, type ProfileName } from '@shared/settings/profile-names'

/**
 * Attributes of spans: plain names are those of requirements 7.4 and 7.5, `gen_ai.*` and `mcp.*` those of
 * OpenTelemetry's conventions (semantic-conventions-genai 1.42). Langfuse reads both. Unknown values are omitted.
 */

/** Provider names by profile, from the conventions where they define one. */
const PROVIDERS: Readonly<Record<ProfileName, string>> = {
  openai: 'openai',
  openrouter: 'openrouter',
  anthropic: 'anthropic',
  gemini: 'gcp.gemini',
  mistral: 'mistral_ai',
  azure: 'azure.ai.openai',
  deepseek: 'deepseek',
  groq: 'groq',
  xai: 'x_ai',
  together: 'together',
  github: 'github',
  ollama: 'ollama',
  lmstudio: 'lmstudio',
  llamacpp: 'llamacpp',
  vllm: 'vllm',
  builtin: 'llamacpp',
  generic: 'generic',
  explorer: 'explorer',
}

export const providerOf = (player: Player | null): string => {
  const profile = player?.profile ?? 'generic'
  // A log of another version may have other profiles.
  return isProfileName(profile) ? PROVIDERS[profile] : profile
}

/** Host and port only, since a URL may contain a password. Empty without a URL. */
export function serverAttributes(player: Player | null): Attributes {
  const url = player?.base_url ? URL.parse(player.base_url) : null
  if (url === null) return {}
  return { 'server.address': url.hostname, 'server.port': Number(url.port) || (url.protocol === 'http:' ? 80 : 443) }
}

export function chatAttributes(
  { turn, iteration, model, sampling, messages_added, forced }: EventOf<'llm_request'>,
  player: Player | null,
): Attributes {
  return {
    turn,
    iteration,
    forced,
    // Only new messages: earlier ones are in the spans before it.
    input: JSON.stringify(messages_added),
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': providerOf(player),
    'gen_ai.request.model': model,
    'gen_ai.request.stream': true,
    'gen_ai.request.temperature': sampling.temperature ?? undefined,
    'gen_ai.request.top_p': sampling.top_p ?? undefined,
    'gen_ai.request.top_k': sampling.top_k ?? undefined,
    'gen_ai.request.max_tokens': sampling.max_tokens ?? undefined,
    'gen_ai.request.seed': sampling.seed ?? undefined,
    ...serverAttributes(player),
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
  response_id,
}: LoggedEvent & EventOf<'llm_response'>): Attributes {
  const firstTokenAt =
    time_to_first_token_ms === null
      ? undefined
      : new Date(Date.parse(at) - duration_ms + time_to_first_token_ms).toISOString()
  return {
    output: JSON.stringify({ content, ...(tool_calls.length > 0 && { tool_calls }) }),
    duration_ms,
    'gen_ai.response.model': model,
    'gen_ai.response.id': response_id,
    'gen_ai.response.finish_reasons': finish_reason === null ? undefined : [finish_reason],
    'gen_ai.response.time_to_first_chunk': time_to_first_token_ms === null ? undefined : time_to_first_token_ms / 1000,
    'gen_ai.usage.input_tokens': usage.input ?? undefined,
    'gen_ai.usage.output_tokens': usage.output ?? undefined,
    'gen_ai.usage.cache_read.input_tokens': usage.cached ?? undefined,
    'gen_ai.usage.cache_write.input_tokens': usage.cache_written,
    'gen_ai.usage.reasoning.output_tokens': usage.reasoning ?? undefined,
    // For Langfuse.
    'gen_ai.usage.cost': cost_usd ?? undefined,
    'langfuse.observation.completion_start_time': firstTokenAt,
  }
}

type ToolRef = Pick<EventOf<'mcp_tool_call'>, 'turn' | 'iteration' | 'call_id' | 'tool_name' | 'server_name'>

export function toolAttributes(
  { turn, iteration, call_id, tool_name, server_name }: ToolRef,
  parameters: unknown,
  timeoutSeconds: number | null,
  transport: ServerReport['transport'],
): Attributes {
  const input = JSON.stringify(parameters)
  return {
    turn,
    iteration,
    tool_name,
    server_name,
    timeout_seconds: timeoutSeconds ?? undefined,
    input,
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': tool_name,
    'gen_ai.tool.type': 'extension',
    'gen_ai.tool.call.id': call_id,
    'gen_ai.tool.call.arguments': input,
    'mcp.method.name': 'tools/call',
    'network.transport': transport && { stdio: 'pipe', http: 'tcp' }[transport],
  }
}

/** The new messages of a request and the offered tools, in the format of the conventions. */
export const contentOfRequest = (
  { messages_added }: EventOf<'llm_request'>,
  tools: readonly ToolDefinition[],
): Attributes => ({
  'gen_ai.input.messages': JSON.stringify(messages_added.map(messageParts)),
  'gen_ai.tool.definitions':
    tools.length === 0 ? undefined : JSON.stringify(tools.map(({ function: tool }) => ({ type: 'function', ...tool }))),
})

export const contentOfResponse = ({
  content,
  reasoning,
  tool_calls,
  finish_reason,
}: EventOf<'llm_response'>): Attributes => ({
  'gen_ai.output.messages': JSON.stringify([
    {
      role: 'assistant',
      parts: [
        ...(reasoning === null ? [] : [{ type: 'reasoning', content: reasoning }]),
        ...(content === null ? [] : [{ type: 'text', content }]),
        ...tool_calls.map(callPart),
      ],
      finish_reason: finish_reason ?? 'unknown',
    },
  ]),
})

const callPart = ({ id, function: called }: NonNullable<ChatMessage['tool_calls']>[number]) => ({
  type: 'tool_call',
  id,
  name: called.name,
  arguments: called.arguments,
})

const messageParts = (message: ChatMessage) => ({
  role: message.role,
  parts:
    message.role === 'tool'
      ? [{ type: 'tool_call_response', id: message.tool_call_id, response: wholeText(message) }]
      : [
          ...(wholeText(message) === '' ? [] : [{ type: 'text', content: wholeText(message) }]),
          ...(message.tool_calls ?? []).map(callPart),
        ],
})

export type Outcome = Pick<EpisodeSummary, 'score' | 'maxScore' | 'locations' | 'ended'>

/** The result of an episode as evaluations of the GenAI conventions. Unknown values are left out. */
export function evaluationsOf(outcome: Outcome | null): readonly Attributes[] {
  if (outcome === null) return []
  const { score, maxScore, locations, ended } = outcome
  const share = score !== null && maxScore !== null && maxScore > 0 ? score / maxScore : null
  return [
    ...evaluation('score', score),
    ...evaluation('score_share', share),
    ...evaluation('locations', locations),
    { ...evaluation('won', ended === 'won' ? 1 : 0)[0], 'gen_ai.evaluation.score.label': ended ?? 'open' },
  ]
}

const evaluation = (name: string, value: number | null): readonly Attributes[] =>
  value === null ? [] : [{ 'gen_ai.evaluation.name': name, 'gen_ai.evaluation.score.value': value }]
