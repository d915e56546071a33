import type { LocationSurvey } from '../../map/location-survey'
import { emptyMap, type WorldMap } from '../../map/world-map'
import type { ToolDefinition } from '../log/chat'
import type { EventOf, Facts, HintSource, LoggedOf, LogLevel, Ruling, DraftEvent } from '../log/event'
import type { HelperRole } from '../log/mind-schema'
import { emptyMindState, type MindState, type Objective } from '../log/mind-state'
import type { PauseRules } from '../log/pause-rules-schema'

export interface EpisodeState {
  readonly manifest: LoggedOf<'episode_started'> | null
  /** The episode from which this one was forked, and the last copied turn; null if it is no fork. */
  readonly forkedFrom: { readonly episodeId: string; readonly turn: number; readonly answer?: number } | null
  readonly reseeds: readonly Reseed[]
  /** The system prompt; null means the app's own. */
  readonly prompt: string | null
  /** `seq` of the last logged event; -1 before the first. */
  readonly seq: number
  readonly control: Control
  readonly ended: Pick<EventOf<'episode_ended'>, 'ended' | 'reason'> | null
  readonly turnLimit: number | null
  /** The turn after which the episode was last resumed or forked; 0 if it never was. */
  readonly continuedFrom: number
  /** The rules that pause the run after a turn; null if the log does not record rules. */
  readonly pauseRules: PauseRules | null
  /** Text and facts before the first action. */
  readonly opening: Observation | null
  /** Complete turns: `turns[n - 1]` is turn n. */
  readonly turns: readonly Turn[]
  readonly openTurn: Turn | null
  readonly map: WorldMap
  /** Facts about the locations from the game's memory. Shown to the user only: no prompt may be built from them. */
  readonly surveys: readonly Survey[]
  readonly objectives: readonly Objective[]
  readonly mind: MindState
  readonly hints: readonly Hint[]
  /** Number of the player's answers that were discarded so that it answers again. */
  readonly discarded: number
  /**
   * Requirement 6.10: MCP servers that are off for the rest of the episode, each with the turn from which it is off.
   */
  readonly serversOff: readonly ServerOff[]
  readonly totals: Totals
  readonly toolSets: Readonly<Record<string, readonly ToolDefinition[]>>
  /** Tools as sent, by their hash; absent before the first request, and for older logs. */
  readonly sentTools?: Readonly<Record<string, readonly unknown[]>>
}

/** Limits per episode. Further hints and seeds are ignored: a log from elsewhere may have any number. */
export const MAX_HINTS = 1000
export const MAX_RESEEDS = 1000

/** The seed in force from the end of `turn` on. */
export interface Reseed {
  readonly turn: number
  readonly seed: number
}

export interface Control {
  readonly mode: EventOf<'control_changed'>['mode']
  /** Time at which a paused run continues by itself, ISO 8601; absent if it does not. */
  readonly continuesAt?: string
  /** The MCP server that requires a sign-in first; absent if none does. */
  readonly signIn?: string
  /** The model's endpoint will never accept the request; absent for any other pause. */
  readonly isRefused?: true
  readonly reason: string | null
}

export interface Observation extends Facts, Ruling {
  readonly text: string
  readonly prompt: string
  readonly input: 'line' | 'char' | 'ended'
  readonly notices: readonly string[]
  readonly fault: boolean
  /**
   * In a disguised episode, for readers of the log: the action that the story received, and the text that it printed.
   */
  readonly undisguised?: { readonly action: string | null; readonly text: string }
}

export interface Turn {
  readonly number: number
  readonly startedAt: string
  readonly firstSeq: number
  readonly lastSeq: number
  readonly session: Pick<EventOf<'mcp_session_started'>, 'servers' | 'tool_set' | 'mcp_wait_ms'> | null
  readonly iterations: readonly Iteration[]
  /** Calls of helpers in order; absent if there were none. */
  readonly helperCalls?: readonly HelperCall[]
  /** Actions that were judged before one was played, with their verdicts; absent if none was judged. */
  readonly proposals?: readonly Proposal[]
  /** The player's beliefs at the end of the turn, compared with the game's memory. Shown to the user only. */
  readonly beliefs?: EventOf<'beliefs_checked'>['checks']
  /** Names that the player said before it could have read them; absent if this was not checked. */
  readonly foreknown?: readonly string[]
  readonly action: Omit<EventOf<'action_chosen'>, 'event_type' | 'turn'> | null
  readonly observation: Observation | null
  readonly problems: readonly Problem[]
  /** Log messages and requests of servers in order; absent if there were none. */
  readonly serverMessages?: readonly ServerMessage[]
  readonly completed: {
    readonly at: string
    readonly durationMs: number
    readonly snapshot: string | null
    readonly stateHash: string
    /** Cost of the episode until then, as in its totals. */
    readonly costUsd: number | null
  } | null
}

export interface Iteration {
  readonly number: number
  readonly request: Omit<EventOf<'llm_request'>, 'event_type' | 'turn' | 'iteration'> | null
  readonly response: Omit<EventOf<'llm_response'>, 'event_type' | 'turn' | 'iteration'> | null
  /** The body that was last sent; absent before that, and for older logs. */
  readonly sent?: LoggedOf<'llm_sent'>
  readonly toolCalls: readonly ToolCall[]
  /** Failed attempts at this call in order; absent if none failed. */
  readonly failures?: readonly FailedAttempt[]
  /** The reply so far while it streams, null otherwise. */
  readonly draft: Draft | null
}

/** A call of a helper. Its request has all messages, and does not build on an earlier request. */
export interface HelperCall extends Pick<Iteration, 'number' | 'request' | 'sent' | 'response' | 'failures'> {
  readonly role: HelperRole
}

export interface Proposal {
  readonly attempt: number
  readonly action: string
  readonly reasoning: string
  readonly verdicts: readonly Pick<EventOf<'critic_verdict'>, 'by' | 'verdict' | 'reason' | 'predicted'>[]
}

/** The `code` of an `llm_error` that is no failure: the user cancelled the call, which is then repeated. */
export const CALL_CANCELED = 'canceled'

export type FailedAttempt = Pick<LoggedOf<'llm_error'>, 'seq' | 'at' | 'code' | 'message' | 'attempt' | 'retry_in_ms'>

export interface ToolCall {
  readonly callId: string
  readonly toolName: string
  readonly serverName: string
  readonly arguments: unknown
  /** The `ui://` resource that draws the result; absent if the tool has none. */
  readonly view?: string
  readonly status: 'running' | 'ok' | 'failed' | 'timeout' | 'skipped'
  /** The tool's content if it answered, or else the error, or the reason why it was skipped; null if there is none. */
  readonly result: unknown
  /** Present if the server ended before it answered. */
  readonly serverIsGone?: true
  /** Present if the call timed out. */
  readonly timeoutSeconds?: number
  readonly durationMs: number | null
  /** Last progress that the tool reported; absent if it reported none. */
  readonly progress?: Pick<EventOf<'mcp_progress'>, 'progress' | 'total' | 'message'>
}

export const isUnanswered = ({ status, serverIsGone }: ToolCall): boolean =>
  status === 'timeout' || serverIsGone === true

export type ServerMessage = LoggedOf<'mcp_log' | 'mcp_server_request'>

export function levelOf(message: ServerMessage): LogLevel {
  if (message.event_type === 'mcp_log') return message.level
  return message.outcome === 'failed' ? 'warning' : 'notice'
}

/** A problem in a turn, as the event that recorded it. `problemText` describes it in a sentence. */
export type Problem = LoggedOf<
  | 'llm_error'
  | 'llm_adapted'
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
  /** The turn whose prompt has the hint. */
  readonly turn: number
  readonly text: string
  /** Absent if the person wrote the text. The player reads the text of a resource as data. */
  readonly source?: HintSource
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
  /** Null if no reply had a price yet. */
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
  continuedFrom: 0,
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

export function latestObservation(state: EpisodeState): Observation | null {
  return state.openTurn?.observation ?? state.turns.at(-1)?.observation ?? state.opening
}

/** The current seed for game and player; null before the manifest. */
export const seedInForce = ({ manifest, reseeds }: Pick<EpisodeState, 'manifest' | 'reseeds'>): number | null =>
  reseeds.at(-1)?.seed ?? manifest?.seed ?? null

/** The seed of the player's requests: that of the game, unless the player answered again. Null before the manifest. */
export const requestSeedInForce = ({ manifest, reseeds }: Pick<EpisodeState, 'manifest' | 'reseeds'>): number | null =>
  manifest?.sampling?.seed ?? seedInForce({ manifest, reseeds })

/** Names of the servers that are off after `turn`. An episode that continues from there runs without them. */
export const serversOffAfter = ({ serversOff }: Pick<EpisodeState, 'serversOff'>, turn: number): readonly string[] =>
  untilTurn(serversOff, turn).map(({ serverName }) => serverName)

export const untilTurn = <Item extends { readonly turn: number }>(
  items: readonly Item[],
  turn: number,
): readonly Item[] => items.filter((item) => item.turn <= turn)

/** The part of a streaming reply that has been received. */
export interface Draft {
  readonly content: string
  readonly reasoning: string
  readonly toolCalls: readonly { readonly name: string; readonly arguments: string }[]
  /** Percentage of the prompt that was read; absent if the endpoint does not report it. */
  readonly promptRead?: number
  readonly length: number
}

export const emptyDraft: Draft = { content: '', reasoning: '', toolCalls: [], length: 0 }

/**
 * Appends a piece. Returns the same draft for a piece that it already has, because a viewer that reconnects may receive
 * it again.
 */
export function extendDraft(draft: Draft, { offset, part, text, tool_index }: DraftEvent): Draft {
  if (offset < draft.length || text === '') return draft
  const length = offset + text.length
  if (part === 'prompt') return { ...draft, promptRead: Number(text), length }
  if (part === 'content' || part === 'reasoning') return { ...draft, [part]: draft[part] + text, length }
  const toolCalls = [...draft.toolCalls]
  const call: Draft['toolCalls'][number] = toolCalls[tool_index] ?? { name: '', arguments: '' }
  toolCalls[tool_index] =
    part === 'tool_name' ? { ...call, name: call.name + text } : { ...call, arguments: call.arguments + text }
  return { ...draft, toolCalls, length }
}
