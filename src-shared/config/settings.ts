import { z } from 'zod'

/**
 * Settings of `zorkgpt.toml`, or of the `[tool.zorkgpt.*]` tables of a pyproject.toml. Names, sections and defaults follow requirement 13
 * and the public ZorkGPT, so that its files can be read. Every number says its unit in its name. Unknown keys are refused by name.
 */
const reference = z.string().regex(/^(\$\{[^}]+\})?$/, 'a key does not belong in this file: write ${secret:NAME} and enter the secret in the window or the environment')
const share = z.number().min(0).max(1)

export const settings = z.strictObject({
  mcp: z
    .strictObject({
      /** Opt-in (specification, "Backward Compatibility"): off when the file says nothing; the shipped zorkgpt.toml switches it on. */
      enabled: z.boolean().default(false),
      config_file: z.string().min(1).default('mcp_config.json'),
      max_tool_iterations: z.number().int().min(1).max(100).default(20),
      tool_call_timeout_seconds: z.number().positive().default(30),
      server_startup_timeout_seconds: z.number().positive().default(10),
      force_tool_support: z.boolean().default(false),
      /** "all" enabled servers, or only the "first" of the file (requirement 2.6). */
      server_selection: z.enum(['all', 'first']).default('all'),
      /** A fresh session each "turn" (requirement 3), or one for the whole "episode". */
      session_scope: z.enum(['turn', 'episode']).default('turn'),
      /** Offer the app's own tools, such as `game.map_route`, beside those of the servers. */
      local_tools: z.boolean().default(false),
    })
    .prefault({}),
  llm: z
    .strictObject({
      client_base_url: z.url().default('https://openrouter.ai/api/v1'),
      /** A reference such as `${secret:NAME}`; empty for the key of the provider. */
      api_key: reference.default(''),
      /** Sent with every request to `client_base_url`. */
      headers: z.record(z.string(), z.string()).default({}),
      agent_model: z.string().min(1).default('deepseek/deepseek-v3.2-exp'),
      /** Provider profile; "auto" reads it off the base URL. */
      profile: z.string().default('auto'),
      /** Tried in order when the model before it fails for good. */
      fallback_models: z.array(z.string()).default([]),
    })
    .prefault({}),
  retry: z
    .strictObject({
      max_retries: z.number().int().min(0).default(5),
      initial_delay: z.number().min(0).default(1),
      max_delay: z.number().min(0).default(60),
      exponential_base: z.number().min(1).default(2),
      jitter_factor: share.default(0.1),
      timeout_seconds: z.number().positive().default(120),
      /** A stream that brings nothing for so long is cut. */
      idle_timeout_seconds: z.number().positive().default(60),
      circuit_breaker_enabled: z.boolean().default(true),
      circuit_breaker_failure_threshold: z.number().int().positive().default(10),
      circuit_breaker_recovery_timeout: z.number().positive().default(300),
      circuit_breaker_success_threshold: z.number().int().positive().default(3),
    })
    .prefault({}),
  agent_sampling: z
    .strictObject({
      temperature: z.number().min(0).max(2).default(0.6),
      top_p: share.default(0.95),
      top_k: z.number().int().min(0).default(20),
      min_p: share.default(0),
      max_tokens: z.number().int().positive().default(2000),
    })
    .prefault({}),
  gameplay: z
    .strictObject({
      /** Pause between turns, so that a person can follow. Batch runs of the cli set 0. */
      turn_delay_seconds: z.number().min(0).default(0),
      /** Words a second at which the built-in explorer speaks; 0 is at once. */
      explorer_words_per_second: z.number().min(0).default(24),
    })
    .prefault({}),
  orchestrator: z.strictObject({ max_turns_per_episode: z.number().int().positive().default(500) }).prefault({}),
})
export type Settings = z.output<typeof settings>
