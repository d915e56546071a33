/**
 * What a pyproject.toml of the public ZorkGPT may hold in `[tool.zorkgpt.*]` beside these settings: its other roles,
 * its learning files, its loop detection. They are reported as having no effect, not as misspelled.
 */

/** Keys of its table that correspond to keys of the table [mind], by table and key. */
export const KEYS_OF_MIND: Readonly<Record<string, string>> = {
  'llm.critic_model': 'critic_model',
  'llm.critic_base_url': 'critic_base_url',
  'llm.memory_model': 'reflector_model',
  'llm.memory_base_url': 'reflector_base_url',
  'llm.analysis_model': 'summary_model',
  'llm.analysis_base_url': 'summary_base_url',
  'gameplay.enable_critic': 'critic',
  'orchestrator.max_context_tokens': 'context_tokens',
}

/** Its critic judges every action, or none. */
export const valueOfMind = (value: unknown): unknown => {
  if (typeof value !== 'boolean') return value
  return value ? 'always' : 'off'
}

/** Further keys of tables that exist here too. */
export const REFERENCE_KEYS: Readonly<Record<string, readonly string[]>> = {
  llm: ['info_ext_model', 'condensation_model', 'agent_base_url', 'info_ext_base_url', 'condensation_base_url'],
  retry: ['retry_on_timeout', 'retry_on_rate_limit', 'retry_on_server_error'],
  gameplay: [
    'turn_window_size',
    'min_knowledge_quality',
    'critic_rejection_threshold',
    'enable_exit_pruning',
    'exit_failure_threshold',
    'enable_knowledge_condensation',
    'knowledge_condensation_threshold',
    'zork_save_filename',
    'zork_save_filename_template',
    'save_signal_filename',
    'zork_game_workdir',
  ],
  orchestrator: [
    'knowledge_update_interval',
    'map_update_interval',
    'objective_update_interval',
    'enable_state_export',
    'context_overflow_threshold',
    'enable_objective_refinement',
    'objective_refinement_interval',
    'max_objectives_before_forced_refinement',
    'refined_objectives_target_count',
    'enable_inter_episode_synthesis',
  ],
}

/** Tables that do not exist here. */
export const REFERENCE_TABLES: readonly string[] = [
  'critic_sampling',
  'extractor_sampling',
  'memory_sampling',
  'analysis_sampling',
  'condensation_sampling',
  'objective_completion',
  'simple_memory',
  'files',
  'paths',
  'loop_break',
  'logging',
  'aws',
]
