import { emptyMap, recordMove } from '../../map/world-map'
import type { DraftEvent, EpisodeEvent, EventOf, LoggedEvent, LoggedOf } from '../log/event'
import type { Objective } from '../log/mind-state'
import {
  CALL_CANCELED,
  emptyEpisode,
  type EpisodeState,
  type HelperCall,
  type Iteration,
  MAX_HINTS,
  MAX_RESEEDS,
  type Problem,
  type ServerMessage,
  type ToolCall,
  type Totals,
  type Turn,
  untilTurn,
  emptyDraft,
  extendDraft,
} from './episode'
import { isOfModel } from './model-calls'
import { moveOf } from './move'
import { mindUntil, reduceMind } from './reduce-mind'

/**
 * The state after `event`. Logged events must come in order of `seq`. A draft event may come at any time, and counts
 * only while its iteration is open. Total and deterministic: it reads no clock and no randomness, and ignores events
 * that do not apply. Live viewing, replay and time travel agree because all three are this fold.
 */
export function reduceEpisode(state: EpisodeState, event: EpisodeEvent): EpisodeState {
  if (event.event_type === 'llm_delta') return reduceDraft(state, event)
  const next = reduceLogged(state, event)
  const openTurn = next.openTurn && { ...next.openTurn, lastSeq: event.seq }
  return { ...next, seq: event.seq, openTurn }
}

/** Returns the state after all events, as `reduceEpisode` would one by one, but copies the complete turns only once. */
export function reduceEvents(state: EpisodeState, events: readonly EpisodeEvent[]): EpisodeState {
  let { turns } = state
  let next: EpisodeState = { ...state, turns: [] }
  const whole = (): EpisodeState => ({ ...next, turns: next.turns.length > 0 ? turns.concat(next.turns) : turns })
  for (const event of events) {
    if (event.event_type === 'episode_resumed') {
      next = reduceEpisode(whole(), event)
      turns = next.turns
      next = { ...next, turns: [] }
    } else next = reduceEpisode(next, event)
  }
  return events.length > 0 ? whole() : state
}

function reduceLogged(state: EpisodeState, event: LoggedEvent): EpisodeState {
  switch (event.event_type) {
    case 'episode_started':
      return {
        ...state,
        manifest: event,
        prompt: event.prompt ?? null,
        turnLimit: event.turn_limit,
        pauseRules: event.pause_rules ?? null,
      }
    case 'episode_resumed':
      return {
        ...rewindTo(state, event.from_turn),
        ended: null,
        continuedFrom: event.from_turn,
        turnLimit: event.turn_limit,
        control: { mode: 'running', reason: null },
      }
    case 'episode_forked':
      return branchOff(state, event)
    case 'pause_rules_changed':
      return { ...state, pauseRules: event.rules }
    case 'control_changed':
      return {
        ...state,
        control: {
          mode: event.mode,
          reason: event.reason,
          ...(event.continues_at !== undefined && { continuesAt: event.continues_at }),
          ...(event.sign_in !== undefined && { signIn: event.sign_in }),
          ...(event.is_refused && { isRefused: true }),
        },
      }
    case 'hint_given': {
      const { turn, text, source } = event
      return { ...state, hints: append(state.hints, { turn, text, ...(source && { source }) }, MAX_HINTS) }
    }
    case 'hint_withdrawn': {
      const at = state.hints.findLastIndex(({ turn, text }) => turn === event.turn && text === event.text)
      return at === -1 ? state : { ...state, hints: state.hints.toSpliced(at, 1) }
    }
    case 'episode_ended':
      return { ...state, ended: { ended: event.ended, reason: event.reason }, openTurn: null }
    case 'turn_started':
      return { ...state, openTurn: newTurn(event) }
    case 'observation_made':
      return observe(state, event)
    case 'action_chosen':
      return chooseAction(state, event)
    case 'location_surveyed':
      return {
        ...state,
        surveys: [
          ...state.surveys,
          { turn: event.turn, location: event.location, light: event.light, exits: event.exits },
        ],
      }
    case 'turn_completed':
      return completeTurn(state, event)
    case 'tools_offered':
      return { ...state, toolSets: { ...state.toolSets, [event.tool_set]: event.tools } }
    case 'mcp_session_started':
      return inTurn(state, () => ({
        session: { servers: event.servers, tool_set: event.tool_set, mcp_wait_ms: event.mcp_wait_ms },
      }))
    case 'mcp_iteration_start':
      return addIteration(count(state, { iterations: 1 }), event.iteration)
    case 'llm_request':
      if (event.role !== undefined) {
        const call = { role: event.role, number: event.iteration, request: event, response: null }
        return inTurn(countCall(state, event), ({ helperCalls = [] }) => ({
          helperCalls: [...helperCalls, call],
        }))
      }
      // The forced final call is not an iteration of the loop: its iteration begins with the request.
      return inIteration(addIteration(countCall(state, event), event.iteration), event.iteration, () => ({
        request: event,
        sent: undefined,
        draft: emptyDraft,
      }))
    case 'llm_sent': {
      const { tools_sent: set, tools } = event
      const known = tools && set !== null ? { ...state, sentTools: { ...state.sentTools, [set]: tools } } : state
      return event.role === undefined
        ? inIteration(known, event.iteration, (iteration) => ({ ...iteration, sent: event }))
        : inHelperCall(known, event, (call) => ({ ...call, sent: event }))
    }
    case 'llm_response':
      if (event.role !== undefined) return inHelperCall(countReply(state, event), event, () => ({ response: event }))
      return inIteration(countReply(state, event), event.iteration, () => ({ response: event, draft: null }))
    case 'llm_error':
      return failCall(event.code === CALL_CANCELED ? state : addProblem(state, event), event)
    case 'llm_adapted':
      return addProblem(state, event)
    case 'mcp_tool_call':
      return inIteration(count(state, { toolCalls: 1 }), event.iteration, ({ toolCalls }) => ({
        toolCalls: [
          ...toolCalls,
          { ...newCall(event), arguments: event.arguments, ...(event.view !== undefined && { view: event.view }) },
        ],
      }))
    case 'mcp_tool_result': {
      const status = event.is_error ? 'failed' : 'ok'
      return inCall(state, event, { status, result: event.content, durationMs: event.duration_ms })
    }
    case 'mcp_tool_timeout': {
      const { timeout_seconds: timeoutSeconds, duration_ms: durationMs } = event
      return inCall(addProblem(state, event), event, { status: 'timeout', timeoutSeconds, durationMs })
    }
    case 'mcp_tool_error': {
      const { error: result, duration_ms: durationMs, server_is_gone: serverIsGone } = event
      const gone = serverIsGone && { serverIsGone }
      return inCall(addProblem(state, event), event, { status: 'failed', result, durationMs, ...gone })
    }
    case 'mcp_tool_skipped':
      return inCall(state, event, { status: 'skipped', result: event.reason })
    case 'mcp_progress': {
      const { progress, total, message } = event
      return inCall(state, event, { progress: { progress, total, message } })
    }
    case 'mcp_log':
      return addServerMessage(state, event)
    case 'mcp_server_request':
      return addServerMessage(countUsage(state, event), event)
    case 'mcp_disabled_fallback':
      return addProblem(switchOff(state, event), event)
    case 'mcp_server_failed':
    case 'mcp_init_error':
    case 'mcp_unexpected_state':
    case 'mcp_no_content':
    case 'agent_parse_error':
      return addProblem(state, event)
    case 'action_proposed': {
      const { attempt, action, reasoning } = event
      return inTurn(state, ({ proposals = [] }) => ({
        proposals: [...proposals, { attempt, action, reasoning, verdicts: [] }],
      }))
    }
    case 'critic_verdict':
      return judgeProposal(state, event)
    case 'beliefs_checked':
      return inTurn(state, () => ({ beliefs: event.checks }))
    case 'foreknowledge_checked':
      return inTurn(state, () => ({ foreknown: event.names }))
    case 'prompt_used':
    case 'context_compacted':
    case 'note_written':
    case 'note_confirmed':
    case 'note_closed':
    case 'objective_set':
    case 'objective_closed':
    case 'stuck_noticed':
    case 'role_disabled':
    case 'reflection_made':
      return { ...state, ...reduceMind(state, event) }
    case 'mcp_manager_init':
    case 'mcp_retry_successful':
    case 'mcp_session_complete':
      return state
    default:
      return event satisfies never
  }
}

/** Ignores `item` if the list already has `most` items. */
const append = <Item>(list: readonly Item[], item: Item, most: number): readonly Item[] =>
  list.length < most ? [...list, item] : list

function newTurn(event: LoggedOf<'turn_started'>): Turn {
  return {
    number: event.turn,
    startedAt: event.at,
    firstSeq: event.seq,
    lastSeq: event.seq,
    session: null,
    iterations: [],
    action: null,
    observation: null,
    problems: [],
    completed: null,
  }
}

function observe(state: EpisodeState, event: LoggedOf<'observation_made'>): EpisodeState {
  const { event_type: _type, seq: _seq, at: _at, episode_id: _id, turn, action, ...observation } = event
  const map = recordMove(state.map, moveOf(turn, action, event))
  if (turn === 0) return { ...state, opening: observation, map }
  return inTurn({ ...state, map }, () => ({ observation }))
}

function chooseAction(state: EpisodeState, event: LoggedOf<'action_chosen'>): EpisodeState {
  const { event_type: _type, seq: _seq, at: _at, episode_id: _id, turn, ...action } = event
  const next = inTurn(state, () => ({ action }))
  const text = event.new_objective
  const isKnown = (said: string) => state.objectives.some((known) => known.text.toLowerCase() === said.toLowerCase())
  // With the part `objectives` of the mind, separate events set and close objectives.
  if (text === null || state.manifest?.mind?.parts.includes('objectives') || isKnown(text)) return next
  const id = `o${state.objectives.length + 1}`
  const set: Objective = { id, text, turn, by: 'actor', check: { kind: 'none' }, closed: null }
  return { ...next, objectives: [...next.objectives, set] }
}

function completeTurn(state: EpisodeState, event: LoggedOf<'turn_completed'>): EpisodeState {
  if (state.openTurn === null) return state
  const completed = {
    at: event.at,
    durationMs: event.duration_ms,
    snapshot: event.snapshot,
    stateHash: event.state_hash,
    costUsd: state.totals.costUsd,
  }
  return { ...state, turns: [...state.turns, { ...state.openTurn, lastSeq: event.seq, completed }], openTurn: null }
}

/** The manifest now describes the player of the fork, which is no unit of an experiment; totals count from here. */
function branchOff(state: EpisodeState, event: LoggedOf<'episode_forked'>): EpisodeState {
  const { at, player, prompt_sha256, sampling, mind, settings, app_version, turn_limit, pause_rules } = event
  return {
    ...state,
    manifest: state.manifest && {
      ...state.manifest,
      at,
      player,
      prompt_sha256,
      sampling,
      mind,
      settings,
      app_version,
      turn_limit,
      pause_rules,
      unit: undefined,
    },
    forkedFrom: {
      episodeId: event.parent_episode_id,
      turn: event.parent_turn,
      ...(event.answer !== undefined && { answer: event.answer }),
    },
    reseeds:
      event.seed === undefined
        ? state.reseeds
        : append(state.reseeds, { turn: event.parent_turn, seed: event.seed }, MAX_RESEEDS),
    prompt: event.prompt ?? null,
    // The player of the fork may have other prompts.
    mind: { ...state.mind, prompts: [] },
    discarded: state.discarded + (event.answers_again === true ? 1 : 0),
    control: { mode: 'running', reason: null },
    ended: null,
    turnLimit: turn_limit,
    continuedFrom: event.parent_turn,
    pauseRules: pause_rules ?? null,
    openTurn: null,
    totals: emptyEpisode.totals,
  }
}

/**
 * Drops the turns after `turn` and what followed from them. The totals and the user's input remain: pause rules and
 * hints. Hints for dropped turns move to turn `turn` + 1.
 */
function rewindTo(state: EpisodeState, turn: number): EpisodeState {
  const turns = state.turns.length > turn ? state.turns.slice(0, turn) : state.turns
  // The map is kept if no observation is dropped: rebuilding it from ten thousand turns would take long.
  const keepsMap = turns === state.turns && (state.openTurn?.observation ?? null) === null
  return {
    ...state,
    turns,
    openTurn: null,
    map: keepsMap ? state.map : mapOf(state.opening, turns),
    surveys: untilTurn(state.surveys, turn),
    ...mindUntil(state, turn),
    hints: state.hints.map((hint) => ({ ...hint, turn: Math.min(hint.turn, turn + 1) })),
    serversOff: untilTurn(state.serversOff, turn),
    reseeds: untilTurn(state.reseeds, turn),
  }
}

function mapOf(opening: EpisodeState['opening'], turns: EpisodeState['turns']): EpisodeState['map'] {
  const past = [
    { turn: 0, action: null, observation: opening },
    ...turns.map(({ number, action, observation }) => ({ turn: number, action: action?.action ?? null, observation })),
  ]
  return past.reduce(
    (before, { turn, action, observation }) =>
      observation ? recordMove(before, moveOf(turn, action, observation)) : before,
    emptyMap,
  )
}

function switchOff(
  state: EpisodeState,
  { server_name: serverName, turn }: LoggedOf<'mcp_disabled_fallback'>,
): EpisodeState {
  return state.serversOff.some((off) => off.serverName === serverName)
    ? state
    : { ...state, serversOff: [...state.serversOff, { serverName, turn }] }
}

function inTurn(state: EpisodeState, change: (turn: Turn) => Partial<Turn>): EpisodeState {
  const { openTurn } = state
  return openTurn === null ? state : { ...state, openTurn: { ...openTurn, ...change(openTurn) } }
}

function addIteration(state: EpisodeState, number: number): EpisodeState {
  return inTurn(state, ({ iterations }) =>
    iterations.some((iteration) => iteration.number === number)
      ? {}
      : { iterations: [...iterations, { number, request: null, response: null, toolCalls: [], draft: null }] },
  )
}

function inIteration(
  state: EpisodeState,
  number: number,
  change: (iteration: Iteration) => Partial<Iteration>,
): EpisodeState {
  const changed = (iteration: Iteration) =>
    iteration.number === number ? { ...iteration, ...change(iteration) } : iteration
  return inTurn(state, ({ iterations }) => ({ iterations: iterations.map(changed) }))
}

type Helped = Pick<LoggedOf<'llm_response' | 'llm_error' | 'llm_sent'>, 'role' | 'iteration'>

function inHelperCall(
  state: EpisodeState,
  { role, iteration }: Helped,
  change: (call: HelperCall) => Partial<HelperCall>,
): EpisodeState {
  return inTurn(state, ({ helperCalls = [] }) => {
    const index = helperCalls.findLastIndex((call) => call.role === role && call.number === iteration)
    const call = helperCalls[index]
    return call === undefined ? {} : { helperCalls: helperCalls.with(index, { ...call, ...change(call) }) }
  })
}

function failCall(state: EpisodeState, event: LoggedOf<'llm_error'>): EpisodeState {
  const failed = ({ failures = [] }: Pick<Iteration, 'failures'>) => ({ failures: [...failures, event] })
  return event.role === undefined
    ? // A request that is too long is not logged, so the iteration of a forced call may begin with its failure.
      inIteration(addIteration(state, event.iteration), event.iteration, (call) => ({
        ...failed(call),
        draft: call.draft && emptyDraft,
      }))
    : inHelperCall(state, event, failed)
}

function judgeProposal(state: EpisodeState, event: LoggedOf<'critic_verdict'>): EpisodeState {
  const { attempt, by, verdict, reason, predicted } = event
  return inTurn(state, ({ proposals = [] }) => {
    const index = proposals.findLastIndex((proposal) => proposal.attempt === attempt)
    const proposal = proposals[index]
    if (proposal === undefined) return {}
    const verdicts = [...proposal.verdicts, { by, verdict, reason, predicted }]
    return { proposals: proposals.with(index, { ...proposal, verdicts }) }
  })
}

type ToolRef = Pick<EventOf<'mcp_tool_call'>, 'iteration' | 'call_id' | 'tool_name' | 'server_name'>

const newCall = ({ call_id: callId, tool_name: toolName, server_name: serverName }: ToolRef): ToolCall => ({
  callId,
  toolName,
  serverName,
  arguments: null,
  status: 'running',
  result: null,
  durationMs: null,
})

/**
 * Changes a call. One that was not announced (an unknown tool, bad arguments, a skipped call) is added with its answer.
 */
function inCall(state: EpisodeState, event: ToolRef, change: Partial<ToolCall>): EpisodeState {
  return inIteration(state, event.iteration, ({ toolCalls }) => {
    const isKnown = toolCalls.some(({ callId }) => callId === event.call_id)
    const calls = isKnown ? toolCalls : [...toolCalls, newCall(event)]
    return { toolCalls: calls.map((call) => (call.callId === event.call_id ? { ...call, ...change } : call)) }
  })
}

function addProblem(state: EpisodeState, problem: Problem): EpisodeState {
  return inTurn(count(state, { problems: 1 }), ({ problems }) => ({ problems: [...problems, problem] }))
}

function addServerMessage(state: EpisodeState, message: ServerMessage): EpisodeState {
  return inTurn(state, ({ serverMessages = [] }) => ({ serverMessages: [...serverMessages, message] }))
}

type Counts = { readonly [Name in keyof Totals]?: number }

const countCall = (state: EpisodeState, request: LoggedOf<'llm_request'>): EpisodeState =>
  isOfModel(request) ? count(state, { llmCalls: 1 }) : state

const countReply = (state: EpisodeState, response: LoggedOf<'llm_response'>): EpisodeState =>
  isOfModel(response) ? countUsage(state, response) : state

/** Adds the usage of a model, if one was called. */
function countUsage(state: EpisodeState, { usage, cost_usd: costUsd }: Costed): EpisodeState {
  if (usage === null) return state
  return count(state, {
    tokensIn: usage.input ?? 0,
    tokensOut: usage.output ?? 0,
    ...(costUsd !== null && { costUsd }),
  })
}

type Costed = Pick<LoggedOf<'llm_response' | 'mcp_server_request'>, 'usage' | 'cost_usd'>

function count(state: EpisodeState, more: Counts): EpisodeState {
  const totals: Record<keyof Totals, number | null> = { ...state.totals }
  for (const [name, value] of Object.entries(more) as [keyof Totals, number][])
    totals[name] = (totals[name] ?? 0) + value
  return { ...state, totals: totals as Totals }
}

function reduceDraft(state: EpisodeState, event: DraftEvent): EpisodeState {
  const { openTurn } = state
  const iteration = openTurn?.iterations.find(({ number }) => number === event.iteration)
  if (openTurn?.number !== event.turn || !iteration?.draft) return state
  const draft = extendDraft(iteration.draft, event)
  return draft === iteration.draft ? state : inIteration(state, event.iteration, () => ({ draft }))
}
