import { settings } from '@shared/config/settings'
import type { ChatMessage } from '@shared/episode/chat'
import { emptyEpisode, reduceEpisode } from '@shared/episode/episode'
import type { DraftEvent, EventBody, EventOf, EventType } from '@shared/episode/event'
import { messagesSent } from '@shared/episode/messages'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { LlmError } from '../llm/chat-client'
import { createChatClient } from '../llm/openai-client'
import { profileFor } from '../llm/profiles'
import { acts, calls, chunksOf, says, type ScriptedEndpoint, type ScriptedReply, startScriptedEndpoint } from '../llm/scripted-endpoint.testkit'
import { McpError, McpServerStartupError, type ToolOutcome } from '../mcp/tool-session'
import { chooseAction, type ChooseActionInput } from './choose-action'
import { resultOf, scriptedSession, type ScriptedSession } from './scripted-session.testkit'

const endpoints: ScriptedEndpoint[] = []
afterEach(() => Promise.all(endpoints.splice(0).map((endpoint) => endpoint.close())))

const opening: readonly ChatMessage[] = [
  { role: 'system', content: 'Play.', cache_control: { type: 'ephemeral' } },
  { role: 'user', content: 'A field.', cache_control: { type: 'ephemeral' } },
]

/** Plays one turn against a scripted endpoint and keeps all that it recorded. */
async function playTurn(replies: readonly ScriptedReply[] | ((request: Record<string, unknown>, index: number) => ScriptedReply), session: ScriptedSession | null, changes: Partial<ChooseActionInput> = {}) {
  const endpoint = await startScriptedEndpoint(replies)
  endpoints.push(endpoint)
  const retry = settings.parse({ retry: { initial_delay: 0 } }).retry
  const events: EventBody[] = []
  const drafts: DraftEvent[] = []
  const chosen = await chooseAction({
    turn: 1,
    messages: opening,
    openSession: session && (async () => session),
    llm: createChatClient({ baseUrl: endpoint.baseUrl, readApiKey: () => null, profile: profileFor('generic', endpoint.baseUrl), retry }),
    model: 'scripted-1',
    forceToolSupport: false,
    sampling: { temperature: null, top_p: null, top_k: null, min_p: null, max_tokens: null, seed: null },
    maxToolIterations: 20,
    knownToolSets: new Set(),
    previousMessages: [],
    record: (event) => void events.push(event),
    draft: (event) => void drafts.push(event),
    beforeIteration: async () => {},
    signal: new AbortController().signal,
    now: () => performance.now(),
    ...changes,
  })
  const only = <Type extends EventType>(type: Type) => events.filter((event): event is EventOf<Type> => event.event_type === type)
  return { chosen, events, drafts, endpoint, only, types: events.map((event) => event.event_type) }
}

const think = (thought: string) => ({ name: 'thoughtbox__think', arguments: JSON.stringify({ thought }) })
const empty: ScriptedReply = { kind: 'stream', chunks: chunksOf({ finish: 'length' }) }
const messagesOf = (request: Record<string, unknown> | undefined) => request?.messages as (ChatMessage & { content: string })[]

describe('the tool-calling loop', () => {
  it('calls tools until the model answers, and records each step', async () => {
    const session = scriptedSession()
    const { chosen, types, only } = await playTurn([calls(think('a'), think('b')), acts('open mailbox')], session)
    expect(chosen).toMatchObject({ action: 'open mailbox', reasoning: 'because', newObjective: null, source: 'model' })
    expect(session.called.map((call) => call.arguments)).toEqual([{ thought: 'a' }, { thought: 'b' }])
    expect(types).toEqual([
      'mcp_session_started', 'tools_offered',
      'mcp_iteration_start', 'llm_request', 'llm_response', 'mcp_tool_call', 'mcp_tool_result', 'mcp_tool_call', 'mcp_tool_result',
      'mcp_iteration_start', 'llm_request', 'llm_response', 'mcp_session_complete',
    ])
    expect(only('mcp_iteration_start')).toEqual([1, 2].map((iteration) => ({ event_type: 'mcp_iteration_start', turn: 1, iteration, max_iterations: 20 })))
    expect(only('mcp_session_complete')).toEqual([{ event_type: 'mcp_session_complete', turn: 1, iterations: 2, tool_calls_count: 2, tools_used: ['thoughtbox.think'], final_action: 'open mailbox' }])
  })

  it('P1, P20: offers the tools, leaves the choice to the model (R1.1, R1.2), and ends at content (R5.6)', async () => {
    const session = scriptedSession()
    const { endpoint, chosen } = await playTurn([acts('north')], session)
    expect(endpoint.requests).toMatchObject([{ tool_choice: 'auto', tools: [{ function: { name: 'thoughtbox__think' } }] }])
    expect(session.called).toEqual([])
    expect(chosen.action).toBe('north')
  })

  it('P3, P19: shows the model what its tools answered (R1.3, R5.4, R5.5), as JSON (R11.5)', async () => {
    const { endpoint } = await playTurn([calls({ id: 'c1', ...think('a') }), acts('north')], scriptedSession(() => resultOf({ n: 1 })))
    expect(messagesOf(endpoint.requests[1]).slice(2)).toEqual([
      { role: 'assistant', content: null, tool_calls: [{ id: 'c1', type: 'function', function: { name: 'thoughtbox__think', arguments: '{"thought":"a"}' } }] },
      { role: 'tool', tool_call_id: 'c1', content: '{"content":{"n":1}}' },
    ])
  })

  it('lets tool calls win over content that came with them (R4.3), and keeps the text in the log', async () => {
    const { endpoint, only } = await playTurn([{ kind: 'stream', chunks: chunksOf({ content: 'Let me see.', calls: [think('a')] }) }, acts('north')], scriptedSession())
    expect(messagesOf(endpoint.requests[1])[2]).toMatchObject({ role: 'assistant', content: null })
    expect(only('llm_response')[0]).toMatchObject({ content: 'Let me see.', tool_calls: [{ function: { name: 'thoughtbox.think' } }] })
  })

  it('R5.7–R5.9: asks for the final action at the maximum of iterations, without tools and with the schema', async () => {
    const { endpoint, only, chosen } = await playTurn((_, index) => (index < 3 ? calls(think('more')) : acts('wait')), scriptedSession(), { maxToolIterations: 3 })
    expect(endpoint.requests).toHaveLength(4)
    const forced = endpoint.requests[3] ?? {}
    expect(messagesOf(forced).at(-1)).toEqual({ role: 'user', content: 'Please provide your final action now without calling any more tools.' })
    expect(forced).not.toHaveProperty('tools')
    expect(forced).not.toHaveProperty('tool_choice')
    expect(forced).toMatchObject({ response_format: { type: 'json_schema', json_schema: { name: 'AgentResponse', strict: true } } })
    expect(only('mcp_no_content')).toEqual([{ event_type: 'mcp_no_content', turn: 1, iterations: 3 }])
    expect(only('llm_request').map(({ forced: isForced, tool_set }) => [isForced, tool_set])).toEqual([[false, 'set-1'], [false, 'set-1'], [false, 'set-1'], [true, null]])
    expect(chosen.action).toBe('wait')
  })

  it('survives thirty iterations of tool calls by the default maximum of twenty', async () => {
    const { endpoint, chosen } = await playTurn((request) => (request.tools ? calls(think('more')) : acts('wait')), scriptedSession())
    expect(endpoint.requests).toHaveLength(21)
    expect(chosen.action).toBe('wait')
  })

  it('survives a hundred tool calls in one reply', async () => {
    const session = scriptedSession()
    const { chosen } = await playTurn([calls(...Array.from({ length: 100 }, (_, index) => think(String(index)))), acts('wait')], session)
    expect(session.called.map((call) => call.arguments.thought)).toEqual(Array.from({ length: 100 }, (_, index) => String(index)))
    expect(chosen.action).toBe('wait')
  })

  it('R5.10: forces an answer after a reply with neither content nor tool calls', async () => {
    const { only, chosen } = await playTurn([empty, acts('north')], scriptedSession())
    expect(only('mcp_unexpected_state')).toEqual([{ event_type: 'mcp_unexpected_state', turn: 1, iteration: 1, finish_reason: 'length' }])
    expect(only('mcp_no_content')).toHaveLength(1)
    expect(chosen.action).toBe('north')
  })

  it('R15.3: plays the safe default when nothing can be read, and says so', async () => {
    const silent = await playTurn([empty, empty], scriptedSession())
    expect(silent.chosen).toMatchObject({ action: 'look', source: 'default' })
    expect(silent.only('agent_parse_error')).toMatchObject([{ raw_response: '' }])
    const chatty = await playTurn([says('I would go north.')], scriptedSession())
    expect(chatty.chosen).toMatchObject({ action: 'look', source: 'default', reasoning: expect.stringContaining('I would go north.') })
    expect(chatty.only('agent_parse_error')).toMatchObject([{ raw_response: 'I would go north.' }])
    expect(chatty.only('mcp_session_complete')).toMatchObject([{ final_action: 'look' }])
  })

  it('R6.6: goes on after a timeout and lets the model decide', async () => {
    const session = scriptedSession(() => ({ kind: 'timeout', serverName: 'thoughtbox', timeoutSeconds: 30 }))
    const { chosen, endpoint } = await playTurn([calls(think('a'), think('b')), acts('north')], session)
    expect(endpoint.requests[1]).toHaveProperty('tools')
    expect(chosen.action).toBe('north')
  })

  it('forces the final action when a server dies in the turn', async () => {
    const session = scriptedSession(() => ({ kind: 'died', serverName: 'thoughtbox', error: 'exit 1' }))
    const { endpoint, only } = await playTurn([calls(think('a')), acts('north')], session)
    expect(endpoint.requests).toHaveLength(2)
    expect(endpoint.requests[1]).not.toHaveProperty('tools')
    expect(only('llm_request')[1]).toMatchObject({ forced: true })
  })

  it('gives reasoning back with the tool calls it led to', async () => {
    const { endpoint } = await playTurn([{ kind: 'stream', chunks: [{ choices: [{ delta: { reasoning_content: 'hm' } }] }, ...chunksOf({ calls: [think('a')] })] }, acts('north')], scriptedSession())
    expect(messagesOf(endpoint.requests[1])[2]).toMatchObject({ reasoning_content: 'hm' })
  })
})

describe('a turn without tools', () => {
  it.each([
    ['with MCP off', null],
    ['with every server off', async () => null],
  ])('P48: %s is one request with the schema (R1.5, R15.5)', async (_when, openSession) => {
    const { chosen, types, endpoint } = await playTurn([acts('north')], null, { openSession })
    expect(chosen).toMatchObject({ action: 'north', source: 'model' })
    expect(types).toEqual(['mcp_iteration_start', 'llm_request', 'llm_response'])
    expect(endpoint.requests[0]).toHaveProperty('response_format')
    expect(endpoint.requests[0]).not.toHaveProperty('tools')
  })

  it('answers tool calls that the model makes up', async () => {
    const { chosen, only } = await playTurn([calls({ name: 'search', arguments: '{}' }), acts('north')], null)
    expect(only('mcp_tool_error')).toMatchObject([{ tool_name: 'search', server_name: '' }])
    expect(chosen.action).toBe('north')
  })
})

describe('the session of a turn', () => {
  it('P6, P39: is opened and closed once inside the one call that chooses the action (R9.5, R10.1, R10.3)', async () => {
    const session = scriptedSession()
    let opened = 0
    const { events } = await playTurn([acts('north')], session, { openSession: async () => (opened++, session) })
    expect([opened, session.timesClosed()]).toEqual([1, 1])
    expect(events[0]).toEqual({ event_type: 'mcp_session_started', turn: 1, servers: session.servers, tool_set: 'set-1', mcp_wait_ms: 1 })
  })

  it('tells a tool set that the log knows only by its name', async () => {
    const { types } = await playTurn([acts('north')], scriptedSession(), { knownToolSets: new Set(['set-1']) })
    expect(types).not.toContain('tools_offered')
  })

  it('R12.5, R4.5: is refused for a model without tool support, before the first request', async () => {
    const session = scriptedSession()
    const turn = playTurn([acts('north')], session, { model: 'deepseek-r1' })
    await expect(turn).rejects.toThrow(McpError)
    await expect(turn).rejects.toThrow(/Model 'deepseek-r1' does not support tool calling\.\nPlease either:/)
    expect(endpoints.at(-1)?.requests).toEqual([])
    expect(session.timesClosed()).toBe(1)
    const forced = await playTurn([acts('north')], scriptedSession(), { model: 'deepseek-r1', forceToolSupport: true })
    expect(forced.chosen.action).toBe('north')
  })

  it('does not matter to a model without tool support when it has no tools', async () => {
    expect((await playTurn([acts('north')], scriptedSession(undefined, []), { model: 'deepseek-r1' })).chosen.action).toBe('north')
  })

  it('R6.1: that cannot be opened fails the turn with its own error', async () => {
    const failure = new McpServerStartupError('no such command')
    await expect(playTurn([], null, { openSession: () => Promise.reject(failure) })).rejects.toBe(failure)
  })

  it('is closed when the model cannot be reached', async () => {
    const session = scriptedSession()
    await expect(playTurn([{ kind: 'error', status: 401 }], session)).rejects.toBeInstanceOf(LlmError)
    expect(session.timesClosed()).toBe(1)
  })

  it('is closed when the turn is stopped in the middle of a reply', async () => {
    const session = scriptedSession()
    const controller = new AbortController()
    const reason = new Error('stopped by you')
    const stalled: ScriptedReply = { kind: 'stall', chunks: chunksOf({ content: 'north' }).slice(0, 2) }
    await expect(playTurn([stalled], session, { signal: controller.signal, draft: () => controller.abort(reason) })).rejects.toBe(reason)
    expect(session.timesClosed()).toBe(1)
  })

  it('is closed when the turn is stopped while it waits', async () => {
    const session = scriptedSession()
    await expect(playTurn([], session, { beforeIteration: () => Promise.reject(new Error('stopped')) })).rejects.toThrow('stopped')
    expect(session.timesClosed()).toBe(1)
  })
})

describe('the record of a turn', () => {
  it('waits at every iteration, so that it can be stepped', async () => {
    let waits = 0
    const { only } = await playTurn([calls(think('a')), empty, acts('north')], scriptedSession(), { beforeIteration: async () => void waits++ })
    expect(waits).toBe(only('mcp_iteration_start').length)
  })

  it('drafts a reply piece by piece, and starts anew after an attempt that failed', async () => {
    const cut: ScriptedReply = { kind: 'cut', chunks: chunksOf({ content: 'no' }).slice(0, 2) }
    const { drafts, only } = await playTurn([cut, acts('north')], null)
    expect(only('llm_error')).toMatchObject([{ turn: 1, iteration: 1, attempt: 1, code: expect.any(String), retry_in_ms: 0 }])
    const [first, ...again] = drafts
    expect(first).toMatchObject({ offset: 0, text: 'n' })
    expect(again.map(({ text }) => text).join('')).toBe(JSON.stringify({ thinking: 'because', action: 'north', new_objective: null }))
    for (const [index, { offset }] of again.entries()) expect(offset).toBe(again.slice(0, index).reduce((length, { text }) => length + text.length, 0))
  })

  it('sends only what is new beyond the list before, across turns too', async () => {
    const first = await playTurn([calls(think('a')), acts('north')], scriptedSession())
    expect(first.only('llm_request').map(({ messages_kept, messages_added }) => [messages_kept, messages_added.length])).toEqual([[0, 2], [2, 2]])
    const messages = [...opening, { role: 'assistant', content: 'x' } as const, { role: 'user', content: 'A wood.' } as const]
    const second = await playTurn([acts('south')], null, { turn: 2, messages, previousMessages: first.chosen.messagesSent })
    expect(second.only('llm_request')).toMatchObject([{ messages_kept: 2, messages_added: messages.slice(2) }])
  })
})

/** What a scripted model does in one iteration. */
const modelMove = fc.oneof(
  { weight: 4, arbitrary: fc.array(fc.record({ name: fc.constantFrom('thoughtbox__think', 'made_up'), arguments: fc.constantFrom('{"thought":"x"}', '', '{', '[]') }), { minLength: 1, maxLength: 5 }).map((list) => ({ chunks: chunksOf({ content: 'hm', calls: list }) })) },
  { weight: 1, arbitrary: fc.constantFrom(chunksOf({}), chunksOf({ reasoning: 'only thoughts' }), chunksOf({ content: 'no JSON' }), chunksOf({ content: '{"thinking": "x", "action": ""}' })).map((chunks) => ({ chunks })) },
  { weight: 1, arbitrary: fc.string().map((action) => ({ chunks: chunksOf({ content: JSON.stringify({ thinking: 'x', action }) }) })) },
)
const toolMove = fc.constantFrom<ToolOutcome>(resultOf({ n: 1 }), resultOf('bad', true), { kind: 'error', serverName: 'thoughtbox', error: 'broke' }, { kind: 'timeout', serverName: 'thoughtbox', timeoutSeconds: 1 }, { kind: 'died', serverName: 'thoughtbox', error: 'gone' })

it('P2, P3, P14, P30: whatever the model and its tools do, a turn ends in one command, its requests are well-formed, and its log says what was sent', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(modelMove, { maxLength: 8 }), fc.array(toolMove, { minLength: 1, maxLength: 8 }), fc.integer({ min: 1, max: 6 }), fc.boolean(), async (moves, outcomes, maxToolIterations, withTools) => {
      const session = withTools ? scriptedSession((_, index) => outcomes[index % outcomes.length] ?? resultOf(null)) : null
      const script = (_request: unknown, index: number): ScriptedReply => ({ kind: 'stream', chunks: moves[index]?.chunks ?? chunksOf({ content: '{"thinking": "", "action": "wait"}' }) })
      const { chosen, events, endpoint, only } = await playTurn(script, session, { maxToolIterations })
      await endpoints.pop()?.close()

      expect(chosen.action).toMatch(/^\P{Cc}+$/u)
      expect(endpoint.requests.length).toBeLessThanOrEqual(maxToolIterations + 1)
      expect(only('mcp_session_complete')).toHaveLength(withTools ? 1 : 0)
      for (const request of endpoint.requests) {
        expect('tools' in request).not.toBe('response_format' in request)
        const unanswered: string[] = []
        for (const message of messagesOf(request)) {
          if (message.role === 'tool') {
            expect(message.tool_call_id).toBe(unanswered.shift())
            expect(JSON.parse(message.content)).toHaveProperty('content')
          } else expect(unanswered).toEqual([])
          unanswered.push(...(message.tool_calls ?? []).map(({ id }) => id))
        }
        expect(unanswered).toEqual([])
      }
      const started: EventBody = { event_type: 'turn_started', turn: 1 }
      const state = [started, ...events].reduce((before, event, seq) => reduceEpisode(before, { ...event, seq, at: '2030-01-01T00:00:00Z', episode_id: 'e' }), emptyEpisode)
      expect(state.openTurn?.iterations).toHaveLength(endpoint.requests.length)
      for (const [index, request] of endpoint.requests.entries()) expect(messagesSent(state, 1, index + 1)?.map(({ role }) => role)).toEqual(messagesOf(request).map(({ role }) => role))
      expect(messagesSent(state, 1, endpoint.requests.length)).toEqual(chosen.messagesSent)
    }),
    { numRuns: 150 },
  )
})
