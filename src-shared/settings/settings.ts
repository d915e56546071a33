import { z } from 'zod'
import { httpAddress } from './http-address'
import { PROFILE_NAMES } from './profile-names'
import { pauseRules } from '../episode/log/pause-rules-schema'
import { mindTable } from './mind-table'
import { runTable } from './run-tables'

/**
 * Settings of `zorkgpt.toml`, or of the `[tool.zorkgpt.*]` tables of a pyproject.toml. Names, tables and defaults
 * follow requirement 13 and the public ZorkGPT, so that its files can be read. Unknown keys are refused by name, see
 * unknown-settings.ts. Titles and descriptions are written only here: the window, the terminal and docs/settings.md use
 * them, see describe-settings.ts.
 */
interface Words {
  readonly title: string
  readonly description: string
  readonly unit?: string
}

const flag = (byDefault: boolean, words: Words) =>
  z
    .boolean()
    .default(byDefault)
    .meta({ ...words })
const number = (range: z.ZodNumber, byDefault: number, words: Words) => range.default(byDefault).meta({ ...words })
const text = (form: z.ZodString | z.ZodURL, byDefault: string, words: Words) =>
  form.default(byDefault).meta({ ...words })
const seconds = (byDefault: number, words: Words) => number(z.number().positive(), byDefault, { ...words, unit: 's' })

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
  mcp: z
    .strictObject({
      // Opt-in for backward compatibility (requirement 13): off by default; the shipped zorkgpt.toml switches it on.
      enabled: flag(false, {
        title: 'Offer tools',
        description: 'Offer the tools of the MCP servers to the model. The shipped file switches it on.',
      }),
      config_file: text(z.string().min(1), 'mcp_config.json', {
        title: 'Server list',
        description: "The file that lists the MCP servers, from the app's folder. Read when the app starts.",
      }),
      max_tool_iterations: number(z.number().int().min(1).max(100), 20, {
        title: 'Model calls a turn',
        unit: 'calls',
        description: 'How often the model may be asked in a turn before an answer is forced.',
      }),
      tool_call_timeout_seconds: seconds(30, {
        title: 'Tool call timeout',
        description: 'How long one tool call may take.',
      }),
      server_startup_timeout_seconds: seconds(10, {
        title: 'Server start timeout',
        description: 'How long one server may take to start and list its tools.',
      }),
      question_timeout_seconds: seconds(120, {
        title: 'Question timeout',
        description: 'How long a question of a server waits for a person before it is cancelled.',
      }),
      force_tool_support: flag(false, {
        title: 'Assume tool support',
        description: 'Believe that the model can call tools, whatever its name or its endpoint says.',
      }),
      server_selection: z
        .enum(['all', 'first'])
        .default('all')
        .meta({ title: 'Servers in use', description: 'Use all enabled servers, or only the first of the file.' }),
      session_scope: z.enum(['turn', 'episode']).default('turn').meta({
        title: 'Session',
        description: 'Give each turn a fresh session with every server, or each episode one.',
      }),
      local_tools: flag(false, {
        title: "The app's own tools",
        description: "Offer the app's own tools too: `game.map_route`, the way to a visited location.",
      }),
    })
    .prefault({})
    .meta({ title: 'Tools' }),
  llm: z
    .strictObject({
      client_base_url: text(httpAddress, 'https://openrouter.ai/api/v1', {
        title: 'Endpoint',
        description: 'Address of an OpenAI-compatible endpoint. May hold references to secrets.',
      }),
      api_key: text(reference, '', {
        title: 'Key',
        description: 'A reference such as `${secret:NAME}`, for this endpoint alone. Empty: the key of the provider.',
      }),
      headers: z.record(z.string(), z.string()).default({}).meta({
        title: 'Headers',
        description: 'Sent with every request to this endpoint. Values may hold references to secrets.',
      }),
      agent_model: text(z.string().min(1), 'deepseek/deepseek-v3.2-exp', {
        title: 'Model',
        description: 'The model that plays where an episode names none.',
      }),
      profile: z
        .enum(['auto', ...PROFILE_NAMES])
        .default('auto')
        .meta({
          title: 'Provider profile',
          description: 'How the endpoint wants its requests; `auto` reads it off the address.',
        }),
      fallback_models: z
        .array(z.string())
        .default([])
        .meta({ title: 'Fallback models', description: 'Tried in order when the model before fails for good.' }),
    })
    .prefault({})
    .meta({ title: 'Model' }),
  agent_sampling: z
    .strictObject({
      temperature: number(z.number().min(0).max(2), 0.6, {
        title: 'Temperature',
        description:
          'How freely the model chooses its words. Sampling settings are sent where the endpoint knows them.',
      }),
      top_p: number(share, 0.95, {
        title: 'Top p',
        description: 'Share of the probability that the model chooses from.',
      }),
      top_k: number(z.number().int().min(0), 20, {
        title: 'Top k',
        description: 'How many of the likeliest tokens the model chooses the next one from.',
      }),
      min_p: number(share, 0, {
        title: 'Min p',
        description: 'Least probability of a candidate, as a share of that of the best.',
      }),
      max_tokens: number(positiveInteger, 2000, {
        title: 'Longest answer',
        unit: 'tokens',
        description: 'Most tokens of one answer.',
      }),
      reasoning_effort: z.enum(['default', 'minimal', 'low', 'medium', 'high']).default('default').meta({
        title: 'Reasoning effort',
        description: 'How long a reasoning model may think; `default` leaves it to the endpoint.',
      }),
    })
    .prefault({})
    .meta({ title: 'Sampling' }),
  limits: z
    .strictObject({
      tokens_per_episode: number(z.number().int().min(0), 0, {
        title: 'Token limit',
        unit: 'tokens',
        description: 'An episode that has used more, sent and received, pauses and can be resumed. 0: no limit.',
      }),
      cost_usd_per_episode: number(notNegative, 0, {
        title: 'Cost limit',
        unit: 'USD',
        description:
          'An episode that has cost more pauses and can be resumed; only endpoints that tell the cost can be limited by it. 0: no limit.',
      }),
      reply_bytes: number(positiveInteger, 4 * 2 ** 20, {
        title: 'Longest reply',
        unit: 'bytes',
        description:
          'Of one reply of the model: text, thoughts and the arguments of tools together. A longer one is cut off and counts as a failed attempt.',
      }),
      line_bytes: number(positiveInteger, 4 * 2 ** 20, {
        title: 'Longest piece',
        unit: 'bytes',
        description:
          'Of one message in which an endpoint sends a piece of a reply, or its list of models. A longer one is not read to its end.',
      }),
      reply_seconds: seconds(1800, {
        title: 'Longest wait for a reply',
        description:
          'How long one reply may take as a whole, however steadily it comes. Then the episode pauses and can be resumed.',
      }),
    })
    .prefault({})
    .meta({ title: 'Limits' }),
  gameplay: z
    .strictObject({
      turn_delay_seconds: number(notNegative, 0, {
        title: 'Pause between turns',
        unit: 's',
        description: 'So that a person can follow. Batches lose no time.',
      }),
      explorer_words_per_second: number(notNegative, 24, {
        title: "Explorer's pace",
        unit: 'words/s',
        description: 'How fast the built-in explorer speaks; 0 is at once.',
      }),
    })
    .prefault({})
    .meta({ title: 'Play' }),
  game: z
    .strictObject({
      pass_pauses: z.boolean().default(true).meta({
        title: 'Pass pauses',
        description:
          'Where a story waits for a key only to go on, one is pressed for the player, as part of the turn. Off, every key is an action.',
      }),
    })
    .prefault({})
    .meta({ title: 'Game' }),
  run: runTable.prefault({}).meta({ title: 'Run' }),
  pause: pauseRules.prefault({}).meta({ title: 'Pause' }),
  mind: mindTable.prefault({}).meta({ title: 'Mind' }),
  orchestrator: z
    .strictObject({
      max_turns_per_episode: number(positiveInteger, 500, {
        title: 'Turn limit',
        unit: 'turns',
        description: 'Where an episode is given no limit of its own.',
      }),
    })
    .prefault({})
    .meta({ title: 'Episodes' }),
  retry: z
    .strictObject({
      max_retries: number(z.number().int().min(0), 5, {
        title: 'Retries',
        unit: 'attempts',
        description: 'Further attempts of a call that failed.',
      }),
      initial_delay: number(notNegative, 1, {
        title: 'First wait',
        unit: 's',
        description: 'Wait before the second attempt.',
      }),
      max_delay: number(notNegative, 60, {
        title: 'Longest wait',
        unit: 's',
        description: 'Wait before any attempt, at most.',
      }),
      exponential_base: number(z.number().min(1), 2, {
        title: 'Growth',
        unit: 'times',
        description: 'How much longer each wait is than the one before.',
      }),
      jitter_factor: number(share, 0.1, { title: 'Jitter', description: 'Random share that is added to each wait.' }),
      timeout_seconds: seconds(120, { title: 'Reply timeout', description: 'How long until a reply begins.' }),
      idle_timeout_seconds: seconds(60, {
        title: 'Stream timeout',
        description: 'A stream that brings nothing for so long is cut.',
      }),
      circuit_breaker_enabled: flag(true, {
        title: 'Circuit breaker',
        description: 'Stop asking an endpoint that keeps failing.',
      }),
      circuit_breaker_failure_threshold: number(positiveInteger, 10, {
        title: 'Failures that open it',
        unit: 'attempts',
        description: 'Failed attempts in a row that open the circuit breaker.',
      }),
      circuit_breaker_recovery_timeout: seconds(300, {
        title: 'Time until it is tried',
        description: 'How long an open circuit breaker waits before the next attempt.',
      }),
      circuit_breaker_success_threshold: number(positiveInteger, 3, {
        title: 'Successes that close it',
        unit: 'attempts',
        description: 'Successful attempts that close the circuit breaker.',
      }),
    })
    .prefault({})
    .meta({ title: 'Retries' }),
  mcp_server: z
    .strictObject({
      enabled: flag(false, {
        title: 'Reachable',
        description:
          'Let MCP clients of this computer reach the open app, with the token in the data folder. The shipped file switches it on. Read when the app starts.',
      }),
      port: number(z.number().int().min(0).max(65_535), 0, {
        title: 'Port',
        description: 'On 127.0.0.1, for clients over HTTP; 0 takes any free one. Read when the app starts.',
      }),
    })
    .prefault({})
    .meta({ title: 'MCP clients' }),
})
export type Settings = z.output<typeof settings>

/**
 * Whether a resumed or forked episode continues with the value in its log or with today's. The log also decides the
 * player's part of `llm` and `mcp`: model, address, and whether it has tools.
 */
export const SETTINGS_ON_RESUME: { readonly [Table in keyof Settings]: 'log' | 'today' } = {
  mcp: 'today',
  llm: 'today',
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
