import type { Sampling } from '@shared/episode/log/chat'
import type { ProfileName } from '@shared/settings/profile-names'
import type { SchemaForm } from './request/schema-rules'

/** The request format of one kind of endpoint, as data. */
export interface Profile {
  readonly name: ProfileName
  /** Environment variable that holds its key, named in every message about a key. */
  readonly keyVariable: string
  /** True for self-hosted servers: they work without a key, on other machines too. */
  readonly keyIsOptional: boolean
  /**
   * `parts`: marked messages become content parts with a cache breakpoint, four at most. `none`: the mark is left out.
   */
  readonly cacheControl: 'parts' | 'none'
  /** The subset of JSON Schema that it reads in tools; see schema-rules.ts. */
  readonly toolSchemas: SchemaForm
  readonly maxDescriptionLength: number | null
  /** Maximum number of tools of a request. */
  readonly maxTools: number
  /** The key of each documented sampling setting; other settings are not sent. */
  readonly samplingKeys: SamplingKeys
  /** Models that accept neither sampling settings nor `parallel_tool_calls`. */
  readonly fixedSamplingModels: RegExp | null
  /** The strictest form of `response_format`; null if the endpoint has none. */
  readonly responseFormat: 'json_schema' | 'json_object' | null
  /** Whether a request may have both tools and a response format; the format then applies to replies without a call. */
  readonly takesFormatWithTools: boolean
  /** Whether usage must be requested with `stream_options`; otherwise it is always sent. */
  readonly asksForUsage: boolean
  /** The required form of call ids, also of calls that another model made; null for any. */
  readonly callIds: RegExp | null
  /** Whether `parallel_tool_calls: false` is supported. */
  readonly canForbidParallelCalls: boolean
  /**
   * The tools of a request that must not call any. `none`: neither tools nor a choice. The others are sent with
   * `tool_choice: "none"`. `called`: the names of the tools in the history, for routes that reject it otherwise. `all`:
   * the tools of earlier requests, because they begin the prompt: without them, a model on this computer would read all
   * of it again.
   */
  readonly forcedCallTools: 'none' | 'called' | 'all'
  /**
   * Whether it caches only one prompt: two concurrent episodes would make it read their prompts again for every reply.
   */
  readonly keepsOnePrompt: boolean
  /** Whether facts about its models are requested before the first chat; see model-facts.ts. */
  readonly listsFacts: boolean
  /**
   * Keys that the endpoint adds to messages with tool calls, or to the calls, and expects in the history. Other
   * additions are only logged.
   */
  readonly sentBack: { readonly message: readonly string[]; readonly call: readonly string[] }
  /** Models that refuse a history with an unsigned call. */
  readonly signsCalls: RegExp | null
  /** Additional top-level keys of every request. */
  readonly extraBody: Readonly<Record<string, unknown>>
}

type SamplingKeys = Readonly<Partial<Record<keyof Sampling, string>>>

/** The sampling keys of OpenAI's Chat Completions. */
const commonKeys: SamplingKeys = {
  temperature: 'temperature',
  top_p: 'top_p',
  max_tokens: 'max_tokens',
  seed: 'seed',
  reasoning_effort: 'reasoning_effort',
}
const everyKey: SamplingKeys = { ...commonKeys, top_k: 'top_k', min_p: 'min_p' }
const { seed: _, ...withoutSeed } = commonKeys

/** The keys that are sent for a model. */
export function samplingKeysOf({ samplingKeys, fixedSamplingModels }: Profile, model: string): SamplingKeys {
  const { max_tokens, reasoning_effort } = samplingKeys
  return fixedSamplingModels?.test(model) ? { max_tokens, reasoning_effort } : samplingKeys
}

const generic: Profile = {
  name: 'generic',
  keyVariable: 'OPENAI_API_KEY',
  keyIsOptional: false,
  cacheControl: 'none',
  // An unknown endpoint may be a proxy of OpenAI or Anthropic. Their rule about the root loses no information.
  toolSchemas: 'openai',
  maxDescriptionLength: null,
  maxTools: Infinity,
  samplingKeys: commonKeys,
  fixedSamplingModels: null,
  responseFormat: 'json_schema',
  takesFormatWithTools: false,
  asksForUsage: true,
  callIds: null,
  canForbidParallelCalls: false,
  forcedCallTools: 'none',
  keepsOnePrompt: false,
  listsFacts: false,
  // An unknown endpoint may be a proxy of any provider: it gets back the keys that it sent, until it refuses them.
  sentBack: {
    message: ['reasoning_content', 'reasoning_details', 'thinking_blocks'],
    call: ['extra_content', 'provider_specific_fields'],
  },
  signsCalls: null,
  extraBody: {},
}
const NOTHING_SENT_BACK = { message: [], call: [] } as const
const ownServer: Profile = {
  ...generic,
  toolSchemas: 'full',
  keyIsOptional: true,
  forcedCallTools: 'all',
  keepsOnePrompt: true,
  listsFacts: true,
}

const openai: Profile = {
  ...generic,
  name: 'openai',
  sentBack: NOTHING_SENT_BACK,
  maxDescriptionLength: 1024,
  maxTools: 128,
  samplingKeys: { ...commonKeys, max_tokens: 'max_completion_tokens' },
  fixedSamplingModels: /^(?:o\d|gpt-5)/,
  canForbidParallelCalls: true,
}

/**
 * Each quirk has its source: the provider's documentation, the request types of its own SDK, or public reports
 * (repository#number). "Unconfirmed" marks a page of the provider that was not read. A seed is sent where the provider
 * documents one. If a model refuses a parameter nevertheless, later requests leave it out (left-out.ts).
 */
export const PROFILES: Readonly<Record<ProfileName, Profile>> = {
  generic,
  // https://github.com/openai/openai-openapi, `CreateChatCompletionRequest`: `max_tokens` is "not compatible with
  // o-series models", `seed` is deprecated and taken. https://platform.openai.com/docs/guides/reasoning (unconfirmed):
  // sampling is fixed. At most 128 tools: its older specification.
  openai,
  // https://github.com/OpenRouterTeam/typescript-sdk, `ChatRequest`: `seed`, `top_k`, `min_p`, `reasoning_effort`,
  // `parallel_tool_calls`. https://openrouter.ai/docs/guides/best-practices/reasoning-tokens: `reasoning_details` goes
  // back unchanged.
  openrouter: {
    ...generic,
    name: 'openrouter',
    sentBack: { message: ['reasoning_details'], call: [] },
    keyVariable: 'OPENROUTER_API_KEY',
    cacheControl: 'parts',
    maxDescriptionLength: 1024,
    samplingKeys: everyKey,
    canForbidParallelCalls: true,
    listsFacts: true,
    extraBody: { usage: { include: true } },
  },
  // https://docs.anthropic.com/en/api/openai-sdk: `seed`, `response_format` and `reasoning_effort` are ignored. Newer
  // models refuse `temperature` beside `top_p`, so only one of them is sent (litellm#13397).
  anthropic: {
    ...generic,
    name: 'anthropic',
    sentBack: NOTHING_SENT_BACK,
    keyVariable: 'ANTHROPIC_API_KEY',
    toolSchemas: 'anthropic',
    cacheControl: 'parts',
    samplingKeys: { temperature: 'temperature', max_tokens: 'max_tokens' },
    responseFormat: null,
    forcedCallTools: 'called',
  },
  // `seed` is refused: "Unknown name" (ChatterUI#227, mcpchecker#188). 512 tools:
  // https://ai.google.dev/gemini-api/docs/function-calling (unconfirmed).
  // https://ai.google.dev/gemini-api/docs/thought-signatures: signatures go back (kelivo#639).
  gemini: {
    ...generic,
    name: 'gemini',
    keyVariable: 'GEMINI_API_KEY',
    toolSchemas: 'gemini',
    maxTools: 512,
    sentBack: { message: ['extra_content'], call: ['extra_content'] },
    signsCalls: /gemini-(?:[3-9]|\d{2,})/,
    samplingKeys: withoutSeed,
  },
  // https://github.com/mistralai/client-python, `ChatCompletionStreamRequest`: `random_seed`, `parallel_tool_calls`, no
  // `stream_options`. Unknown keys are refused (`extra_forbidden`), also `reasoning_content` in the history
  // (crush#1590), and some models refuse `reasoning_effort` (maki#396).
  mistral: {
    ...generic,
    name: 'mistral',
    listsFacts: true,
    keyVariable: 'MISTRAL_API_KEY',
    samplingKeys: { ...withoutSeed, seed: 'random_seed', reasoning_effort: undefined },
    asksForUsage: false,
    // "Tool call id was … but must be a-z, A-Z, 0-9, with a length of 9."
    callIds: /^[a-zA-Z0-9]{9}$/,
    canForbidParallelCalls: true,
    sentBack: NOTHING_SENT_BACK,
  },
  // OpenAI's API at /openai/v1. https://learn.microsoft.com/azure/ai-services/openai/how-to/reproducible-output: some
  // models take `seed`. Its reasoning models refuse `max_tokens` (anon-kode#53).
  azure: { ...openai, name: 'azure', keyVariable: 'AZURE_OPENAI_API_KEY' },
  // https://api-docs.deepseek.com/api/create-chat-completion: no `seed`, `response_format` is `json_object` at most.
  // https://api-docs.deepseek.com/guides/thinking_mode: `reasoning_content` goes back with tool calls.
  deepseek: {
    ...generic,
    name: 'deepseek',
    keyVariable: 'DEEPSEEK_API_KEY',
    samplingKeys: withoutSeed,
    responseFormat: 'json_object',
    sentBack: { message: ['reasoning_content'], call: [] },
  },
  // https://github.com/groq/groq-python, `CompletionCreateParams`: `seed`, `max_completion_tokens`, at most 128 tools,
  // `parallel_tool_calls`; only some models take a schema, and not with a stream:
  // https://console.groq.com/docs/structured-outputs (unconfirmed). `reasoning_content` is refused in the history
  // (freellmapi#1070).
  groq: {
    ...generic,
    name: 'groq',
    listsFacts: true,
    keyVariable: 'GROQ_API_KEY',
    maxTools: 128,
    samplingKeys: openai.samplingKeys,
    responseFormat: 'json_object',
    canForbidParallelCalls: true,
    sentBack: NOTHING_SENT_BACK,
  },
  // https://github.com/xai-org/xai-sdk-python, `chat.create`: `seed`, at most 128 tools, `parallel_tool_calls`.
  xai: {
    ...generic,
    name: 'xai',
    keyVariable: 'XAI_API_KEY',
    maxTools: 128,
    canForbidParallelCalls: true,
    sentBack: NOTHING_SENT_BACK,
  },
  // https://github.com/togethercomputer/together-python, `ChatCompletionRequest`: `top_k`, `min_p`, `seed`.
  together: {
    ...generic,
    name: 'together',
    listsFacts: true,
    keyVariable: 'TOGETHER_API_KEY',
    samplingKeys: everyKey,
    sentBack: NOTHING_SENT_BACK,
  },
  // https://docs.github.com/rest/models/inference: OpenAI's API, but `max_tokens` for every model. `seed` and the
  // limits of tools: unconfirmed.
  github: {
    ...generic,
    name: 'github',
    keyVariable: 'GITHUB_TOKEN',
    sentBack: NOTHING_SENT_BACK,
    maxDescriptionLength: 1024,
    maxTools: 128,
  },
  // https://docs.ollama.com/api/openai-compatibility: `seed`, `reasoning_effort`, `stream_options`, no `top_k`.
  ollama: { ...ownServer, name: 'ollama' },
  // https://lmstudio.ai/docs/developer/openai-compat/chat-completions: `seed`, `top_k`.
  lmstudio: { ...ownServer, name: 'lmstudio', samplingKeys: { ...commonKeys, top_k: 'top_k' } },
  // https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md: `seed`, `top_k`, `min_p`.
  llamacpp: { ...ownServer, name: 'llamacpp', samplingKeys: everyKey, extraBody: { return_progress: true } },
  // https://docs.vllm.ai/en/latest/serving/openai_compatible_server.html: `seed`, `top_k`, `min_p` (unconfirmed).
  vllm: { ...ownServer, name: 'vllm', samplingKeys: everyKey, keepsOnePrompt: false },
  // src-main/models/runtime: the endpoint of the app itself.
  builtin: {
    ...ownServer,
    name: 'builtin',
    samplingKeys: everyKey,
    takesFormatWithTools: true,
    extraBody: { return_progress: true },
  },
  explorer: { ...generic, name: 'explorer', toolSchemas: 'full', keyIsOptional: true },
}

export const KEY_VARIABLES: readonly string[] = [
  ...new Set(Object.values(PROFILES).map(({ keyVariable }) => keyVariable)),
]
