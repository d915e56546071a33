import { describe, expect, it } from 'vitest'
import { ExpectedError } from '@shared/base/expected-error'
import { LlmError } from '../llm/chat-client'
import { acts, calls, chunksOf, says, type ScriptedReply } from '../llm/scripted-endpoint.testkit'
import { assemble } from './prompt'
import { resultOf, scriptedSession } from './scripted-session.testkit'
import { messagesOf, opening, playTurn } from './scripted-turn.testkit'

const think = (thought: string) => ({ name: 'thoughtbox__think', arguments: JSON.stringify({ thought }) })
const empty: ScriptedReply = { kind: 'stream', chunks: chunksOf({ finish: 'length' }) }

describe('the tool-calling loop', () => {
  it('calls tools until the model answers, and records each step', async () => {
    const session = scriptedSession()
    const { chosen, types, only } = await playTurn([calls(think('a'), think('b')), acts('open mailbox')], session)
    expect(chosen).toMatchObject({ action: 'open mailbox', reasoning: 'because', newObjective: null, source: 'model' })
    expect(session.called.map((call) => call.arguments)).toEqual([{ thought: 'a' }, { thought: 'b' }])
    expect(types).toEqual([
      'mcp_session_started',
      'tools_offered',
      'mcp_iteration_start',
      'llm_request',
      'llm_sent',
      'llm_response',
      'mcp_tool_call',
      'mcp_tool_result',
      'mcp_tool_call',
      'mcp_tool_result',
      'mcp_iteration_start',
      'llm_request',
      'llm_sent',
      'llm_response',
      'mcp_session_complete',
    ])
    expect(only('mcp_iteration_start')).toEqual(
      [1, 2].map((iteration) => ({ event_type: 'mcp_iteration_start', turn: 1, iteration, max_iterations: 20 })),
    )
    expect(only('mcp_session_complete')).toEqual([
      {
        event_type: 'mcp_session_complete',
        turn: 1,
        iterations: 1,
        tool_calls_count: 2,
        tools_used: ['thoughtbox.think'],
        final_action: 'open mailbox',
      },
    ])
  })

  it('P1, P20: offers the tools, lets the model choose (R1.1, R1.2), and ends at a reply with content (R5.6)', async () => {
    const session = scriptedSession()
    const { endpoint, chosen } = await playTurn([acts('north')], session)
    expect(endpoint.requests).toMatchObject([
      { tool_choice: 'auto', tools: [{ function: { name: 'thoughtbox__think' } }] },
    ])
    expect(session.called).toEqual([])
    expect(chosen.action).toBe('north')
  })

  it('P3, P19: shows the model its tool results (R1.3, R5.4, R5.5), as JSON (R11.5)', async () => {
    const { endpoint } = await playTurn(
      [calls({ id: 'c1', ...think('a') }), acts('north')],
      scriptedSession(() => resultOf({ n: 1 })),
    )
    expect(messagesOf(endpoint.requests[1]).slice(2)).toEqual([
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'c1', type: 'function', function: { name: 'thoughtbox__think', arguments: '{"thought":"a"}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'c1', content: '{"content":{"n":1}}' },
    ])
  })

  it('prefers tool calls over content (R4.3), and logs the text', async () => {
    const { endpoint, only } = await playTurn(
      [{ kind: 'stream', chunks: chunksOf({ content: 'Let me see.', calls: [think('a')] }) }, acts('north')],
      scriptedSession(),
    )
    expect(messagesOf(endpoint.requests[1])[2]).toMatchObject({ role: 'assistant', content: null })
    expect(only('llm_response')[0]).toMatchObject({
      content: 'Let me see.',
      tool_calls: [{ function: { name: 'thoughtbox.think' } }],
    })
  })

  it('R5.7–R5.9: asks for the final action at the maximum of iterations, without tools and with the schema', async () => {
    const { endpoint, only, chosen } = await playTurn(
      (_, index) => (index < 3 ? calls(think('more')) : acts('wait')),
      scriptedSession(),
      { maxToolIterations: 3 },
    )
    expect(endpoint.requests).toHaveLength(4)
    const forced = endpoint.requests[3] ?? {}
    expect(messagesOf(forced).at(-1)).toEqual({
      role: 'user',
      content: 'Please provide your final action now without calling any more tools.',
    })
    expect(forced).not.toHaveProperty('tools')
    expect(forced).not.toHaveProperty('tool_choice')
    expect(forced).toMatchObject({
      response_format: { type: 'json_schema', json_schema: { name: 'AgentResponse', strict: true } },
    })
    expect(only('mcp_no_content')).toEqual([{ event_type: 'mcp_no_content', turn: 1, iterations: 3 }])
    expect(only('llm_request').map(({ forced: isForced, tool_set }) => [isForced, tool_set])).toEqual([
      [false, 'set-1'],
      [false, 'set-1'],
      [false, 'set-1'],
      [true, null],
    ])
    expect(chosen.action).toBe('wait')
  })

  it('stops a model that always calls tools at the default maximum of twenty iterations', async () => {
    const { endpoint, chosen, only } = await playTurn(
      (request) => (request.tools ? calls(think('more')) : acts('wait')),
      scriptedSession(),
    )
    expect(endpoint.requests).toHaveLength(21)
    expect(only('mcp_iteration_start')).toHaveLength(20)
    expect(only('mcp_session_complete')).toMatchObject([{ iterations: 20, tool_calls_count: 20 }])
    expect(chosen.action).toBe('wait')
  })

  it('survives a hundred tool calls in one reply', async () => {
    const session = scriptedSession()
    const { chosen } = await playTurn(
      [calls(...Array.from({ length: 100 }, (_, index) => think(String(index)))), acts('wait')],
      session,
    )
    expect(session.called.map((call) => call.arguments.thought)).toEqual(
      Array.from({ length: 100 }, (_, index) => String(index)),
    )
    expect(chosen.action).toBe('wait')
  })

  it('R5.10: forces an answer after a reply with neither content nor tool calls', async () => {
    const { only, chosen } = await playTurn([empty, acts('north')], scriptedSession())
    expect(only('mcp_unexpected_state')).toEqual([
      { event_type: 'mcp_unexpected_state', turn: 1, iteration: 1, finish_reason: 'length' },
    ])
    expect(only('mcp_no_content')).toHaveLength(1)
    expect(chosen.action).toBe('north')
  })

  it('R15.3: plays the safe default for an unreadable answer, with an error event', async () => {
    const silent = await playTurn([empty, empty], scriptedSession())
    expect(silent.chosen).toMatchObject({ action: 'look', source: 'default' })
    expect(silent.only('agent_parse_error')).toMatchObject([{ raw_response: '', next: 'default' }])
    const chatty = await playTurn([says('North!'), says('I would go north.')], scriptedSession())
    expect(chatty.chosen).toMatchObject({
      action: 'look',
      source: 'default',
      reasoning: expect.stringContaining('I would go north.'),
    })
    expect(chatty.only('agent_parse_error')).toMatchObject([
      { raw_response: 'North!', next: 'repair' },
      { raw_response: 'I would go north.', next: 'default' },
    ])
    expect(chatty.only('mcp_session_complete')).toMatchObject([{ final_action: 'look' }])
  })

  it.each([
    ['with tools', () => scriptedSession()],
    ['without tools', () => null],
  ])(
    '%s asks once more for an unreadable answer, with the schema, the answer and its fault',
    async (_which, session) => {
      const { chosen, endpoint, only } = await playTurn([says('I go north.'), acts('north')], session())
      expect(chosen).toMatchObject({ action: 'north', source: 'model' })
      expect(endpoint.requests).toHaveLength(2)
      expect(endpoint.requests[1]).toMatchObject({ response_format: { type: 'json_schema' } })
      expect(endpoint.requests[1]).not.toHaveProperty('tools')
      expect(messagesOf(endpoint.requests[1]).slice(-2)).toMatchObject([
        { role: 'assistant', content: 'I go north.' },
        { role: 'user', content: expect.stringMatching(/no JSON object.*Answer once more/) },
      ])
      expect(only('agent_parse_error')).toMatchObject([{ next: 'repair' }])
    },
  )

  it('shows the model only the beginning of a long unreadable answer', async () => {
    const { endpoint } = await playTurn([says('on and on '.repeat(500)), acts('north')], null)
    expect(messagesOf(endpoint.requests[1]).at(-2)?.content.length).toBeLessThanOrEqual(1000)
  })

  it('reads an answer in the reasoning if there is no text', async () => {
    const thoughts = 'Let me see. {"thinking": "x", "action": "north", "new_objective": null}'
    const reply: ScriptedReply = { kind: 'stream', chunks: chunksOf({ reasoning: thoughts }) }
    const { chosen, endpoint } = await playTurn([reply], scriptedSession())
    expect(chosen).toMatchObject({ action: 'north', source: 'model' })
    expect(endpoint.requests).toHaveLength(1)
  })

  it('fails with a reason at the third turn in a row that cannot be read', async () => {
    const last = playTurn([says('North!'), says('North!')], null, { defaultsBefore: 2 })
    await expect(last).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'unreadable',
      message: expect.stringContaining('No answer of scripted-1 could be read for three turns in a row'),
    })
    const { chosen } = await playTurn([says('North!'), says('North!')], null, { defaultsBefore: 1 })
    expect(chosen.source).toBe('default')
  })

  it('R6.6: continues after a timeout and lets the model decide', async () => {
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

  it('returns reasoning with the tool calls it led to', async () => {
    const { endpoint } = await playTurn(
      [
        {
          kind: 'stream',
          chunks: [{ choices: [{ delta: { reasoning_content: 'hm' } }] }, ...chunksOf({ calls: [think('a')] })],
        },
        acts('north'),
      ],
      scriptedSession(),
    )
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
    expect(types).toEqual(['mcp_iteration_start', 'llm_request', 'llm_sent', 'llm_response'])
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
    expect(events[0]).toEqual({
      event_type: 'mcp_session_started',
      turn: 1,
      servers: session.servers,
      tool_set: 'set-1',
      mcp_wait_ms: 1,
    })
  })

  it('logs a known tool set by its name only', async () => {
    const { types } = await playTurn([acts('north')], scriptedSession(), { knownToolSets: new Set(['set-1']) })
    expect(types).not.toContain('tools_offered')
  })

  it('R12.5, R4.5: is refused for a model without tool support, before the first request', async () => {
    const session = scriptedSession()
    let requests = 0
    const turn = playTurn(() => (requests++, acts('north')), session, { model: 'deepseek-r1' })
    await expect(turn).rejects.toMatchObject({ kind: 'mcp_failed' })
    await expect(turn).rejects.toThrow(/Model 'deepseek-r1' does not support tool calling\.\nPlease either:/)
    expect(requests).toBe(0)
    expect(session.timesClosed()).toBe(1)
    const forced = await playTurn([acts('north')], scriptedSession(), { model: 'deepseek-r1', forceToolSupport: true })
    expect(forced.chosen.action).toBe('north')
  })

  it('R12.4: depends on the endpoint rather than on the name of the model, and on the setting before both', async () => {
    const play = (model: string, tools: boolean, forceToolSupport: boolean) => {
      const models = [{ id: model, supported_parameters: tools ? ['tools'] : ['temperature'] }]
      return playTurn(
        [acts('north')],
        scriptedSession(),
        { model, forceToolSupport },
        { models, profile: 'openrouter' },
      )
    }
    expect((await play('deepseek-r1', true, false)).chosen.action).toBe('north')
    await expect(play('gpt-4o', false, false)).rejects.toMatchObject({ kind: 'mcp_failed' })
    const forced = await play('gpt-4o', false, true)
    expect(forced.chosen.action).toBe('north')
    expect(forced.endpoint.modelListsRead()).toBe(0)
  })

  it('is accepted for a model without tool support if there are no tools', async () => {
    expect(
      (await playTurn([acts('north')], scriptedSession(undefined, []), { model: 'deepseek-r1' })).chosen.action,
    ).toBe('north')
  })

  it('R6.1: that cannot be opened fails the turn with its own error', async () => {
    const failure = new ExpectedError('mcp_failed', 'no such command')
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
    await expect(
      playTurn([stalled], session, { signal: controller.signal, draft: () => controller.abort(reason) }),
    ).rejects.toBe(reason)
    expect(session.timesClosed()).toBe(1)
  })

  it('is closed when the turn is stopped while it waits', async () => {
    const session = scriptedSession()
    await expect(
      playTurn([], session, { beforeIteration: () => Promise.reject(new Error('stopped')) }),
    ).rejects.toThrow('stopped')
    expect(session.timesClosed()).toBe(1)
  })
})

describe('a model of the app’s own runtime', () => {
  it('gets the schema of the answer beside its tools, also on the forced call', async () => {
    const { endpoint } = await playTurn(
      [calls(think('a')), empty, acts('north')],
      scriptedSession(),
      { forceToolSupport: true },
      { profile: 'builtin' },
    )
    expect(endpoint.requests.map(({ tool_choice }) => tool_choice)).toEqual(['auto', 'auto', 'none'])
    expect(new Set(endpoint.requests.map(({ tools }) => JSON.stringify(tools))).size).toBe(1)
    for (const { response_format } of endpoint.requests) expect(response_format).toMatchObject({ type: 'json_schema' })
  })

  it('gets no schema beside the tools that play the game', async () => {
    const { endpoint } = await playTurn(
      [acts('north')],
      scriptedSession(),
      { forceToolSupport: true, readPlayed: () => null },
      { profile: 'builtin' },
    )
    expect(endpoint.requests[0]).not.toHaveProperty('response_format')
  })
})

describe('the record of a turn', () => {
  it('waits at every iteration, so that it can be stepped', async () => {
    let waits = 0
    const { only } = await playTurn([calls(think('a')), empty, acts('north')], scriptedSession(), {
      beforeIteration: async () => void waits++,
    })
    // The forced final answer is a call of the model, but not an iteration of the loop.
    expect([waits, only('llm_request').length, only('mcp_iteration_start').length]).toEqual([3, 3, 2])
  })

  it('drafts a reply piece by piece, and restarts after a failed attempt', async () => {
    const cut: ScriptedReply = { kind: 'cut', chunks: chunksOf({ content: 'no' }).slice(0, 2) }
    const { drafts, only } = await playTurn([cut, acts('north')], null)
    expect(only('llm_error')).toMatchObject([
      { turn: 1, iteration: 1, attempt: 1, code: expect.any(String), retry_in_ms: 0 },
    ])
    const [first, ...again] = drafts
    expect(first).toMatchObject({ offset: 0, text: 'n' })
    expect(again.map(({ text }) => text).join('')).toBe(
      JSON.stringify({ thinking: 'because', action: 'north', new_objective: null }),
    )
    for (const [index, { offset }] of again.entries())
      expect(offset).toBe(again.slice(0, index).reduce((length, { text }) => length + text.length, 0))
  })

  it('has only the messages that are new since the previous request, across turns too', async () => {
    const first = await playTurn([calls(think('a')), acts('north')], scriptedSession())
    expect(
      first.only('llm_request').map(({ messages_kept, messages_added }) => [messages_kept, messages_added.length]),
    ).toEqual([
      [0, 2],
      [2, 2],
    ])
    const messages = [
      ...opening,
      { role: 'assistant', content: 'x' } as const,
      { role: 'user', content: 'A wood.' } as const,
    ]
    const second = await playTurn([acts('south')], null, {
      turn: 2,
      readPrompt: (rest) => ({ messages: assemble(messages, rest) }),
      previousMessages: first.chosen.messagesSent,
    })
    expect(second.only('llm_request')).toMatchObject([{ messages_kept: 2, messages_added: messages.slice(2) }])
  })
})
