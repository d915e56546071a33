import { z } from 'zod'
import type { DeepReadonly } from '../../base/deep-readonly'
import { gameObject, locationSurvey } from '../../map/location-survey'
import { chatMessage, sampling, toolCallRequest, toolDefinition, usage } from './chat'
import { mindEvents } from './mind-events'
import { helperRole, mind } from './mind-schema'
import { pauseRules as pauseRuleTable } from './pause-rules-schema'
import { LONGEST_PROMPT } from './prompt-limit'

/**
 * The events of an episode: past facts, and the only source of truth about it. One line of `events.jsonl` is one event.
 * Names and fields are snake_case, as the requirements spell them (docs/architecture.md, "Events, the reducer, the
 * log").
 */

/**
 * Format of the log. It is raised, together with the version of the app, when an older reader would misread a newer
 * log. Format 2: LLM calls have a `role` and are numbered per role. In a log of format 1 only the actor calls.
 */
export const LOG_FORMAT = 2

/** Longest hint, in characters. */
export const LONGEST_HINT = 1000
/** Longest text of an MCP server that a person attaches to a prompt, in characters. */
export const LONGEST_ATTACHMENT = 20_000
/** The origin of a hint in an MCP server: the URI of a resource, or the name of a prompt whose text became the hint. */
export const hintSource = z.object({
  server_name: z.string().max(200),
  kind: z.enum(['resource', 'prompt']),
  name: z.string().max(10_000),
})
export type HintSource = z.infer<typeof hintSource>
/** Limits of `foreknowledge_checked`. */
export const LONGEST_NAME = 100
export const MAX_FOREKNOWN = 20

/** Facts read from game memory after a step. A fact that the machine cannot determine is null, never 0. */
export const facts = z.object({
  location: gameObject.nullable(),
  score: z.number().nullable(),
  max_score: z.number().nullable(),
  moves: z.number().nullable(),
  inventory: z.array(gameObject).nullable(),
  visible: z.array(gameObject).nullable(),
  victory: z.boolean().nullable(),
  game_over: z.boolean().nullable(),
})
export type Facts = DeepReadonly<z.infer<typeof facts>>

/** The game's reply. What the machine cannot determine is null. */
export const observed = z.object({
  text: z.string(),
  prompt: z.string(),
  input: z.enum(['line', 'char', 'ended']),
  ...facts.shape,
  /** Sentences about requests of the story to the interpreter, and about errors in the machine. */
  notices: z.array(z.string()),
  /** True if the machine faulted: the step was rolled back. */
  fault: z.boolean(),
})

/** Additions of the run's rules to the game's reply; absent if there are none. */
const ruling = z.object({
  /** The rule moved the game to another state, which the facts describe, or ends the episode. */
  rule_applied: z.enum(['undo', 'restart', 'restore', 'stop']).optional(),
  /** Found by trying actions on copies of the game; from handicap L4 on. */
  valid_actions: z.array(z.string()).optional(),
})
export type Ruling = DeepReadonly<z.infer<typeof ruling>>

export const PLAYER_KINDS = ['explorer', 'llm', 'mcp', 'random', 'human'] as const
export const playerKind = z.enum(PLAYER_KINDS)
export type PlayerKind = z.infer<typeof playerKind>

const gameIdentity = z.object({
  title: z.string(),
  file_name: z.string(),
  sha256: z.string(),
  version: z.number().int(),
  release: z.number().int(),
  serial: z.string(),
})

/** Each level grants what the level below it does, and more (docs/settings.md, "Handicap and death"). */
export const HANDICAPS = ['L0', 'L1', 'L2', 'L3', 'L4', 'L5'] as const
export type Handicap = (typeof HANDICAPS)[number]

/** Consequences of a death: the story's response, a restart, the state after the last score gain, or the end. */
export const ON_DEATH = ['continue', 'restart', 'restore', 'stop'] as const
export type OnDeath = (typeof ON_DEATH)[number]

/** `mirror`: east and west change places in all that the player reads and says (docs/knowledge.md). */
export const DISGUISES = ['none', 'mirror'] as const
export type Disguise = (typeof DISGUISES)[number]

/** The file that a model on this computer was loaded from. */
const weightsFile = z.object({
  sha256: z.string(),
  /** Such as Q4_K_M. */
  quantization: z.string(),
  size_bytes: z.number().int(),
  parameters: z.number().int(),
})
export type WeightsFile = DeepReadonly<z.infer<typeof weightsFile>>

export const player = z.object({
  kind: playerKind,
  /** The name in the window, e.g. "Explorer — rule-based, not an AI model". */
  label: z.string(),
  model: z.string().nullable(),
  base_url: z.string().nullable(),
  /** Name of the provider profile that shaped the requests. */
  profile: z.string().nullable(),
  /** Only for a model on this computer. */
  weights: weightsFile.optional(),
})
export type Player = DeepReadonly<z.infer<typeof player>>

export const endKind = z.enum(['turn_limit', 'won', 'died', 'game_over', 'halted', 'plateau', 'stopped', 'error'])

const serverReport = z.object({
  name: z.string(),
  state: z.enum(['disabled', 'starting', 'ready', 'failed', 'closing', 'idle']),
  tool_count: z.number().int().nullable(),
  error: z.string().nullable(),
  /** Absent from older logs. */
  transport: z.enum(['stdio', 'http']).optional(),
})
export type ServerReport = DeepReadonly<z.infer<typeof serverReport>>

/** MCP revision 2025-11-25, "Logging": the severities of RFC 5424, mildest first. */
const LOG_LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** A newer version may know more rules. */
const pauseRules = pauseRuleTable.strip()

const undisguised = z.object({ action: z.string().nullable(), text: z.string() })

const turn = z.number().int().nonnegative()
const inIteration = { turn, iteration: z.number().int().positive() }
/** Absent for the actor. Each role counts its own iterations of a turn. */
const role = helperRole.optional()
const toolRef = { ...inIteration, call_id: z.string(), tool_name: z.string(), server_name: z.string() }

const event = <Name extends string, Shape extends z.ZodRawShape>(name: Name, shape: Shape) =>
  z.object({ event_type: z.literal(name), ...shape })

export const eventBody = z.discriminatedUnion('event_type', [
  event('episode_started', {
    format: z.literal([1, LOG_FORMAT]),
    app_version: z.string(),
    game: gameIdentity,
    header_profile: z.enum(['plain', 'app']),
    seed: z.number().int(),
    player,
    /** Which fields of the state block the player is granted (docs/settings.md, "Handicap and death"). */
    handicap: z.enum(HANDICAPS),
    /** Absent from logs of versions that always continued. */
    on_death: z.enum(ON_DEATH).optional(),
    /** Absent if there is none. */
    disguise: z.enum(DISGUISES).optional(),
    /** The rules that pause it after a turn. Absent from older logs. */
    pause_rules: pauseRules.optional(),
    /** The words of the story's parser; from handicap L3 on. */
    dictionary: z.array(z.string()).optional(),
    turn_limit: z.number().int().positive().nullable(),
    prompt_sha256: z.string().nullable(),
    prompt: z.string().max(LONGEST_PROMPT).optional(),
    /** Present if the episode was played for an experiment. */
    unit: z.object({ experiment: z.string(), arm: z.string(), repeat: z.number().int().positive() }).optional(),
    sampling: sampling.nullable(),
    /** Absent for players that have none, and from logs of format 1. */
    mind: mind.optional(),
    /** Every setting in force, without secrets: the run can be repeated with them. */
    settings: z.record(z.string(), z.unknown()),
    /**
     * Only in a cut copy: it ends with `to_turn`; turns before `from_turn` lack the texts of model and tools. `turns`:
     * how many the whole episode has.
     */
    cut: z.object({ from_turn: turn, to_turn: turn, turns: turn.optional() }).optional(),
  }),
  /** The log continues after `from_turn`; events of later turns no longer count. */
  event('episode_resumed', {
    from_turn: turn,
    turn_limit: z.number().int().positive().nullable(),
    app_version: z.string(),
  }),
  /** The turns up to `parent_turn` are copied from another episode; this one continues by itself. */
  event('episode_forked', {
    parent_episode_id: z.string(),
    parent_turn: turn,
    app_version: z.string(),
    player,
    pause_rules: pauseRules.optional(),
    turn_limit: z.number().int().positive().nullable(),
    prompt_sha256: z.string().nullable(),
    prompt: z.string().max(LONGEST_PROMPT).optional(),
    /** The seed from the end of `parent_turn` on; absent if the other episode's seed stays in force. */
    seed: z.number().int().optional(),
    /** Its seed is another one if the player answers again. */
    sampling: sampling.nullable(),
    mind: mind.optional(),
    settings: z.record(z.string(), z.unknown()),
    /** True if the player's choice after `parent_turn` was discarded so that it answers again. */
    answers_again: z.boolean().optional(),
    /** The number of the new answer among those to the same turn; 2 for the first repeat. */
    answer: z.number().int().min(2).optional(),
  }),
  /** In force from the end of the turn that is being played. */
  event('pause_rules_changed', { rules: pauseRules }),
  event('control_changed', {
    mode: z.enum(['running', 'pausing', 'paused', 'stepping_turn', 'stepping_iteration', 'stopping']),
    /** A sentence for the window: "Paused by the user", "Paused: the model's endpoint is down". */
    reason: z.string().nullable(),
    /** When a paused run continues by itself; absent if it does not. */
    continues_at: z.iso.datetime().optional(),
    /** The MCP server that a person must sign in to before the run can go on; absent for any other pause. */
    sign_in: z.string().optional(),
  }),
  /** A person's suggestion to the player, which reads it with the prompt of `turn`. */
  event('hint_given', { turn, text: z.string().max(LONGEST_ATTACHMENT), source: hintSource.optional() }),
  /** The person withdrew a hint that the player had not read. */
  event('hint_withdrawn', { turn, text: z.string().max(LONGEST_ATTACHMENT) }),
  event('episode_ended', { ended: endKind, reason: z.string() }),

  // A turn. Turn 0 is the opening: what the game printed before the first action.
  event('turn_started', { turn }),
  event('action_chosen', {
    turn,
    action: z.string(),
    reasoning: z.string(),
    new_objective: z.string().nullable(),
    source: z.enum(['model', 'default', 'human', 'random']),
    /** The number of the proposal that is played; absent if nothing judged it. */
    attempt: z.number().int().positive().optional(),
    /** True if it is played as proposed although it was rejected. */
    insisted: z.boolean().optional(),
    /** The player's prediction. */
    expect: z.string().optional(),
  }),
  event('observation_made', {
    turn,
    action: z.string().nullable(),
    ...observed.shape,
    ...ruling.shape,
    /** In a disguised episode: the action as the story received it, and its text as it printed it. */
    undisguised: undisguised.optional(),
  }),
  /** Recorded when a location is first reached, and when something in it has changed. */
  event('location_surveyed', { turn, ...locationSurvey.shape }),
  /** Names of the story that the player said before it could have read them; for the user only. */
  event('foreknowledge_checked', { turn, names: z.array(z.string().max(LONGEST_NAME)).max(MAX_FOREKNOWN) }),
  event('turn_completed', {
    turn,
    /** Milliseconds, without pauses; from its entry for an action that a person entered in an agent's episode. */
    duration_ms: z.number(),
    snapshot: z.string().nullable(),
    state_hash: z.string(),
  }),

  /** The config is valid; no server has started yet. */
  event('mcp_manager_init', { servers: z.array(z.string()) }),
  /** The config is no longer valid. The servers of its last valid form stay. */
  event('mcp_init_error', { turn, error: z.string() }),

  event('mcp_session_started', {
    turn,
    servers: z.array(serverReport),
    tool_set: z.string().nullable(),
    mcp_wait_ms: z.number(),
  }),
  /** The whole tool set, once per distinct set. Requests refer to it by `tool_set`, a hash. */
  event('tools_offered', { turn, tool_set: z.string(), tools: z.array(toolDefinition) }),
  event('mcp_server_failed', {
    turn,
    server_name: z.string(),
    error: z.string(),
    attempt: z.number().int(),
    will_retry: z.boolean(),
  }),
  event('mcp_retry_successful', { turn, server_name: z.string() }),
  event('mcp_disabled_fallback', { turn, server_name: z.string(), error: z.string() }),

  event('mcp_log', {
    turn,
    server_name: z.string(),
    level: z.enum(LOG_LEVELS),
    logger: z.string().nullable(),
    text: z.string(),
  }),
  /** A server asked the model or the person for an answer. Declined unless the config allows it for that server. */
  event('mcp_server_request', {
    turn,
    server_name: z.string(),
    method: z.enum(['sampling/createMessage', 'elicitation/create']),
    outcome: z.enum(['answered', 'declined', 'failed']),
    request: z.string(),
    /** The text that the server received: the answer, or the reason why there is none. */
    answer: z.string(),
    /** Tokens of the model that answered; null if no model was asked. */
    usage: usage.nullable(),
    cost_usd: z.number().nullable(),
  }),

  /** Only for iterations of the loop: the forced final call has a number but no start. */
  event('mcp_iteration_start', { ...inIteration, max_iterations: z.number().int() }),
  event('llm_request', {
    ...inIteration,
    role,
    model: z.string(),
    /** The first `messages_kept` messages of the list sent before this one; `messages_added` follow. */
    messages_kept: z.number().int().nonnegative(),
    messages_added: z.array(chatMessage),
    tool_set: z.string().nullable(),
    tool_choice: z.enum(['auto', 'none']).nullable(),
    response_format: z.string().nullable(),
    sampling,
    forced: z.boolean(),
    /** The parts of the list, and how many characters of each were left out because the request was full. */
    sections: z.array(z.object({ name: z.string(), chars: z.number().int(), cut: z.number().int() })).optional(),
  }),
  /** The body as it went over the wire, once for each attempt whose body differs from the one before. */
  event('llm_sent', {
    ...inIteration,
    role,
    /** Everything beside `messages` and `tools`. */
    body: z.record(z.string(), z.unknown()),
    /** Messages of the request with a cache breakpoint, by their index. */
    cache_marks: z.array(z.number().int().nonnegative()),
    /** Messages that differ from those of the request: with names for the wire, or with fields of the provider. */
    messages: z.array(z.object({ index: z.number().int().nonnegative(), message: z.record(z.string(), z.unknown()) })),
    /** A hash of the tools as they were sent; null for none. */
    tools_sent: z.string().nullable(),
    /** The tools; absent if an earlier event of the log has them. */
    tools: z.array(z.unknown()).optional(),
  }),
  event('llm_response', {
    ...inIteration,
    role,
    model: z.string(),
    content: z.string().nullable(),
    reasoning: z.string().nullable(),
    tool_calls: z.array(toolCallRequest),
    finish_reason: z.string().nullable(),
    usage,
    cost_usd: z.number().nullable(),
    time_to_first_token_ms: z.number().nullable(),
    duration_ms: z.number(),
    system_fingerprint: z.string().nullable(),
    /** Fields that the provider added to the message, such as thoughts with signatures; absent if there are none. */
    provider_fields: z.record(z.string(), z.unknown()).optional(),
    /** The endpoint's id of its response; absent if it has none, and from older logs. */
    response_id: z.string().optional(),
  }),
  event('llm_error', {
    ...inIteration,
    role,
    code: z.string(),
    message: z.string(),
    attempt: z.number().int().positive(),
    retry_in_ms: z.number().nullable(),
  }),
  /** The reply came because a part of the request was left out, which the model or its endpoint refused. */
  event('llm_adapted', {
    ...inIteration,
    role,
    model: z.string(),
    kind: z.enum(['parameter', 'tool']),
    /** The key of the request, or the tool as `server.tool`. */
    name: z.string(),
    /** The replacement that is sent; null for nothing. */
    instead: z.string().nullable(),
    /** The endpoint's own words, or what is wrong with the tool. */
    reason: z.string(),
  }),
  /** `view`: the `ui://` resource of the server that draws the result (MCP Apps); absent if there is none. */
  event('mcp_tool_call', { ...toolRef, arguments: z.unknown(), view: z.string().max(2000).optional() }),
  /** Progress of a running call as the tool reports it; `total` is null if it does not know. */
  event('mcp_progress', {
    ...toolRef,
    progress: z.number(),
    total: z.number().nullable(),
    message: z.string().nullable(),
  }),
  event('mcp_tool_result', {
    ...toolRef,
    result_type: z.string(),
    result_length: z.number().int(),
    is_error: z.boolean(),
    duration_ms: z.number(),
    content: z.unknown(),
  }),
  event('mcp_tool_timeout', { ...toolRef, timeout_seconds: z.number(), duration_ms: z.number() }),
  event('mcp_tool_error', {
    ...toolRef,
    error: z.string(),
    duration_ms: z.number(),
    /** The server ended, or could not be reached, before it answered; absent from older logs. */
    server_is_gone: z.literal(true).optional(),
  }),
  /** `after` is absent from older logs. `take_over`: a person entered the action of the turn. */
  event('mcp_tool_skipped', {
    ...toolRef,
    reason: z.string(),
    after: z.enum(['timeout', 'death', 'take_over']).optional(),
  }),
  event('mcp_unexpected_state', { ...inIteration, finish_reason: z.string().nullable() }),
  event('mcp_no_content', { turn, iterations: z.number().int() }),
  event('agent_parse_error', {
    turn,
    error: z.string(),
    raw_response: z.string(),
    /** Absent in older logs, whose turns continued with the default. */
    next: z.enum(['repair', 'default', 'pause', 'first_proposal']).optional(),
  }),
  event('mcp_session_complete', {
    turn,
    /** Iterations with tool calls; older versions counted every call of the model. */
    iterations: z.number().int(),
    tool_calls_count: z.number().int(),
    tools_used: z.array(z.string()),
    final_action: z.string(),
  }),
  ...mindEvents,
])
export type EventBody = DeepReadonly<z.infer<typeof eventBody>>
export type EventType = EventBody['event_type']
export type EventOf<Type extends EventType> = Extract<EventBody, { event_type: Type }>

/** Added by the host when it records the event. `seq` counts from 0 without gaps; `at` is ISO 8601 UTC. */
export const stamp = z.object({ seq: z.number().int().nonnegative(), at: z.iso.datetime(), episode_id: z.string() })
export type Stamp = DeepReadonly<z.infer<typeof stamp>>
export const loggedEvent = z.intersection(stamp, eventBody)
export type LoggedEvent = Stamp & EventBody
export type LoggedOf<Type extends EventType> = Extract<LoggedEvent, { event_type: Type }>

/** A piece of a streaming reply, which the `llm_response` of its iteration replaces. Never written to disk. */
const draftEvent = event('llm_delta', {
  ...inIteration,
  /** Characters of this iteration's draft before this piece, so that a viewer can skip what it has. */
  offset: z.number().int().nonnegative(),
  /** `prompt`: how much of the prompt was read, in percent. */
  part: z.enum(['content', 'reasoning', 'tool_name', 'tool_arguments', 'prompt']),
  /** Index of the tool call in the reply, for the two tool parts. */
  tool_index: z.number().int().nonnegative(),
  text: z.string(),
})
export type DraftEvent = DeepReadonly<z.infer<typeof draftEvent>>

export type EpisodeEvent = LoggedEvent | DraftEvent
export const isDraft = (event: EpisodeEvent): event is DraftEvent => event.event_type === 'llm_delta'
