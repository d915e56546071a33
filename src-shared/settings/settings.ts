import { z } from 'zod'
import { pauseRules } from '../episode/log/pause-rules-schema'
import { httpAddress, protectedAddress } from './http-address'
import { PROFILE_NAMES } from './profile-names'
import { runTable, mindTable } from './run-tables'

/**
 * Settings of `zorkgpt.toml`, or of the `[tool.zorkgpt.*]` tables of a pyproject.toml. Names, tables and defaults
 * follow requirement 13 and the public ZorkGPT, so that its files can be read. Unknown keys are reported by name, see
 * unknown-settings.ts. Titles and descriptions exist only here: the window, the terminal and docs/settings.md use them,
 * see describe-settings.ts.
 */
interface Words {
  readonly title: string
  readonly description: string
  readonly unit?: string
  /** The value in the app's own zorkgpt.toml; absent if that is the default. */
  readonly shipped?: boolean
}

const flag = (byDefault: boolean, words: Words) =>
  z
    .boolean()
    .default(byDefault)
    .meta({ ...words })
const choice = <const Values extends readonly [string, ...string[]]>(
  values: Values,
  byDefault: Values[number],
  words: Words,
) =>
  z
    .enum(values)
    .default(byDefault as never)
    .meta({ ...words })
const number = (range: z.ZodNumber, byDefault: number, words: Words) => range.default(byDefault).meta({ ...words })
/** A number that may be empty, or null in a log. It is then not sent, and the endpoint decides. */
const sent = (range: z.ZodNumber, byDefault: number, words: Words) =>
  z
    .union([range, z.literal(''), z.null()])
    .default(byDefault)
    .meta({ ...words })
const text = (form: z.ZodString | z.ZodURL, byDefault: string, words: Words) =>
  form.default(byDefault).meta({ ...words })
const seconds = (byDefault: number, words: Words) => number(z.number().positive(), byDefault, { ...words, unit: 's' })

const table = <Shape extends z.ZodRawShape>(title: string, shape: Shape) =>
  z
    .strictObject(shape)
    .prefault({} as never)
    .meta({ title })

const notNegative = z.number().min(0)
const share = z.number().min(0).max(1)
const positiveInteger = z.number().int().positive()
const reference = z
  .string()
  .regex(
    /^(\$\{[^}]+\})?$/,
    'A key does not belong in this file: write ${secret:NAME} and keep the key among the secrets',
  )

export const settings = z.strictObject({
  mcp: table('Tools', {
    // Off by default for backward compatibility (requirement 13). The shipped zorkgpt.toml switches it on.
    enabled: flag(false, {
      title: 'Offer tools',
      description: 'Offer the tools of the MCP servers to the model. The shipped file switches it on.',
      shipped: true,
    }),
    config_file: text(z.string().min(1), 'mcp_config.json', {
      title: 'Server list',
      description: "The file that lists the MCP servers, from the app's folder. Read when the app starts.",
    }),
    max_tool_iterations: number(z.number().int().min(1).max(100), 20, {
      title: 'Model calls per turn',
      unit: 'calls',
      description: 'Maximum number of model calls in a turn before an answer is forced.',
    }),
    tool_call_timeout_seconds: seconds(30, {
      title: 'Tool call timeout',
      description: 'Longest duration of one tool call.',
    }),
    server_startup_timeout_seconds: seconds(10, {
      title: 'Server start timeout',
      description: 'Longest time for a server to start and list its tools.',
    }),
    question_timeout_seconds: seconds(120, {
      title: 'Question timeout',
      description: "How long a server's question waits for the user before it is cancelled.",
    }),
    force_tool_support: flag(false, {
      title: 'Assume tool support',
      description: 'Assume that the model can call tools, whatever its name or endpoint says.',
    }),
    server_selection: choice(['all', 'first'], 'all', {
      title: 'Servers in use',
      description: 'Use all enabled servers, or only the first in the file.',
    }),
    session_scope: choice(['turn', 'episode'], 'turn', {
      title: 'Session',
      description: 'Open a new session with every server for each turn, or one for the episode.',
    }),
    local_tools: flag(false, {
      title: "The app's own tools",
      description: "Offer the app's own tools too: `game.map_route`, the route to a visited location.",
    }),
    registries: z.array(protectedAddress).default(['https://registry.modelcontextprotocol.io']).meta({
      title: 'Registries',
      description: 'Addresses of MCP registries that the user can search for servers. Nothing else uses them.',
    }),
  }),
  llm: table('Model', {
    client_base_url: text(httpAddress, 'https://openrouter.ai/api/v1', {
      title: 'Endpoint',
      description: 'Address of an OpenAI-compatible endpoint. May contain references to secrets.',
    }),
    api_key: text(reference, '', {
      title: 'Key',
      description: "A reference such as `${secret:NAME}`, for this endpoint only. Empty: the provider's key.",
    }),
    headers: z.record(z.string(), z.string()).default({}).meta({
      title: 'Headers',
      description: 'Sent with every request to this endpoint. Values may contain references to secrets.',
    }),
    agent_model: text(z.string().trim().min(1), 'deepseek/deepseek-v3.2-exp', {
      title: 'Model',
      description: 'The model of episodes that do not specify one.',
    }),
    profile: choice(['auto', ...PROFILE_NAMES], 'auto', {
      title: 'Provider profile',
      description: "The endpoint's request format; `auto` derives it from the address.",
    }),
    fallback_models: z
      .array(z.string())
      .default([])
      .meta({ title: 'Fallback models', description: 'Tried in order when the previous model fails permanently.' }),
  }),
  local_models: table('Models on this computer', {
    folder: text(z.string(), '', {
      title: 'Folder',
      description: "Where model files are stored. Empty: `models` in the app's own folder. Read when the app starts.",
    }),
    context_tokens: number(z.number().int().min(512).max(1_000_000), 8192, {
      title: 'Context',
      unit: 'tokens',
      description: 'Longest request and answer together. A longer context needs more memory.',
    }),
    threads: number(z.number().int().min(0).max(512), 0, {
      title: 'Threads',
      unit: 'threads',
      description: 'Threads of the processor that a model uses; 0 lets the runtime decide.',
    }),
    download_address: text(httpAddress, 'https://huggingface.co', {
      title: 'Download from',
      description: 'Where the files of the list of models are downloaded from, when the user asks.',
    }),
    list_file: text(z.string(), '', {
      title: 'List of models',
      description: "A JSON file of models to offer, in the form of the app's own. Empty: the app's own list.",
    }),
  }),
  agent_sampling: table('Sampling', {
    temperature: sent(z.number().min(0).max(2), 0.6, {
      title: 'Temperature',
      description:
        "Randomness of the model's choice of words. Sampling settings are sent if the endpoint supports them; an empty one is not sent.",
    }),
    top_p: sent(share, 0.95, {
      title: 'Top p',
      description: 'Share of the probability mass that the model samples from.',
    }),
    top_k: sent(z.number().int().min(0), 20, {
      title: 'Top k',
      description: 'Number of likeliest tokens that the model samples from.',
    }),
    min_p: sent(share, 0, {
      title: 'Min p',
      description: 'Lowest probability of a candidate token, relative to the likeliest.',
    }),
    max_tokens: sent(positiveInteger, 2000, {
      title: 'Longest answer',
      unit: 'tokens',
      description: 'Maximum number of tokens in one answer.',
    }),
    reasoning_effort: choice(['default', 'minimal', 'low', 'medium', 'high'], 'default', {
      title: 'Reasoning effort',
      description: 'How long a reasoning model may think; `default` leaves it to the endpoint.',
    }),
  }),
  limits: table('Limits', {
    tokens_per_episode: number(z.number().int().min(0), 0, {
      title: 'Token limit',
      unit: 'tokens',
      description: 'An episode that has used more tokens (sent and received) pauses; it can be resumed. 0: no limit.',
    }),
    cost_usd_per_episode: number(notNegative, 0, {
      title: 'Cost limit',
      unit: 'USD',
      description:
        'An episode that has cost more pauses; it can be resumed. Works with endpoints that report costs. 0: no limit.',
    }),
    reply_bytes: number(positiveInteger, 4 * 2 ** 20, {
      title: 'Longest reply',
      unit: 'bytes',
      description:
        'Largest reply of the model: text, thoughts and tool arguments together. A longer one is cut off and counts as a failed attempt.',
    }),
    line_bytes: number(positiveInteger, 4 * 2 ** 20, {
      title: 'Longest piece',
      unit: 'bytes',
      description:
        'Largest message of an endpoint, with a piece of a reply or its list of models. A longer one is not read to its end.',
    }),
    reply_seconds: seconds(1800, {
      title: 'Longest wait for a reply',
      description:
        'Longest duration of one reply, even if it streams steadily. Then the episode pauses; it can be resumed.',
    }),
  }),
  gameplay: table('Play', {
    turn_delay_seconds: number(notNegative, 0, {
      title: 'Pause between turns',
      unit: 's',
      description: 'Delay after each turn, so that a person can follow. Batches ignore it.',
    }),
    explorer_words_per_second: number(notNegative, 24, {
      title: "Explorer's pace",
      unit: 'words/s',
      description: "Speed of the built-in explorer's text; 0 is instant.",
    }),
  }),
  game: table('Game', {
    pass_pauses: flag(true, {
      title: 'Pass pauses',
      description:
        'If a story waits for a key only to continue, press it as part of the turn. If off, every key is an action.',
    }),
  }),
  run: runTable.prefault({}).meta({ title: 'Run' }),
  pause: pauseRules.prefault({}).meta({ title: 'Pause' }),
  mind: mindTable.prefault({}).meta({ title: 'Mind' }),
  orchestrator: table('Episodes', {
    max_turns_per_episode: number(positiveInteger, 500, {
      title: 'Turn limit',
      unit: 'turns',
      description: 'Turn limit of episodes that do not specify one.',
    }),
  }),
  retry: table('Retries', {
    max_retries: number(z.number().int().min(0), 5, {
      title: 'Retries',
      unit: 'attempts',
      description: 'Retries of a failed call.',
    }),
    initial_delay: number(notNegative, 1, {
      title: 'First delay',
      unit: 's',
      description: 'Delay before the second attempt.',
    }),
    max_delay: number(notNegative, 60, {
      title: 'Longest delay',
      unit: 's',
      description:
        'Longest delay before an attempt. If the endpoint asks for a longer one, the episode pauses until then.',
    }),
    exponential_base: number(z.number().min(1), 2, {
      title: 'Growth',
      unit: 'times',
      description: 'Factor by which each delay exceeds the previous one.',
    }),
    jitter_factor: number(share, 0.1, { title: 'Jitter', description: 'Random share added to each delay.' }),
    timeout_seconds: seconds(120, { title: 'Reply timeout', description: 'Longest wait for the start of a reply.' }),
    local_timeout_seconds: seconds(1800, {
      title: 'Reply timeout on this computer',
      description: 'The same for a model on this computer, which may take minutes to read a long request.',
    }),
    idle_timeout_seconds: seconds(60, {
      title: 'Stream timeout',
      description: 'A stream without data for this time is cut off.',
    }),
    circuit_breaker_enabled: flag(true, {
      title: 'Circuit breaker',
      description: 'Stop calling an endpoint that keeps failing.',
    }),
    circuit_breaker_failure_threshold: number(positiveInteger, 10, {
      title: 'Failures that open it',
      unit: 'attempts',
      description: 'Failed attempts in a row that open the circuit breaker.',
    }),
    circuit_breaker_recovery_timeout: seconds(300, {
      title: 'Recovery time',
      description: 'How long an open circuit breaker waits before the next attempt.',
    }),
    circuit_breaker_success_threshold: number(positiveInteger, 3, {
      title: 'Successes that close it',
      unit: 'attempts',
      description: 'Successful attempts that close the circuit breaker.',
    }),
  }),
  mcp_server: table('MCP clients', {
    enabled: flag(false, {
      title: 'Reachable',
      description:
        'Let MCP clients on this computer reach the open app with the token in the data folder. The shipped file switches it on. Read when the app starts.',
      shipped: true,
    }),
    port: number(z.number().int().min(0).max(65_535), 0, {
      title: 'Port',
      description: 'Port on 127.0.0.1 for clients over HTTP; 0 takes any free one. Read when the app starts.',
    }),
  }),
})
export type Settings = z.output<typeof settings>

/**
 * Whether a resumed or forked episode uses a table as in its log or as it is today. Logs record model, address and
 * tools separately.
 */
export const SETTINGS_ON_RESUME: { readonly [Table in keyof Settings]: 'log' | 'today' } = {
  mcp: 'today',
  llm: 'today',
  local_models: 'today',
  agent_sampling: 'log',
  limits: 'today',
  gameplay: 'log',
  game: 'log',
  run: 'log',
  pause: 'log',
  mind: 'log',
  orchestrator: 'today',
  retry: 'today',
  mcp_server: 'today',
}
