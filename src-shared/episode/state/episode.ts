import type { LocationSurvey } from '../../map/location-survey'
import { emptyMap, type WorldMap } from '../../map/world-map'
import type { ToolDefinition } from '../log/chat'
import type { Draft } from '../log/draft'
import type { EventOf, Facts, LoggedOf, LogLevel, Ruling } from '../log/event'
import type { HelperRole } from '../log/mind'
import { emptyMindState, type MindState, type Objective } from '../log/mind-state'
import type { PauseRules } from '../log/pause-rules-schema'

/** The state of an episode after a prefix of its events, which `reduceEpisode` makes of them. */
export interface EpisodeState {
  readonly manifest: LoggedOf<'episode_started'> | null
  /** The episode that this one branched off from, and after which turn; null if it began by itself. */
  readonly forkedFrom: { readonly episodeId: string; readonly turn: number } | null
  /** The seeds that chance went on with, where forks were given another, in order of turns. */
  readonly reseeds: readonly Reseed[]
  /** What the model is told first; null: the app's own prompt. */
  readonly prompt: string | null
  /** `seq` of the last logged event applied; -1 before the first. */
  readonly seq: number
  readonly control: Control
  readonly ended: Pick<EventOf<'episode_ended'>, 'ended' | 'reason'> | null
  readonly turnLimit: number | null
  /** The turn after which it was last resumed or forked; 0 if it never was. */
  readonly goesOnFrom: number
  /** What pauses it after a turn; null if the log does not say. */
  readonly pauseRules: PauseRules | null
  /** What the game printed before the first action. */
  readonly opening: Observation | null
  /** Complete turns: `turns[n - 1]` is turn n. */
  readonly turns: readonly Turn[]
  readonly openTurn: Turn | null
  readonly map: WorldMap
  /**
   * What the game's memory tells of the locations, for the reader: nothing that a player is told may come from here.
   */
  readonly surveys: readonly Survey[]
  readonly objectives: readonly Objective[]
  readonly mind: MindState
  /** What a person suggested, in the order in which it was given. */
  readonly hints: readonly Hint[]
  /** How often an answer of the player was thrown away, to have it answer again. */
  readonly discarded: number
  /** Requirement 6.10: MCP servers that are off for the rest of the episode, and since which turn. */
  readonly serversOff: readonly ServerOff[]
  readonly totals: Totals
  readonly toolSets: Readonly<Record<string, readonly ToolDefinition[]>>
}

/** Of each an episode has at most so many: a log from elsewhere that has more of them is read without the rest. */
export const MOST_HINTS = 1000
export const MOST_RESEEDS = 1000

/** From the end of `turn` on chance goes by `seed`. */
export interface Reseed {
  readonly turn: number
  readonly seed: number
}

export interface Control {
  readonly mode: EventOf<'control_changed'>['mode']
  readonly reason: string | null
}

export interface Observation extends Facts, Ruling {
  readonly text: string
  readonly prompt: string
  readonly input: 'line' | 'char' | 'ended'
  readonly notices: readonly string[]
  readonly fault: boolean
}

export interface Turn {
  readonly number: number
  readonly startedAt: string
  readonly firstSeq: number
  readonly lastSeq: number
  readonly session: Pick<EventOf<'mcp_session_started'>, 'servers' | 'tool_set' | 'mcp_wait_ms'> | null
  readonly iterations: readonly Iteration[]
  /** Calls of roles beside the actor, in order; absent if there were none. */
  readonly helperCalls?: readonly HelperCall[]
  /** What was to be judged before it was played, with the verdicts; absent if nothing was. */
  readonly proposals?: readonly Proposal[]
  /** What the player believed at the end of the turn, held against the game's memory; for the reader alone. */
  readonly beliefs?: EventOf<'beliefs_checked'>['checks']
  readonly action: Omit<EventOf<'action_chosen'>, 'event_type' | 'turn'> | null
  readonly observation: Observation | null
  readonly problems: readonly Problem[]
  /** What servers said by themselves, in order; absent if they said nothing. */
  readonly serverMessages?: readonly ServerMessage[]
  readonly completed: {
    readonly at: string
    readonly durationMs: number
    readonly snapshot: string | null
    readonly stateHash: string
  } | null
}

export interface Iteration {
  readonly number: number
  readonly request: Omit<EventOf<'llm_request'>, 'event_type' | 'turn' | 'iteration'> | null
  readonly response: Omit<EventOf<'llm_response'>, 'event_type' | 'turn' | 'iteration'> | null
  readonly toolCalls: readonly ToolCall[]
  /** The attempts at this call that failed, in order; absent if none did. */
  readonly failures?: readonly FailedAttempt[]
  /** The reply so far, while it streams. Gone once the response is in. */
  readonly draft: Draft | null
}

/** One call of a role that is not the actor. Its request is whole: it keeps nothing of a request before it. */
export interface HelperCall extends Pick<Iteration, 'number' | 'request' | 'response' | 'failures'> {
  readonly role: HelperRole
}

export interface Proposal {
  readonly attempt: number
  readonly action: string
  readonly reasoning: string
  readonly verdicts: readonly Pick<EventOf<'critic_verdict'>, 'by' | 'verdict' | 'reason' | 'predicted'>[]
}

/** The `code` of an `llm_error` that nothing went wrong for: the reader took the call back, and it is made again. */
export const CALL_CANCELED = 'canceled'

export type FailedAttempt = Pick<LoggedOf<'llm_error'>, 'seq' | 'at' | 'code' | 'message' | 'attempt' | 'retry_in_ms'>

export interface ToolCall {
  readonly callId: string
  readonly toolName: string
  readonly serverName: string
  readonly arguments: unknown
  readonly status: 'running' | 'ok' | 'failed' | 'timeout' | 'skipped'
  /** The tool's content if it answered, else the error or why it was skipped; null where there was no answer. */
  readonly result: unknown
  /** Only of a call that gave no answer in time. */
  readonly timeoutSeconds?: number
  readonly durationMs: number | null
  /** The last that the tool said of how far it is; absent if it said nothing. */
  readonly progress?: Pick<EventOf<'mcp_progress'>, 'progress' | 'total' | 'message'>
}

/** What a server logged or asked, as the event that recorded it. */
export type ServerMessage = LoggedOf<'mcp_log' | 'mcp_server_request'>

export function levelOf(message: ServerMessage): LogLevel {
  if (message.event_type === 'mcp_log') return message.level
  return message.outcome === 'failed' ? 'warning' : 'notice'
}

/** Something that went wrong in a turn, as the event that recorded it. Its sentence is `problemText`. */
export type Problem = LoggedOf<
  | 'llm_error'
  | 'mcp_tool_timeout'
  | 'mcp_tool_error'
  | 'mcp_server_failed'
  | 'mcp_init_error'
  | 'mcp_disabled_fallback'
  | 'mcp_unexpected_state'
  | 'mcp_no_content'
  | 'agent_parse_error'
>

interface Survey extends LocationSurvey {
  readonly turn: number
}

export interface Hint {
  /** The player reads it with the prompt of this turn. */
  readonly turn: number
  readonly text: string
}

interface ServerOff {
  readonly serverName: string
  readonly turn: number
}

export interface Totals {
  readonly iterations: number
  readonly llmCalls: number
  readonly toolCalls: number
  readonly tokensIn: number
  readonly tokensOut: number
  /** Null while no reply came with a price. */
  readonly costUsd: number | null
  readonly problems: number
}

export const emptyEpisode: EpisodeState = {
  manifest: null,
  forkedFrom: null,
  reseeds: [],
  prompt: null,
  seq: -1,
  control: { mode: 'running', reason: null },
  ended: null,
  turnLimit: null,
  goesOnFrom: 0,
  pauseRules: null,
  opening: null,
  turns: [],
  openTurn: null,
  map: emptyMap,
  surveys: [],
  objectives: [],
  mind: emptyMindState,
  hints: [],
  discarded: 0,
  serversOff: [],
  totals: { iterations: 0, llmCalls: 0, toolCalls: 0, tokensIn: 0, tokensOut: 0, costUsd: null, problems: 0 },
  toolSets: {},
}

/** The last thing the game said, up to now. */
export function latestObservation(state: EpisodeState): Observation | null {
  return state.openTurn?.observation ?? state.turns.at(-1)?.observation ?? state.opening
}

/** The seed that game and player go by now; null before the manifest is read. */
export const seedInForce = ({ manifest, reseeds }: Pick<EpisodeState, 'manifest' | 'reseeds'>): number | null =>
  reseeds.at(-1)?.seed ?? manifest?.seed ?? null

/** Names of the servers that are off once `turn` is complete: what goes on from there goes on without them. */
export const serversOffAfter = ({ serversOff }: Pick<EpisodeState, 'serversOff'>, turn: number): readonly string[] =>
  untilTurn(serversOff, turn).map(({ serverName }) => serverName)

/** Of `items`, those of turns up to `turn`. */
export const untilTurn = <Item extends { readonly turn: number }>(
  items: readonly Item[],
  turn: number,
): readonly Item[] => items.filter((item) => item.turn <= turn)
