import type { EventOf, EventType } from './event'

/**
 * The kind of a field with free text. `text` may contain a key or a path, so an export redacts it. `bulk` is redacted
 * too; it is most of a log, and a cut log omits it. `machine` names files and addresses of one computer; an export
 * omits it unless the user includes it.
 */
type TextKind = 'text' | 'bulk' | 'machine'

/** True if a value can have text other than a few fixed words. */
type HoldsText<Value> = unknown extends Value
  ? true
  : Value extends string
    ? string extends Value
      ? true
      : false
    : Value extends readonly (infer Item)[]
      ? HoldsText<Item>
      : Value extends object
        ? { [Key in keyof Value]-?: HoldsText<Value[Key]> }[keyof Value]
        : false

type TextFieldsOf<Fields> = {
  [Field in keyof Fields as true extends HoldsText<Fields[Field]> ? Field : never]-?: TextKind
}

/** Every field of every event that can have text. An event or field that is not listed does not compile. */
export const TEXT_FIELDS = {
  episode_started: {
    app_version: 'text',
    game: 'text',
    player: 'machine',
    dictionary: 'text',
    prompt_sha256: 'text',
    prompt: 'text',
    unit: 'text',
    mind: 'text',
    settings: 'machine',
  },
  episode_resumed: { app_version: 'text' },
  episode_forked: {
    parent_episode_id: 'text',
    app_version: 'text',
    player: 'machine',
    prompt_sha256: 'text',
    prompt: 'text',
    mind: 'text',
    settings: 'machine',
  },
  pause_rules_changed: {},
  control_changed: { reason: 'text', continues_at: 'text', sign_in: 'text' },
  hint_given: { text: 'text', source: 'text' },
  hint_withdrawn: { text: 'text' },
  episode_ended: { reason: 'text' },
  turn_started: {},
  action_chosen: { action: 'text', reasoning: 'text', new_objective: 'text', expect: 'text' },
  observation_made: {
    action: 'text',
    text: 'text',
    prompt: 'text',
    location: 'text',
    inventory: 'text',
    visible: 'text',
    notices: 'text',
    valid_actions: 'text',
    undisguised: 'text',
  },
  location_surveyed: { exits: 'text' },
  turn_completed: { snapshot: 'text', state_hash: 'text' },
  mcp_manager_init: { servers: 'text' },
  mcp_init_error: { error: 'text' },
  mcp_session_started: { servers: 'text', tool_set: 'text' },
  tools_offered: { tool_set: 'text', tools: 'text' },
  mcp_server_failed: { server_name: 'text', error: 'text' },
  mcp_retry_successful: { server_name: 'text' },
  mcp_disabled_fallback: { server_name: 'text', error: 'text' },
  mcp_log: { server_name: 'text', logger: 'text', text: 'text' },
  mcp_server_request: { server_name: 'text', request: 'bulk', answer: 'bulk' },
  mcp_iteration_start: {},
  llm_request: {
    model: 'text',
    messages_added: 'bulk',
    tool_set: 'text',
    response_format: 'text',
    sections: 'text',
  },
  llm_sent: { body: 'text', messages: 'bulk', tools_sent: 'text', tools: 'text' },
  llm_response: {
    model: 'text',
    content: 'bulk',
    reasoning: 'bulk',
    tool_calls: 'bulk',
    provider_fields: 'bulk',
    finish_reason: 'text',
    system_fingerprint: 'text',
    response_id: 'text',
  },
  llm_error: { code: 'text', message: 'text' },
  llm_adapted: { model: 'text', name: 'text', instead: 'text', reason: 'text' },
  mcp_tool_call: { call_id: 'text', tool_name: 'text', server_name: 'text', arguments: 'bulk', view: 'text' },
  mcp_progress: { call_id: 'text', tool_name: 'text', server_name: 'text', message: 'text' },
  mcp_tool_result: { call_id: 'text', tool_name: 'text', server_name: 'text', result_type: 'text', content: 'bulk' },
  mcp_tool_timeout: { call_id: 'text', tool_name: 'text', server_name: 'text' },
  mcp_tool_error: { call_id: 'text', tool_name: 'text', server_name: 'text', error: 'text' },
  mcp_tool_skipped: { call_id: 'text', tool_name: 'text', server_name: 'text', reason: 'text' },
  mcp_unexpected_state: { finish_reason: 'text' },
  mcp_no_content: {},
  agent_parse_error: { error: 'text', raw_response: 'bulk' },
  mcp_session_complete: { tools_used: 'text', final_action: 'text' },
  prompt_used: { sha256: 'text', text: 'text' },
  context_compacted: { text: 'text' },
  action_proposed: { action: 'text', reasoning: 'text' },
  critic_verdict: { reason: 'text', predicted: 'text' },
  note_written: { id: 'text', subject: 'text', value: 'text', text: 'text', supersedes: 'text' },
  note_confirmed: { id: 'text' },
  note_closed: { id: 'text' },
  objective_set: { id: 'text', text: 'text' },
  objective_closed: { id: 'text' },
  stuck_noticed: {},
  reflection_made: { cause: 'text', try_next: 'text' },
  role_disabled: { reason: 'text' },
  beliefs_checked: { checks: 'text' },
  foreknowledge_checked: { names: 'text' },
} as const satisfies { readonly [Type in EventType]: TextFieldsOf<Omit<EventOf<Type>, 'event_type'>> }

type FieldsOfKind<Type extends EventType, Kind extends TextKind> = {
  [Field in keyof (typeof TEXT_FIELDS)[Type]]: (typeof TEXT_FIELDS)[Type][Field] extends Kind ? Field : never
}[keyof (typeof TEXT_FIELDS)[Type]]

/** Events that have fields of `Kind`. */
export type TypeWith<Kind extends TextKind> = {
  [Type in EventType]: FieldsOfKind<Type, Kind> extends never ? never : Type
}[EventType]

/** A value for each field of `Kind` of one event. */
export type ValuesOf<Type extends EventType, Kind extends TextKind> = Pick<
  EventOf<Type>,
  FieldsOfKind<Type, Kind> & keyof EventOf<Type>
>
