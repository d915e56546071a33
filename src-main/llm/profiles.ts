import type { Sampling } from '@shared/episode/log/chat'
import { isProfileName, PROFILE_NAMES, type ProfileName, keySecretOf } from '@shared/settings/profile-names'
import type { SchemaForm } from './request/schema-rules'

/** The request format of one kind of endpoint. Data only: nothing else differs between providers. */
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
  /** Sampling parameters that may be sent; an endpoint answers 400 to an unknown one. */
  readonly samplingKeys: readonly Exclude<keyof Sampling, 'reasoning_effort'>[]
  readonly maxTokensKey: 'max_tokens' | 'max_completion_tokens'
  /** Models that accept neither sampling settings nor `parallel_tool_calls`. */
  readonly fixedSamplingModels: RegExp | null
  /** How reasoning effort is sent: a key of its own, an object, or not at all. */
  readonly reasoningEffort: 'reasoning_effort' | 'reasoning.effort' | null
  /** The strictest form of `response_format`; null if the endpoint has none. */
  readonly responseFormat: 'json_schema' | 'json_object' | null
  /** The key of the seed. */
  readonly seedKey: 'seed' | 'random_seed'
  /** Whether usage is asked for with `stream_options`; otherwise it comes unasked. */
  readonly asksForUsage: boolean
  /** The form of the ids of calls, which a history of another model must have too; null for any. */
  readonly callIds: RegExp | null
  /** Whether `parallel_tool_calls: false` is supported. */
  readonly canForbidParallelCalls: boolean
  /**
   * The route rejects a history with tool calls when no tools are sent, so the forced call names them with
   * `tool_choice: "none"`.
   */
  readonly needsToolsForHistory: boolean
  /** Whether `GET /models` lists the `supported_parameters` of each model. */
  readonly publishesParameters: boolean
  /**
   * Keys that the endpoint adds to messages with tool calls, and to the calls, and wants back with the history.
   * Everything else that it adds is only logged.
   */
  readonly sentBack: { readonly message: readonly string[]; readonly call: readonly string[] }
  /** Models that refuse a history with a call that has no signature. */
  readonly signsCalls: RegExp | null
  /** Additional top-level keys of every request. */
  readonly extraBody: Readonly<Record<string, unknown>>
}

const generic: Profile = {
  name: 'generic',
  keyVariable: 'OPENAI_API_KEY',
  keyIsOptional: false,
  cacheControl: 'none',
  // An unknown endpoint may be a proxy of OpenAI or Anthropic, whose limit at the root loses nothing.
  toolSchemas: 'openai',
  maxDescriptionLength: null,
  maxTools: Infinity,
  samplingKeys: ['temperature', 'top_p', 'max_tokens', 'seed'],
  maxTokensKey: 'max_tokens',
  fixedSamplingModels: null,
  reasoningEffort: 'reasoning_effort',
  responseFormat: 'json_schema',
  seedKey: 'seed',
  asksForUsage: true,
  callIds: null,
  canForbidParallelCalls: false,
  needsToolsForHistory: false,
  publishesParameters: false,
  // An unknown endpoint may be a proxy of any provider: it gets back what it sent itself, until it refuses that.
  sentBack: {
    message: ['reasoning_content', 'reasoning_details', 'thinking_blocks'],
    call: ['extra_content', 'provider_specific_fields'],
  },
  signsCalls: null,
  extraBody: {},
}
/** https://platform.openai.com/docs/guides/reasoning: sampling is fixed. */
const FIXED_SAMPLING = /^(?:o\d|gpt-5)/
const NOTHING_SENT_BACK = { message: [], call: [] } as const
const everySamplingKey = ['temperature', 'top_p', 'top_k', 'min_p', 'max_tokens', 'seed'] as const
const ownServer: Profile = { ...generic, toolSchemas: 'full', keyIsOptional: true }

export const PROFILES: Readonly<Record<ProfileName, Profile>> = {
  generic,
  openai: {
    ...generic,
    name: 'openai',
    sentBack: NOTHING_SENT_BACK,
    maxDescriptionLength: 1024,
    // https://platform.openai.com/docs/api-reference/chat/create, `tools`
    maxTools: 128,
    maxTokensKey: 'max_completion_tokens',
    fixedSamplingModels: FIXED_SAMPLING,
    canForbidParallelCalls: true,
  },
  openrouter: {
    ...generic,
    name: 'openrouter',
    // https://openrouter.ai/docs/use-cases/reasoning-tokens: `reasoning_details`, unchanged.
    sentBack: { message: ['reasoning_details'], call: [] },
    reasoningEffort: 'reasoning.effort',
    keyVariable: 'OPENROUTER_API_KEY',
    cacheControl: 'parts',
    maxDescriptionLength: 1024,
    samplingKeys: everySamplingKey,
    canForbidParallelCalls: true,
    publishesParameters: true,
    extraBody: { usage: { include: true } },
  },
  // Newer Claude models refuse temperature and top_p together; the compatible endpoint ignores response_format.
  anthropic: {
    ...generic,
    name: 'anthropic',
    sentBack: NOTHING_SENT_BACK,
    reasoningEffort: null,
    keyVariable: 'ANTHROPIC_API_KEY',
    toolSchemas: 'anthropic',
    cacheControl: 'parts',
    samplingKeys: ['temperature', 'max_tokens'],
    responseFormat: null,
    needsToolsForHistory: true,
  },
  gemini: {
    ...generic,
    name: 'gemini',
    keyVariable: 'GEMINI_API_KEY',
    toolSchemas: 'gemini',
    // https://ai.google.dev/gemini-api/docs/function-calling
    maxTools: 512,
    // https://ai.google.dev/gemini-api/docs/thought-signatures
    sentBack: { message: ['extra_content'], call: ['extra_content'] },
    signsCalls: /gemini-(?:[3-9]|\d{2,})/,
    samplingKeys: ['temperature', 'top_p', 'max_tokens'],
  },
  // https://docs.mistral.ai/api/: `random_seed`, `parallel_tool_calls`. Unknown keys are refused (`extra_forbidden`):
  // `stream_options`, and `reasoning_content` in the history (crush#1590). Some models refuse an effort (maki#396).
  mistral: {
    ...generic,
    name: 'mistral',
    keyVariable: 'MISTRAL_API_KEY',
    seedKey: 'random_seed',
    asksForUsage: false,
    // "Tool call id was … but must be a-z, A-Z, 0-9, with a length of 9."
    callIds: /^[a-zA-Z0-9]{9}$/,
    reasoningEffort: null,
    canForbidParallelCalls: true,
    sentBack: NOTHING_SENT_BACK,
  },
  // https://learn.microsoft.com/azure/ai-foundry/openai/latest: the form of OpenAI, at /openai/v1. `max_tokens` is
  // refused by its reasoning models (anon-kode#53). Deployments have any name, so what a model refuses is learned.
  azure: {
    ...generic,
    name: 'azure',
    keyVariable: 'AZURE_OPENAI_API_KEY',
    sentBack: NOTHING_SENT_BACK,
    maxDescriptionLength: 1024,
    maxTools: 128,
    maxTokensKey: 'max_completion_tokens',
    fixedSamplingModels: FIXED_SAMPLING,
    canForbidParallelCalls: true,
  },
  // https://api-docs.deepseek.com/api/create-chat-completion: no `seed`, `response_format` is `json_object` at most.
  // https://api-docs.deepseek.com/guides/thinking_mode: `reasoning_content` goes back with tool calls.
  deepseek: {
    ...generic,
    name: 'deepseek',
    keyVariable: 'DEEPSEEK_API_KEY',
    samplingKeys: ['temperature', 'top_p', 'max_tokens'],
    responseFormat: 'json_object',
    sentBack: { message: ['reasoning_content'], call: [] },
  },
  // https://console.groq.com/docs/api-reference: `max_completion_tokens`, at most 128 tools.
  // https://console.groq.com/docs/structured-outputs: a schema is not taken with a stream. `reasoning_content` is
  // refused in the history (freellmapi#1070).
  groq: {
    ...generic,
    name: 'groq',
    keyVariable: 'GROQ_API_KEY',
    maxTools: 128,
    maxTokensKey: 'max_completion_tokens',
    responseFormat: 'json_object',
    canForbidParallelCalls: true,
    sentBack: NOTHING_SENT_BACK,
  },
  // https://docs.x.ai/docs/api-reference: at most 128 tools, `parallel_tool_calls`.
  xai: {
    ...generic,
    name: 'xai',
    keyVariable: 'XAI_API_KEY',
    maxTools: 128,
    canForbidParallelCalls: true,
    sentBack: NOTHING_SENT_BACK,
  },
  // https://docs.together.ai/reference/chat-completions-1: `top_k`, `min_p`, `seed`.
  together: {
    ...generic,
    name: 'together',
    keyVariable: 'TOGETHER_API_KEY',
    samplingKeys: everySamplingKey,
    sentBack: NOTHING_SENT_BACK,
  },
  // https://docs.github.com/rest/models/inference: the form of OpenAI, whatever the model.
  github: {
    ...generic,
    name: 'github',
    keyVariable: 'GITHUB_TOKEN',
    sentBack: NOTHING_SENT_BACK,
    maxDescriptionLength: 1024,
    maxTools: 128,
  },
  ollama: { ...ownServer, name: 'ollama' },
  lmstudio: { ...ownServer, name: 'lmstudio', samplingKeys: ['temperature', 'top_p', 'top_k', 'max_tokens', 'seed'] },
  llamacpp: { ...ownServer, name: 'llamacpp', samplingKeys: everySamplingKey },
  vllm: { ...ownServer, name: 'vllm', samplingKeys: everySamplingKey },
  explorer: { ...ownServer, name: 'explorer' },
}

/**
 * Location of a provider: its hosts and the address that its keys are made for, or its port on this machine. The
 * address is null where every customer has a host: a key for one says nothing about the others.
 */
type Location = { readonly hosts: RegExp; readonly address: string | null } | { readonly port: number }

const LOCATIONS: Readonly<Record<ProfileName, Location | null>> = {
  openai: { hosts: /(?:^|\.)openai\.com$/, address: 'https://api.openai.com/v1' },
  openrouter: { hosts: /(?:^|\.)openrouter\.ai$/, address: 'https://openrouter.ai/api/v1' },
  anthropic: { hosts: /(?:^|\.)anthropic\.com$/, address: 'https://api.anthropic.com/v1' },
  gemini: {
    hosts: /(?:^|\.)googleapis\.com$/,
    address: 'https://generativelanguage.googleapis.com/v1beta/openai',
  },
  mistral: { hosts: /(?:^|\.)mistral\.ai$/, address: 'https://api.mistral.ai/v1' },
  azure: { hosts: /\.(?:openai\.azure\.com|services\.ai\.azure\.com|cognitiveservices\.azure\.com)$/, address: null },
  deepseek: { hosts: /(?:^|\.)deepseek\.com$/, address: 'https://api.deepseek.com/v1' },
  groq: { hosts: /(?:^|\.)groq\.com$/, address: 'https://api.groq.com/openai/v1' },
  xai: { hosts: /(?:^|\.)x\.ai$/, address: 'https://api.x.ai/v1' },
  together: { hosts: /(?:^|\.)together\.(?:xyz|ai)$/, address: 'https://api.together.xyz/v1' },
  github: { hosts: /^models\.github\.ai$/, address: 'https://models.github.ai/inference' },
  ollama: { port: 11_434 },
  lmstudio: { port: 1234 },
  llamacpp: { port: 8080 },
  vllm: { port: 8000 },
  generic: null,
  explorer: null,
}

/**
 * The profile of that name, or for "auto" the one of the base URL. An endpoint on this machine needs no key, whatever
 * its profile. Throws for an unknown name.
 */
export function profileFor(name: string, baseUrl: string): Profile {
  const url = URL.parse(baseUrl)
  const isLocal = url !== null && isLoopback(url)
  const profile = PROFILES[name === 'auto' ? guessProfile(url, isLocal) : knownName(name)]
  return { ...profile, keyIsOptional: profile.keyIsOptional || isLocal }
}

function knownName(name: string): ProfileName {
  if (!isProfileName(name))
    throw new Error(`There is no provider profile "${name}". Use "auto" or one of: ${PROFILE_NAMES.join(', ')}.`)
  return name
}

function guessProfile(url: URL | null, isLocal: boolean): ProfileName {
  if (url === null) return 'generic'
  const isAt = (location: Location | null) => {
    if (location === null) return false
    return 'port' in location ? isLocal && url.port === String(location.port) : location.hosts.test(url.hostname)
  }
  return PROFILE_NAMES.find((name) => isAt(LOCATIONS[name])) ?? 'generic'
}

/** The address that a provider's key is made for, and whether another is that provider's too; null for other keys. */
export function trustedEndpointOf(key: string): { readonly address: string; isAt(address: string): boolean } | null {
  const name = PROFILE_NAMES.find((candidate) => keySecretOf(candidate) === key)
  const home = name && LOCATIONS[name]
  if (!home || !('hosts' in home) || home.address === null) return null
  return {
    address: home.address,
    isAt(other) {
      const url = URL.parse(other)
      // Never send a key over plain HTTP.
      return url?.protocol === 'https:' && home.hosts.test(url.hostname)
    },
  }
}

/** The environment variables of all profiles. */
export const KEY_VARIABLES: readonly string[] = [
  ...new Set(Object.values(PROFILES).map(({ keyVariable }) => keyVariable)),
]

/** True for an address that can only be this machine. */
export function isLoopback({ hostname }: URL): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname)
  )
}
