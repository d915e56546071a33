import {
  type Attributes,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api'
import type { EventOf, LoggedEvent } from '@shared/episode/log/event'
import { summarizeEpisode } from '@shared/episode/projections/summary'
import type { EpisodeState } from '@shared/episode/state/episode'
import type { TraceOptions } from './destinations'
import { type SpanIds, spanIdOf, toolSpanIdOf, traceIdOf } from './ids'
import {
  evaluationsOf,
  type Outcome,
  chatAttributes,
  contentOfRequest,
  contentOfResponse,
  responseAttributes,
  toolAttributes,
} from './span-attributes'

export interface EpisodeSpans {
  /** Adds the next event; `state` is the state after it. */
  observe(event: LoggedEvent, state: EpisodeState): void
  /** Ends open spans as interrupted. */
  close(): void
}

interface Traced {
  /** The setting `tool_call_timeout_seconds`; null if unknown. */
  readonly toolTimeoutSeconds: number | null
  readonly options: TraceOptions
  /** Returns the result of the episode, or null. By default it is computed from the state. */
  readonly outcomeOf?: (state: EpisodeState) => Outcome | null
}

type ToolEvent = LoggedEvent &
  EventOf<'mcp_tool_call' | 'mcp_tool_result' | 'mcp_tool_error' | 'mcp_tool_timeout' | 'mcp_tool_skipped'>

/**
 * The spans of one episode, from its events only. Each turn is a trace with the tool-calling session (requirement 7.5),
 * each model call and each tool call (7.4), under the names of the requirements or, by setting, of the conventions.
 * Every span that starts also ends, for any order of events.
 */
export function traceEpisode(
  tracer: Tracer,
  ids: SpanIds,
  { toolTimeoutSeconds, options: { isConventional, withContent }, outcomeOf = summarizeEpisode }: Traced,
): EpisodeSpans {
  /** Open spans, outermost first. */
  const open: { readonly key: string; readonly span: Span }[] = []
  let lastAt = new Date(0)
  let turn = 0
  let lastProblem = 'cut off'
  let lastErrorType = '_OTHER'

  /** Ends the span with this key and all spans inside it as interrupted; without a key, all open spans. */
  const cutOff = (key?: string) => {
    const from = key === undefined ? 0 : open.findIndex((each) => each.key === key)
    if (from < 0) return
    for (const { span } of open.splice(from).reverse()) {
      fail(span, lastErrorType, lastProblem)
      span.end(lastAt)
    }
  }

  const start = (
    key: string,
    name: string,
    { episode_id: episodeId, seq }: LoggedEvent,
    attributes: Attributes,
    { kind = SpanKind.INTERNAL, id = spanIdOf(episodeId, seq) } = {},
  ) => {
    cutOff(key)
    ids.next(traceIdOf(episodeId, turn), id)
    const parent = open.at(-1)?.span
    const options = {
      kind,
      startTime: lastAt,
      attributes: { 'session.id': episodeId, 'gen_ai.conversation.id': episodeId, ...attributes },
    }
    open.push({
      key,
      span: tracer.startSpan(name, options, parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT),
    })
  }

  const end = (key: string, attributes: Attributes, error: Failure | null = null) => {
    const at = open.findIndex((each) => each.key === key)
    const span = open[at]?.span
    const inner = open[at + 1]
    if (!span) return
    if (inner) cutOff(inner.key)
    open.pop()
    span.setAttributes(attributes)
    if (error !== null) fail(span, error.type, error.message)
    span.end(lastAt)
  }

  const find = (key: string) => open.find((each) => each.key === key)?.span

  /** A call that was skipped, or rejected for its arguments, is a span without duration. */
  const endTool = (event: ToolEvent, content: unknown, error: Failure | null, state: EpisodeState) => {
    const key = toolKey(event)
    if (!find(key)) startTool(event, null, state)
    // The result as the model got it (requirement 11.3), and as the tool returned it.
    const output = error === null ? { content } : { error: error.message, content }
    end(
      key,
      {
        output: JSON.stringify(output),
        'gen_ai.tool.call.result': JSON.stringify(content),
        is_error: error !== null,
        duration_ms: 'duration_ms' in event ? event.duration_ms : 0,
      },
      error,
    )
  }

  const startTool = (event: ToolEvent, parameters: unknown, state: EpisodeState) => {
    const { server_name, tool_name } = event
    const server = state.openTurn?.session?.servers.find(({ name }) => name === server_name)
    start(
      toolKey(event),
      isConventional ? `execute_tool ${tool_name}` : toolSpanName(event),
      event,
      toolAttributes(event, parameters, toolTimeoutSeconds, server?.transport),
      { kind: SpanKind.CLIENT, id: toolSpanIdOf(event.episode_id, event) },
    )
  }

  /** Adds the result of the episode to the trace of its last turn. */
  const evaluate = (event: LoggedEvent, state: EpisodeState) => {
    start('evaluation', 'episode-evaluation', event, { 'gen_ai.operation.name': 'evaluate' })
    for (const evaluation of evaluationsOf(outcomeOf(state)))
      find('evaluation')?.addEvent(EVALUATION, evaluation, lastAt)
    end('evaluation', {})
  }

  const note = (event: LoggedEvent, attributes: Attributes) => {
    open.at(-1)?.span.addEvent(event.event_type, attributes, lastAt)
  }

  return {
    observe(event, state) {
      if (event.event_type === 'turn_started' || event.event_type === 'episode_ended') cutOff()
      switch (event.event_type) {
        // These events do not change `lastAt`, the end of an interrupted span: they may come while nothing runs.
        case 'hint_given':
        case 'hint_withdrawn':
          return note(event, { turn: event.turn, text: event.text })
        case 'control_changed':
        case 'pause_rules_changed':
          return
        default:
          lastAt = new Date(event.at)
      }
      switch (event.event_type) {
        case 'turn_started':
          lastProblem = 'cut off'
          lastErrorType = '_OTHER'
          turn = event.turn
          return start('turn', 'episode-turn', event, { turn })
        case 'action_chosen':
          find('turn')?.setAttributes({
            action: event.action,
            source: event.source,
            output: JSON.stringify({ action: event.action, reasoning: event.reasoning }),
          })
          return
        case 'observation_made':
          find('turn')?.setAttributes({
            location: event.location?.name,
            score: event.score ?? undefined,
            moves: event.moves ?? undefined,
          })
          return
        case 'turn_completed':
          return end('turn', {})
        case 'mcp_session_started':
          return start('session', isConventional ? 'invoke_agent zorkgpt' : 'agent-tool-calling-session', event, {
            mcp_enabled: true,
            mcp_wait_ms: event.mcp_wait_ms,
            'gen_ai.operation.name': 'invoke_agent',
            'gen_ai.agent.name': 'zorkgpt',
          })
        case 'mcp_iteration_start':
          find('session')?.setAttribute('max_iterations', event.max_iterations)
          return
        case 'mcp_session_complete':
          return end('session', {
            iterations_used: event.iterations,
            tools_called: event.tool_calls_count,
            tools_used: [...event.tools_used],
            final_action: event.final_action,
          })
        case 'llm_request':
          return start(
            'chat',
            `chat ${event.model}`,
            event,
            {
              ...chatAttributes(event, state.manifest?.player ?? null),
              ...(withContent && contentOfRequest(event, state.toolSets[event.tool_set ?? ''] ?? [])),
            },
            { kind: SpanKind.CLIENT },
          )
        case 'llm_response':
          lastProblem = 'cut off'
          lastErrorType = '_OTHER'
          return end('chat', { ...responseAttributes(event), ...(withContent && contentOfResponse(event)) })
        case 'llm_error':
          lastProblem = event.message
          lastErrorType = event.code
          return note(event, { 'error.type': event.code, message: event.message, attempt: event.attempt })
        case 'llm_adapted':
          return note(event, { name: event.name, reason: event.reason })
        case 'mcp_tool_call':
          return startTool(event, event.arguments, state)
        case 'mcp_tool_result':
          return endTool(event, event.content, event.is_error ? TOOL_ERROR : null, state)
        case 'mcp_tool_error':
          return endTool(event, null, { type: '_OTHER', message: event.error }, state)
        case 'mcp_tool_timeout':
          return endTool(
            event,
            null,
            { type: 'timeout', message: `no answer within ${event.timeout_seconds} s` },
            state,
          )
        case 'mcp_tool_skipped':
          return endTool(event, null, { type: 'skipped', message: event.reason }, state)
        case 'mcp_server_failed':
        case 'mcp_disabled_fallback':
          return note(event, { server_name: event.server_name, error: event.error })
        case 'mcp_retry_successful':
          return note(event, { server_name: event.server_name })
        case 'mcp_init_error':
          return note(event, { error: event.error })
        case 'mcp_server_request':
          return note(event, { server_name: event.server_name, method: event.method, outcome: event.outcome })
        case 'agent_parse_error':
          return note(event, { error: event.error })
        case 'critic_verdict':
          return note(event, { by: event.by, verdict: event.verdict, reason: event.reason })
        case 'role_disabled':
          return note(event, { role: event.role, reason: event.reason })
        case 'episode_ended':
          return evaluate(event, state)
        case 'action_proposed':
        case 'beliefs_checked':
        case 'foreknowledge_checked':
        case 'context_compacted':
        case 'note_closed':
        case 'note_confirmed':
        case 'note_written':
        case 'objective_closed':
        case 'objective_set':
        case 'prompt_used':
        case 'reflection_made':
        case 'stuck_noticed':
        case 'episode_started':
        case 'episode_resumed':
        case 'episode_forked':
        case 'location_surveyed':
        case 'tools_offered':
        case 'llm_sent':
        case 'mcp_manager_init':
        case 'mcp_log':
        case 'mcp_progress':
        case 'mcp_unexpected_state':
        case 'mcp_no_content':
          return
        default:
          event satisfies never
      }
    },
    close: () => cutOff(),
  }
}

interface Failure {
  /** OpenTelemetry requires a low cardinality of `error.type`. */
  readonly type: string
  readonly message: string
}

/** MCP conventions, for an error reported by the tool. */
const TOOL_ERROR: Failure = { type: 'tool_error', message: 'The tool reported an error.' }
const EVALUATION = 'gen_ai.evaluation.result'

function fail(span: Span, type: string, message: string): void {
  span.setAttribute('error.type', type)
  span.setStatus({ code: SpanStatusCode.ERROR, message })
}

const toolKey = ({ iteration, call_id }: ToolEvent) => `tool ${iteration} ${call_id}`

/** `mcp-tool-{server}.{tool}` (requirement 7.4): tool names include their server. */
const toolSpanName = ({ tool_name }: ToolEvent) => `mcp-tool-${tool_name}`
