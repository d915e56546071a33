/**
 * What a pyproject.toml of the public ZorkGPT may hold in `[tool.zorkgpt.*]` beside our settings: its other roles, its
 * learning files, its ways out of a loop. Whoever brings such a file is told that they mean nothing here, and not that
 * they are misspelt.
 */

/** Keys of tables that we have too. */
export const REFERENCE_KEYS: Readonly<Record<string, readonly string[]>> = {
  llm: [
    'critic_model',
    'info_ext_model',
    'analysis_model',
    'memory_model',
    'condensation_model',
    'agent_base_url',
    'critic_base_url',
    'info_ext_base_url',
    'analysis_base_url',
    'memory_base_url',
    'condensation_base_url',
  ],
  retry: ['retry_on_timeout', 'retry_on_rate_limit', 'retry_on_server_error'],
  gameplay: [
    'turn_window_size',
    'min_knowledge_quality',
    'enable_critic',
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
    'max_context_tokens',
    'context_overflow_threshold',
    'enable_objective_refinement',
    'objective_refinement_interval',
    'max_objectives_before_forced_refinement',
    'refined_objectives_target_count',
    'enable_inter_episode_synthesis',
  ],
}

/** Tables that we have nothing of. */
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
