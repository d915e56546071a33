import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ToolCallRequest } from '@shared/episode/log/chat'
import type { EventBody } from '@shared/episode/log/event'
import type { ToolOutcome } from '../mcp/tools/tool-session'
import { runToolCalls, toolCallResult } from './run-tool-calls'
import { resultOf, scriptedSession, type ScriptedSession, thinkTool } from './scripted-session.testkit'

const call = (id: string, text = '{}', name = 'thoughtbox.think'): ToolCallRequest => ({
  id,
  type: 'function',
  function: { name, arguments: text },
})
const failed: ToolOutcome = { kind: 'error', serverName: 'thoughtbox', error: 'it broke' }
const timedOut: ToolOutcome = { kind: 'timeout', serverName: 'thoughtbox', timeoutSeconds: 30 }
const died: ToolOutcome = { kind: 'died', serverName: 'thoughtbox', error: 'exit 1' }

async function run(calls: readonly ToolCallRequest[], session: ScriptedSession | null, isCut = false) {
  const events: EventBody[] = []
  let clock = 0
  const batch = await runToolCalls({
    turn: 3,
    iteration: 2,
    calls,
    session,
    isCut,
    record: (event) => void events.push(event),
    signal: new AbortController().signal,
    now: () => (clock += 5),
  })
  return {
    ...batch,
    events,
    types: events.map((event) => event.event_type),
    said: batch.answers.map(({ content }) => JSON.parse(content ?? '')),
  }
}

describe('a batch of tool calls', () => {
  it('P28, P29: is logged with name, arguments and iteration, result type, length and duration (R7.1, R7.2)', async () => {
    const { events } = await run(
      [call('a', '{"thought":"x"}')],
      scriptedSession(() => resultOf({ n: 1 })),
    )
    const ref = { turn: 3, iteration: 2, call_id: 'a', tool_name: 'thoughtbox.think', server_name: 'thoughtbox' }
    expect(events).toEqual([
      { event_type: 'mcp_tool_call', ...ref, arguments: { thought: 'x' } },
      {
        event_type: 'mcp_tool_result',
        ...ref,
        result_type: 'object',
        result_length: 7,
        is_error: false,
        duration_ms: 5,
        content: { n: 1 },
      },
    ])
  })

  it('is logged with its server, even if another server’s name is a prefix', async () => {
    const tool = { ...thinkTool, function: { ...thinkTool.function, name: 'a.b.think' } }
    const servers = ['a', 'a.b'].map((name) => ({ name, state: 'ready' as const, tool_count: 1, error: null }))
    const { events } = await run([call('x', '{}', 'a.b.think')], { ...scriptedSession(undefined, [tool]), servers })
    expect(events).toMatchObject([{ server_name: 'a.b' }, { server_name: 'a.b' }])
  })

  it('P16, P18: reaches the session with parsed arguments (R5.1, R5.3), empty ones as none', async () => {
    const session = scriptedSession()
    await run([call('a', '{"deep":{"list":[1]}}'), call('b', '')], session)
    expect(session.called.map((made) => made.arguments)).toEqual([{ deep: { list: [1] } }, {}])
  })

  it('does not run the last call of an answer that was cut off before its arguments', async () => {
    const session = scriptedSession()
    const { said } = await run([call('a', '{"thought":"x"}'), call('b', '')], session, true)
    expect(session.called).toHaveLength(1)
    expect(said[1]).toMatchObject({
      error: expect.stringContaining('its arguments are missing: the answer was cut off'),
    })
  })

  it('P21, P23: continues after an error, which the model sees (R6.2, R6.4)', async () => {
    const { types, said } = await run(
      [call('a'), call('b')],
      scriptedSession((_, index) => (index === 0 ? failed : resultOf('fine'))),
    )
    expect(types).toEqual(['mcp_tool_call', 'mcp_tool_error', 'mcp_tool_call', 'mcp_tool_result'])
    expect(said).toEqual([{ error: 'Tool call failed: it broke', content: null }, { content: 'fine' }])
  })

  it('P24, P25: ends at a timeout; the calls after it are skipped and answered (R6.5, R6.6)', async () => {
    const session = scriptedSession(() => timedOut)
    const { types, said, serverDied } = await run([call('a'), call('b'), call('c')], session)
    expect(session.called).toHaveLength(1)
    expect(types).toEqual(['mcp_tool_call', 'mcp_tool_timeout', 'mcp_tool_skipped', 'mcp_tool_skipped'])
    expect(said.map(({ error }) => error)).toEqual([
      'Tool call timed out after 30s',
      expect.stringContaining('skipped'),
      expect.stringContaining('skipped'),
    ])
    expect(serverDied).toBe(false)
  })

  it('ends when the server dies, which is logged', async () => {
    const { events, types, serverDied } = await run(
      [call('a'), call('b')],
      scriptedSession(() => died),
    )
    expect(events[1]).toMatchObject({ error: 'exit 1', server_is_gone: true })
    expect(types).toEqual(['mcp_tool_call', 'mcp_tool_error', 'mcp_tool_skipped'])
    expect(serverDied).toBe(true)
  })

  it.each([
    ['{"thought":', /not valid JSON/],
    ['[1]', /not a JSON object/],
    ['null', /not a JSON object/],
  ])('answers arguments that cannot be used with an error: %s', async (text, fault) => {
    const session = scriptedSession()
    const { said, types } = await run([call('a', text), call('b')], session)
    expect(said[0].error).toMatch(fault)
    expect(types).toEqual(['mcp_tool_error', 'mcp_tool_call', 'mcp_tool_result'])
    expect(session.called).toHaveLength(1)
  })

  it('answers an unknown tool with the list of tools', async () => {
    expect((await run([call('a', '{}', 'made_up')], scriptedSession())).said[0].error).toMatch(
      /no tool made_up.*thoughtbox\.think/,
    )
    expect((await run([call('a')], null)).said[0].error).toMatch(/no tools are offered/)
  })

  it("reports a tool's own error with its text", async () => {
    const { events, said } = await run(
      [call('a')],
      scriptedSession(() => resultOf('no such file', true)),
    )
    expect(events[1]).toMatchObject({ event_type: 'mcp_tool_result', is_error: true })
    expect(said).toEqual([{ error: 'The tool reported an error.', content: 'no such file' }])
  })

  it('P17, P22: of any size and any outcomes runs in order, one at a time (R5.2), and answers every call once (R6.3)', async () => {
    const outcome = fc.constantFrom(resultOf(1), resultOf('bad', true), failed, timedOut, died)
    const made = fc.record({ outcome, text: fc.constantFrom('{"n":1}', '', '{', '7') })
    await fc.assert(
      fc.asyncProperty(fc.array(made, { maxLength: 100 }), async (plan) => {
        const usable = plan.filter(({ text }) => text === '{"n":1}' || text === '')
        const calls = plan.map(({ text }, index) => call(`call ${index}`, text))
        const session = scriptedSession((_, index) => usable[index]?.outcome ?? failed)
        const { answers, said, types, toolsCalled } = await run(calls, session)
        expect(answers.map((answer) => answer.tool_call_id)).toEqual(calls.map(({ id }) => id))
        for (const result of said) expect(result).toHaveProperty('content')
        const ended = plan.findIndex(
          ({ text, outcome: { kind } }) =>
            (text === '{"n":1}' || text === '') && (kind === 'timeout' || kind === 'died'),
        )
        expect(types.filter((type) => type === 'mcp_tool_skipped')).toHaveLength(
          ended < 0 ? 0 : plan.length - ended - 1,
        )
        expect(toolsCalled).toHaveLength(session.called.length)
      }),
      { numRuns: 100 },
    )
  })
})

describe('the result of a tool call', () => {
  it('P41–P44: is {content} or {error, content} for whatever a tool returns, and JSON in the history (R11.1–R11.5)', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.boolean(), (content, isError) => {
        const result = toolCallResult(resultOf(content, isError))
        expect(JSON.parse(JSON.stringify(result))).toEqual(
          isError
            ? { error: 'The tool reported an error.', content: JSON.parse(JSON.stringify(content)) }
            : { content: JSON.parse(JSON.stringify(content)) },
        )
      }),
      { numRuns: 200 },
    )
    expect(toolCallResult(resultOf(undefined))).toEqual({ content: null })
  })
})
