import { z } from 'zod'
import type { DeepReadonly } from '../../base/deep-readonly'
import { gameObject, locationSurvey } from '../../map/location-survey'
import { chatMessage, sampling, toolCallRequest, toolDefinition, usage } from './chat'
import { mindEvents } from './mind-events'
import { helperRole, mind } from './mind-schema'
import { pauseRules as pauseRuleTable } from './pause-rules-schema'
import { LONGEST_PROMPT } from './prompt-limit'
import { unitName } from './unit-name'

/**
 * The events of an episode: past facts, and the only source of truth about it. Each line of `events.jsonl` is one
 * event. Names and fields are snake_case, as in the requirements (docs/architecture.md, "Events, the reducer, the
 * log").
 */

/**
 * Format of the log. It is raised, together with the version of the app, when an older reader would misread a newer
 * log. Since format 2, LLM calls have a `role` and are numbered per role; in format 1, all are the actor's.
 */
export const LOG_FORMAT = 2

/** Longest hint, in characters. */
export const LONGEST_HINT = 1000
/** Longest text from an MCP server that a person attaches to a prompt, in characters. */
export const LONGEST_ATTACHMENT = 20_000
/** The origin of a hint in an MCP server: the URI of a resource, or the name of a prompt. */
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

/** The game's reply and the facts after it. */
export const observed = z.object({
  text: z.string(),
  prompt: z.string(),
  input: z.enum(['line', 'char', 'ended']),
  ...facts.shape,
  /** Sentences about unusual requests of the story to the interpreter, and about errors in the machine. */
  notices: z.array(z.string()),
  /** True if the machine faulted and the step was rolled back. */
  fault: z.boolean(),
})

/** Additions of the run's rules to the game's reply; absent if there are none. */
const ruling = z.object({
  /** The rule that moved the game to another state, which the facts describe, or that ends the episode. */
  rule_applied: z.enum(['undo', 'restart', 'restore', 'stop']).optional(),
  /** Actions that had an effect on copies of the game; from handicap L4 on. */
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

/** Each level grants everything that the lower levels grant, and more (docs/settings.md, "Handicap and death"). */
export const HANDICAPS = ['L0', 'L1', 'L2', 'L3', 'L4', 'L5'] as const
export type Handicap = (typeof HANDICAPS)[number]

/** After a death, the story continues, it restarts, it returns to the highest score, or the episode ends. */
export const ON_DEATH = ['continue', 'restart', 'restore', 'stop'] as const
export type OnDeath = (typeof ON_DEATH)[number]

/** `mirror`: east and west change places in everything that the player reads and says (docs/knowledge.md). */
export const DISGUISES = ['none', 'mirror'] as const
export type Disguise = (typeof DISGUISES)[number]

/** The file that a model on this computer was loaded from. */
const weightsFile = z.object({
  sha256: z.string(),
  /** For example Q4_K_M. */
  quantization: z.string(),
  size_bytes: z.number().int(),
  parameters: z.number().int(),
})
export type WeightsFile = DeepReadonly<z.infer<typeof weightsFile>>

export const player = z.object({
  kind: playerKind,
  /** The name in the window, such as "Explorer — rule-based, not an AI model". */
  label: z.string(),
  model: z.string().nullable(),
  base_url: z.string().nullable(),
  /** Name of the provider profile that shaped the requests. */
  profile: z.string().nullable(),
  /** Only present for a model on this computer. */
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

/** MCP revision 2025-11-25, "Logging": the severities of RFC 5424, least severe first. */
const LOG_LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Ignores rules of newer versions. */
const pauseRules = pauseRuleTable.strip()

const undisguised = z.object({ action: z.string().nullable(), text: z.string() })

const turn = z.number().int().nonnegative()
const inIteration = { turn, iteration: z.number().int().positive() }
/** Absent for the actor. Iterations of a turn are numbered per role. */
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
    /** Determines the fields of the state block that the player gets (docs/settings.md, "Handicap and death"). */
    handicap: z.enum(HANDICAPS),
    /** Absent from logs of versions that always continued after a death. */
    on_death: z.enum(ON_DEATH).optional(),
    /** Absent without a disguise. */
    disguise: z.enum(DISGUISES).optional(),
    /** Rules that pause the run after a turn. Absent from older logs. */
    pause_rules: pauseRules.optional(),
    /** The words of the story's parser; from handicap L3 on. */
    dictionary: z.array(z.string()).optional(),
    turn_limit: z.number().int().positive().nullable(),
    prompt_sha256: z.string().nullable(),
    prompt: z.string().max(LONGEST_PROMPT).optional(),
    /** Present if the episode was played for an experiment. It does not apply after `episode_forked`. */
    unit: z.object({ experiment: unitName, arm: unitName, repeat: z.number().int().positive() }).optional(),
    sampling: sampling.nullable(),
    /** Absent for players without a mind, and from logs of format 1. */
    mind: mind.optional(),
    /** All settings in force, without secrets, so that the run can be repeated. */
    settings: z.record(z.string(), z.unknown()),
    /**
     * Present in a cut copy, which ends with `to_turn`. Turns before `from_turn` lack the texts of model and tools.
     * `turns` is the number of turns of the whole episode.
     */
    cut: z.object({ from_turn: turn, to_turn: turn, turns: turn.optional() }).optional(),
  }),
  /** The log continues after `from_turn`; events of later turns are ignored. */
  event('episode_resumed', {
    from_turn: turn,
    turn_limit: z.number().int().positive().nullable(),
    app_version: z.string(),
  }),
  /** The turns up to `parent_turn` are copied from another episode; later ones are its own. */
  event('episode_forked', {
    parent_episode_id: z.string(),
    parent_turn: turn,
    app_version: z.string(),
    player,
    pause_rules: pauseRules.optional(),
    turn_limit: z.number().int().positive().nullable(),
    prompt_sha256: z.string().nullable(),
    prompt: z.string().max(LONGEST_PROMPT).optional(),
    /** The seed from the end of `parent_turn` on; absent if the parent's seed remains in force. */
    seed: z.number().int().optional(),
    /** If the player answers again, its seed differs from the parent's. */
    sampling: sampling.nullable(),
    mind: mind.optional(),
    settings: z.record(z.string(), z.unknown()),
    /** True if the player's choice after `parent_turn` was discarded, so that it answers again. */
    answers_again: z.boolean().optional(),
    /** The number of the new answer among those to the same turn; 2 for the first new one. */
    answer: z.number().int().min(2).optional(),
  }),
  /** The rules apply from the end of the current turn on. */
  event('pause_rules_changed', { rules: pauseRules }),
  event('control_changed', {
    mode: z.enum(['running', 'pausing', 'paused', 'stepping_turn', 'stepping_iteration', 'stopping']),
    /** A sentence for the window, such as "Paused by the user" or "Paused: the model's endpoint is down". */
    reason: z.string().nullable(),
    /** Time at which a paused run continues by itself; absent if it does not. */
    continues_at: z.iso.datetime().optional(),
    /** The MCP server that requires a sign-in before the run can continue; absent for any other pause. */
    sign_in: z.string().optional(),
    /** The model's endpoint refused a request that it will never accept; absent for any other pause. */
    is_refused: z.literal(true).optional(),
  }),
  /** A person's hint, which the player reads in the prompt of `turn`. */
  event('hint_given', { turn, text: z.string().max(LONGEST_ATTACHMENT), source: hintSource.optional() }),
  /** A hint was withdrawn before the player read it. */
  event('hint_withdrawn', { turn, text: z.string().max(LONGEST_ATTACHMENT) }),
  event('episode_ended', { ended: endKind, reason: z.string() }),

  // A turn. Turn 0 is the opening, the text that the game printed before the first action.
  event('turn_started', { turn }),
  event('action_chosen', {
    turn,
    action: z.string(),
    reasoning: z.string(),
    new_objective: z.string().nullable(),
    source: z.enum(['model', 'default', 'human', 'random']),
    /** Number of the proposal that is played; absent if none was judged. */
    attempt: z.number().int().positive().optional(),
    /** True if the player insisted on a rejected proposal. */
    insisted: z.boolean().optional(),
    /** The player's prediction. */
    expect: z.string().optional(),
  }),
  event('observation_made', {
    turn,
    action: z.string().nullable(),
    ...observed.shape,
    ...ruling.shape,
    /** In a disguised episode: the action that the story received, and the text that it printed. */
    undisguised: undisguised.optional(),
  }),
  /** Recorded when a location is first reached, and when its survey has changed. */
  event('location_surveyed', { turn, ...locationSurvey.shape }),
  /** Names that the player said before it could have read them; for the user only. */
  event('foreknowledge_checked', { turn, names: z.array(z.string().max(LONGEST_NAME)).max(MAX_FOREKNOWN) }),
  event('turn_completed', {
    turn,
    /** Milliseconds without pauses. For a person's action in an agent's episode, they count from its entry. */
    duration_ms: z.number(),
    snapshot: z.string().nullable(),
    state_hash: z.string(),
  }),

  /** The config is valid; no server has been started yet. */
  event('mcp_manager_init', { servers: z.array(z.string()) }),
  /** The config is no longer valid. The servers of its last valid version remain in use. */
  event('mcp_init_error', { turn, error: z.string() }),

  event('mcp_session_started', {
    turn,
    servers: z.array(serverReport),
    tool_set: z.string().nullable(),
    mcp_wait_ms: z.number(),
  }),
  /** A tool set, recorded once. Requests refer to it by its hash, `tool_set`. */
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
  /** A server requested an answer from the model or the person. Declined unless the config allows it for the server. */
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

  /** Recorded for iterations of the loop. The forced final call has a number but no such event. */
  event('mcp_iteration_start', { ...inIteration, max_iterations: z.number().int() }),
  event('llm_request', {
    ...inIteration,
    role,
    model: z.string(),
    /** Number of leading messages kept from the previous request; `messages_added` follow them. */
    messages_kept: z.number().int().nonnegative(),
    messages_added: z.array(chatMessage),
    tool_set: z.string().nullable(),
    tool_choice: z.enum(['auto', 'none']).nullable(),
    response_format: z.string().nullable(),
    sampling,
    forced: z.boolean(),
    /** The parts of the request, and how many characters of each were cut because the request was full. */
    sections: z.array(z.object({ name: z.string(), chars: z.number().int(), cut: z.number().int() })).optional(),
  }),
  /** The body as sent, recorded for each attempt whose body differs from the previous one. */
  event('llm_sent', {
    ...inIteration,
    role,
    /** Everything except `messages` and `tools`. */
    body: z.record(z.string(), z.unknown()),
    /** Indexes of the messages with a cache breakpoint. */
    cache_marks: z.array(z.number().int().nonnegative()),
    /** Messages as sent where they differ from the request, because of names on the wire or fields of the provider. */
    messages: z.array(z.object({ index: z.number().int().nonnegative(), message: z.record(z.string(), z.unknown()) })),
    /** Hash of the tools as sent; null if there were none. */
    tools_sent: z.string().nullable(),
    /** The tools as sent; absent if an earlier event of the log has them. */
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
    /** Id that the endpoint gave the response; absent if it gave none, and from older logs. */
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
  /** A part of the request was left out because the model or its endpoint refused it. */
  event('llm_adapted', {
    ...inIteration,
    role,
    model: z.string(),
    kind: z.enum(['parameter', 'tool']),
    /** Key of the request, or name of the tool as `server.tool`. */
    name: z.string(),
    /** The replacement that was sent; null if none. */
    instead: z.string().nullable(),
    /** The endpoint's message, or the problem with the tool. */
    reason: z.string(),
  }),
  /** `view`: the `ui://` resource of the server that draws the result (MCP Apps); absent if there is none. */
  event('mcp_tool_call', { ...toolRef, arguments: z.unknown(), view: z.string().max(2000).optional() }),
  /** Progress that the tool of a running call reported; `total` is null if the tool does not know it. */
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
    /** Present if the server ended or became unreachable before it answered; absent from older logs. */
    server_is_gone: z.literal(true).optional(),
  }),
  /** `take_over`: a person entered the action of the turn. `after` is absent from older logs. */
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
    /** Absent from older logs, whose turns continued with the default action. */
    next: z.enum(['repair', 'default', 'pause', 'first_proposal']).optional(),
  }),
  event('mcp_session_complete', {
    turn,
    /** Number of iterations with tool calls; older versions counted every model call. */
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

/** Added by the host when it records an event. `seq` counts from 0 without gaps; `at` is ISO 8601 in UTC. */
export const stamp = z.object({ seq: z.number().int().nonnegative(), at: z.iso.datetime(), episode_id: z.string() })
export type Stamp = DeepReadonly<z.infer<typeof stamp>>
export const loggedEvent = z.intersection(stamp, eventBody)
export type LoggedEvent = Stamp & EventBody
export type LoggedOf<Type extends EventType> = Extract<LoggedEvent, { event_type: Type }>

/** A piece of a streaming reply. The `llm_response` of its iteration replaces it; it is never written to disk. */
const draftEvent = event('llm_delta', {
  ...inIteration,
  /**
   * Length of this iteration's draft before this piece, in characters, so that a viewer can skip pieces that it has.
   */
  offset: z.number().int().nonnegative(),
  /** `prompt`: the percentage of the prompt that was read. */
  part: z.enum(['content', 'reasoning', 'tool_name', 'tool_arguments', 'prompt']),
  /** Index of the tool call in the reply, for the two tool parts. */
  tool_index: z.number().int().nonnegative(),
  text: z.string(),
})
export type DraftEvent = DeepReadonly<z.infer<typeof draftEvent>>

export type EpisodeEvent = LoggedEvent | DraftEvent
export const isDraft = (event: EpisodeEvent): event is DraftEvent => event.event_type === 'llm_delta'
