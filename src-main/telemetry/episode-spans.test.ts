import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type EpisodeEvent, type EventBody, isDraft, type LoggedEvent } from '@shared/episode/log/event'
import { arbitraryEpisode } from '@shared/episode/state/arbitrary-episode.testkit'
import { emptyEpisode } from '@shared/episode/state/episode'
import { foldEvents, sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { readTraceOptions, type TraceOptions } from './destinations'
import { traceEpisode } from './episode-spans'
import { GivenIds } from './exporting'
import { traceparentOf } from './ids'
import { observed, tracedTurn } from './traced-turn.testkit'

/** The spans of these events, in the order in which they end. */
function spansOf(
  events: Iterable<readonly [LoggedEvent, typeof emptyEpisode]>,
  options: TraceOptions = readTraceOptions({}),
): readonly ReadableSpan[] {
  const exporter = new InMemorySpanExporter()
  const ids = new GivenIds()
  const provider = new TracerProvider({ idGenerator: ids, spanProcessors: [new SimpleSpanProcessor({ exporter })] })
  const spans = traceEpisode(provider.getTracer('test'), ids, { toolTimeoutSeconds: 30, options })
  for (const [event, state] of events) spans.observe(event, state)
  spans.close()
  return exporter.getFinishedSpans()
}
const named = (spans: readonly ReadableSpan[], name: RegExp) => spans.filter((span) => name.test(span.name))
const parentOf = (span: ReadableSpan, spans: readonly ReadableSpan[]) =>
  spans.find((other) => other.spanContext().spanId === span.parentSpanContext?.spanId)

/** A log with a tool-calling session around the iterations of each turn. */
const withSessions = ({
  whole,
  cutTurn,
}: {
  readonly whole: readonly EpisodeEvent[]
  readonly cutTurn: readonly EpisodeEvent[]
}): readonly EventBody[] =>
  [...whole, ...cutTurn].flatMap((event): readonly EventBody[] => {
    if (isDraft(event)) return []
    const { seq: _seq, at: _at, episode_id: _id, ...body } = event
    if (body.event_type === 'turn_started')
      return [
        body as EventBody,
        { event_type: 'mcp_session_started', turn: body.turn, servers: [], tool_set: null, mcp_wait_ms: 0 },
      ]
    if (body.event_type === 'action_chosen')
      return [
        {
          event_type: 'mcp_session_complete',
          turn: body.turn,
          iterations: 0,
          tool_calls_count: 0,
          tools_used: [],
          final_action: body.action,
        },
        body as EventBody,
      ]
    return [body as EventBody]
  })
const count = (events: readonly EventBody[], type: EventBody['event_type']) =>
  events.filter(({ event_type }) => event_type === type).length

describe('the spans of an episode', () => {
  it('form one trace per turn: the session, and in it model and tool calls', () => {
    const spans = spansOf(observed(tracedTurn))
    const tree = spans.map((span) => [span.name, parentOf(span, spans)?.name ?? null])
    expect(tree).toEqual([
      ['chat m', 'agent-tool-calling-session'],
      ['mcp-tool-thoughtbox.think', 'agent-tool-calling-session'],
      ['chat m', 'agent-tool-calling-session'],
      ['agent-tool-calling-session', 'episode-turn'],
      ['episode-turn', null],
    ])
    expect(new Set(spans.map((span) => span.spanContext().traceId)).size).toBe(1)
    for (const span of spans)
      expect(span.attributes).toMatchObject({ 'session.id': 'e', 'gen_ai.conversation.id': 'e' })
  })

  it('R7.4: a tool call has the attributes of the specification and those of GenAI', () => {
    expect(named(spansOf(observed(tracedTurn)), /^mcp-tool/)[0]?.attributes).toMatchObject({
      tool_name: 'thoughtbox.think',
      server_name: 'thoughtbox',
      timeout_seconds: 30,
      input: '{"thought":"x"}',
      output: '{"content":{"n":1}}',
      is_error: false,
      duration_ms: 12,
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'thoughtbox.think',
      'gen_ai.tool.call.id': 'call_0',
      'gen_ai.tool.call.arguments': '{"thought":"x"}',
      'gen_ai.tool.call.result': '{"n":1}',
      'mcp.method.name': 'tools/call',
    })
  })

  it('R7.5: a session has the attributes of the specification', () => {
    expect(named(spansOf(observed(tracedTurn)), /^agent/)[0]?.attributes).toMatchObject({
      mcp_enabled: true,
      max_iterations: 20,
      iterations_used: 1,
      tools_called: 1,
      tools_used: ['thoughtbox.think'],
      final_action: 'north',
    })
  })

  it('a model call has the names of the GenAI conventions, and no password', () => {
    const [first] = named(spansOf(observed(tracedTurn)), /^chat/)
    expect(first?.attributes).toMatchObject({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openrouter',
      'gen_ai.request.model': 'm',
      'gen_ai.request.temperature': 0.6,
      'gen_ai.request.max_tokens': 2000,
      'gen_ai.request.seed': 7,
      'server.address': 'models.example.org',
      'server.port': 443,
      'gen_ai.response.model': 'm-2026',
      'gen_ai.response.finish_reasons': ['tool_calls'],
      'gen_ai.response.time_to_first_chunk': 0.2,
      'gen_ai.usage.input_tokens': 100,
      'gen_ai.usage.output_tokens': 20,
      'gen_ai.usage.cache_read.input_tokens': 80,
      'gen_ai.usage.cost': 0.25,
    })
    expect(first?.attributes).not.toHaveProperty('gen_ai.request.top_p')
    expect(JSON.stringify(first?.attributes)).not.toContain('pass')
  })

  it.each([
    [
      'the tool says so',
      {
        event_type: 'mcp_tool_result',
        result_type: 'string',
        result_length: 1,
        is_error: true,
        duration_ms: 1,
        content: 'x',
      },
    ],
    ['it fails', { event_type: 'mcp_tool_error', error: 'broken', duration_ms: 1 }],
    ['it times out', { event_type: 'mcp_tool_timeout', timeout_seconds: 30, duration_ms: 30_000 }],
    ['it is skipped', { event_type: 'mcp_tool_skipped', reason: 'skipped' }],
  ] as const)('a tool call is an error when %s, also one that was never made', (_when, outcome) => {
    const ref = { turn: 1, iteration: 1, call_id: 'c', tool_name: 'a.b', server_name: 'a' }
    const [span] = named(
      spansOf(
        observed([
          { event_type: 'turn_started', turn: 1 },
          { ...outcome, ...ref },
        ]),
      ),
      /^mcp-tool-a\.b$/,
    )
    expect(span).toMatchObject({
      status: { code: 2 },
      attributes: {
        is_error: true,
        output: expect.stringMatching(/^{"error":".+","content":(?:null|"x")}$/) as string,
      },
    })
  })

  it('have ids derived from the log, which servers get with their calls', () => {
    const ids = (spans: readonly ReadableSpan[]) => spans.map((span) => span.spanContext().spanId)
    const spans = spansOf(observed(tracedTurn))
    expect(ids(spansOf(observed(tracedTurn)))).toEqual(ids(spans))
    expect(new Set(ids(spans)).size).toBe(spans.length)
    const [call] = named(spans, /^mcp-tool/)
    const { traceId, spanId } = call?.spanContext() ?? {}
    expect(traceparentOf('e', { turn: 1, iteration: 1, call_id: 'call_0' })).toBe(`00-${traceId}-${spanId}-01`)
    expect(traceId).toMatch(/^[0-9a-f]{32}$/)
    expect(spanId).toMatch(/^[0-9a-f]{16}$/)
  })

  it('have the names and content of the conventions if the environment asks for them', () => {
    const options = readTraceOptions({
      OTEL_SEMCONV_STABILITY_OPT_IN: 'http, gen_ai_latest_experimental',
      OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'true',
    })
    const spans = spansOf(observed(tracedTurn), options)
    expect(spans.map(({ name }) => name)).toEqual([
      'chat m',
      'execute_tool thoughtbox.think',
      'chat m',
      'invoke_agent zorkgpt',
      'episode-turn',
    ])
    expect(spans[0]?.attributes).toMatchObject({
      'gen_ai.input.messages': '[{"role":"user","parts":[{"type":"text","content":"A field."}]}]',
      'gen_ai.output.messages': expect.stringContaining('"type":"tool_call","id":"call_0"') as string,
    })
    expect(spansOf(observed(tracedTurn))[0]?.attributes).not.toHaveProperty('gen_ai.input.messages')
  })

  it('end with the result of the episode', () => {
    const log = sampleEpisode({ turns: 3 }).map(({ seq: _seq, at: _at, episode_id: _id, ...body }) => body as EventBody)
    const [span] = named(spansOf(observed(log)), /^episode-evaluation$/)
    const score = foldEvents(sampleEpisode({ turns: 3 })).turns.at(-1)?.observation?.score
    expect(span?.events.map(({ name, attributes }) => [name, attributes])).toEqual([
      ['gen_ai.evaluation.result', { 'gen_ai.evaluation.name': 'score', 'gen_ai.evaluation.score.value': score }],
      ['gen_ai.evaluation.result', expect.objectContaining({ 'gen_ai.evaluation.name': 'score_share' })],
      ['gen_ai.evaluation.result', expect.objectContaining({ 'gen_ai.evaluation.name': 'locations' })],
      [
        'gen_ai.evaluation.result',
        expect.objectContaining({ 'gen_ai.evaluation.score.value': 0, 'gen_ai.evaluation.score.label': 'turn_limit' }),
      ],
    ])
  })

  it('P31: every tool call of any log is a separate span (R7.4), inside the session of its turn', () => {
    fc.assert(
      fc.property(arbitraryEpisode, (episode) => {
        const events = withSessions(episode)
        const spans = spansOf(observed(events))
        const calls = named(spans, /^mcp-tool-thoughtbox\.think$/)
        expect(calls).toHaveLength(count(events, 'mcp_tool_call'))
        expect(new Set(calls.map((span) => span.attributes['gen_ai.tool.call.id'])).size).toBe(calls.length)
        for (const call of calls) expect(parentOf(call, spans)?.name).toBe('agent-tool-calling-session')
      }),
      { numRuns: 100 },
    )
  })

  it('P32: every tool-calling session of any log is a span (R7.5), inside its turn', () => {
    fc.assert(
      fc.property(arbitraryEpisode, (episode) => {
        const events = withSessions(episode)
        const spans = spansOf(observed(events))
        expect(named(spans, /^agent-tool-calling-session$/)).toHaveLength(count(events, 'mcp_session_started'))
        expect(named(spans, /^episode-turn$/)).toHaveLength(count(events, 'turn_started'))
        expect(named(spans, /^chat m$/)).toHaveLength(count(events, 'llm_request'))
      }),
      { numRuns: 100 },
    )
  })

  it('all end, for any order of events', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...observed(tracedTurn), ...observed(tracedTurn)]), (events) => {
        const started = events.filter(([{ event_type }]) =>
          ['turn_started', 'mcp_session_started', 'llm_request', 'mcp_tool_call'].includes(event_type),
        )
        expect(spansOf(events).length).toBeGreaterThanOrEqual(started.length)
      }),
      { numRuns: 200 },
    )
  })

  it('of an interrupted turn end at its last event, with the error of the endpoint', () => {
    const request = tracedTurn.findIndex(({ event_type }) => event_type === 'llm_request')
    const paused: readonly EventBody[] = [
      ...tracedTurn.slice(0, request + 1),
      {
        event_type: 'llm_error',
        turn: 1,
        iteration: 1,
        code: '503',
        message: 'overloaded',
        attempt: 1,
        retry_in_ms: null,
      },
      { event_type: 'control_changed', mode: 'paused', reason: 'Paused' },
      { event_type: 'turn_started', turn: 1 },
    ]
    const spans = spansOf(
      [...observed(paused)].map(([event, state], index) => [
        { ...event, at: new Date(index * 1000).toISOString() },
        state,
      ]),
    )
    expect(spans.slice(0, 3).map(({ name, status }) => [name, status.message])).toEqual([
      ['chat m', 'overloaded'],
      ['agent-tool-calling-session', 'overloaded'],
      ['episode-turn', 'overloaded'],
    ])
    expect(spans[0]?.endTime).toEqual([request + 1, 0])
    expect(spans[0]?.events[0]).toMatchObject({ name: 'llm_error', attributes: { 'error.type': '503', attempt: 1 } })
  })
})
