import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import type { ToolCallRequest } from '@shared/episode/log/chat'
import { type EventBody, eventBody } from '@shared/episode/log/event'
import { emptyEpisode } from '@shared/episode/state/episode'
import { messagesSent } from '@shared/episode/state/messages'
import { reduceEpisode } from '@shared/episode/state/reduce-episode'
import { chunksOf, type ScriptedReply } from '../llm/scripted-endpoint.testkit'
import type { ToolOutcome } from '../mcp/tools/tool-session'
import { parseAgentResponse } from './agent-response'
import { resultOf, scriptedSession, thinkTool } from './scripted-session.testkit'
import { messagesOf, playTurn } from './scripted-turn.testkit'

/** Properties of every turn, whatever the model answers and the tools do. */

/** A scripted model's reply in one iteration. */
const modelMove = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .array(
        fc.record({
          name: fc.constantFrom('thoughtbox__think', 'thoughtbox__list', 'made_up'),
          arguments: fc.constantFrom('{"thought":"x"}', '{"deep":{"list":[1,"a"]}}', '', '{', '[]'),
        }),
        { minLength: 1, maxLength: 5 },
      )
      .map((list) => chunksOf({ content: 'hm', calls: list })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      chunksOf({}),
      chunksOf({ reasoning: 'only thoughts' }),
      chunksOf({ content: 'no JSON' }),
      chunksOf({ content: '{"thinking": "x", "action": ""}' }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.string().map((action) => chunksOf({ content: JSON.stringify({ thinking: 'x', action }) })),
  },
)
const toolMove = fc.constantFrom<ToolOutcome>(
  resultOf({ n: 1 }),
  resultOf('bad', true),
  { kind: 'error', serverName: 'thoughtbox', error: 'broke' },
  { kind: 'timeout', serverName: 'thoughtbox', timeoutSeconds: 1 },
  { kind: 'died', serverName: 'thoughtbox', error: 'gone' },
)
const scenario = fc.record({
  moves: fc.array(modelMove, { maxLength: 8 }),
  outcomes: fc.array(toolMove, { minLength: 1, maxLength: 8 }),
  maxToolIterations: fc.integer({ min: 1, max: 6 }),
})
type Scenario = typeof scenario extends fc.Arbitrary<infer Value> ? Value : never

const tools = [thinkTool, { type: 'function', function: { ...thinkTool.function, name: 'thoughtbox.list' } } as const]

async function playOnce({ moves, outcomes, maxToolIterations }: Scenario, withTools: boolean) {
  const session = withTools
    ? scriptedSession((_, index) => outcomes[index % outcomes.length] ?? resultOf(null), tools)
    : null
  const script = (_request: unknown, index: number): ScriptedReply => ({
    kind: 'stream',
    chunks: moves[index] ?? chunksOf({ content: '{"thinking": "", "action": "wait"}' }),
  })
  const turn = await playTurn(script, session, { maxToolIterations })
  const seen = () => [turn.events.length, turn.drafts.length, session?.called.length, session?.timesClosed()]
  const atEnd = seen()
  await new Promise((resolve) => setImmediate(resolve))
  const repairs = turn.only('agent_parse_error').filter(({ next }) => next === 'repair').length
  return {
    ...turn,
    atEnd,
    later: seen(),
    session,
    responses: turn.only('llm_response'),
    requests: turn.endpoint.requests,
    repairs,
  }
}

/** The turns played so far. All properties share them, because none changes them. */
const played = new Map<string, ReturnType<typeof playOnce>>()
function play(plan: Scenario, withTools = true) {
  const key = JSON.stringify([plan, withTools])
  const turn = played.get(key) ?? playOnce(plan, withTools)
  played.set(key, turn)
  return turn
}
afterAll(() => played.clear())

/** One seed for all properties, so that all get the same scenarios. */
const seed = Date.now() | 0
const always = (property: (scenario: Scenario) => Promise<void>, numRuns = 100) =>
  fc.assert(fc.asyncProperty(scenario, property), { numRuns, seed })

const isUsable = ({ function: { name, arguments: text } }: ToolCallRequest) =>
  name.startsWith('thoughtbox.') && (text === '' || text.startsWith('{"'))

describe('any turn', () => {
  it('P2: ends in one command (R1.4), at most one call after the maximum, and returns what is logged (R15.4)', () =>
    always(async (plan) => {
      const { chosen, requests, repairs } = await play(plan)
      expect(chosen.action).toMatch(/^\P{Cc}+$/u)
      expect(requests.length).toBeLessThanOrEqual(plan.maxToolIterations + 1 + repairs)
      const { action, reasoning, newObjective, source } = chosen
      const event = { event_type: 'action_chosen', turn: 1, action, reasoning, new_objective: newObjective, source }
      expect(eventBody.parse(event)).toEqual(event)
    }))

  it('P46, P47: plays the action of its last reply where that can be read (R15.1, R15.2), and the safe default where not (R15.3)', () =>
    always(async (plan) => {
      const { chosen, responses, only, repairs } = await play(plan)
      const parsed = parseAgentResponse(
        responses.at(-1)?.tool_calls.length === 0 ? (responses.at(-1)?.content ?? '') : '',
      )
      expect(chosen).toMatchObject(
        parsed.ok
          ? { action: parsed.response.action, reasoning: parsed.response.thinking, source: 'model' }
          : { action: 'look', source: 'default' },
      )
      expect(only('agent_parse_error').map(({ next }) => next)).toEqual([
        ...(repairs === 1 ? ['repair'] : []),
        ...(parsed.ok ? [] : ['default']),
      ])
    }))

  it('P1, P14: offers every tool and asks for no format (R1.1, R4.6) until the forced call, which offers none and asks for the schema (R5.8, R5.9)', () =>
    always(async (plan) => {
      const { requests, only, repairs } = await play(plan)
      for (const [index, { forced }] of only('llm_request').entries()) {
        const { tools: offered, response_format } = requests[index] as {
          tools?: { function: { name: string } }[]
          response_format?: unknown
        }
        expect(offered?.map((tool) => tool.function.name)).toEqual(
          forced ? undefined : ['thoughtbox__think', 'thoughtbox__list'],
        )
        expect(response_format !== undefined).toBe(forced)
      }
      expect(
        only('llm_request')
          .slice(0, -1 - repairs)
          .some(({ forced }) => forced),
      ).toBe(false)
    }))

  it('P48: without tools asks for the schema at once (R15.5)', () =>
    always(async (plan) => {
      const { requests, only } = await play(plan, false)
      for (const request of requests) {
        expect(request).toHaveProperty('response_format')
        expect(request).not.toHaveProperty('tools')
      }
      expect(only('mcp_session_complete')).toEqual([])
    }))

  it('P3, P19, P44: has an answer as JSON (R11.5) to each tool call in the next request, and always a next request (R5.4, R5.5)', () =>
    always(async (plan) => {
      const { requests, responses } = await play(plan)
      for (const [index, { tool_calls }] of responses.entries()) {
        if (tool_calls.length === 0 || index === responses.length - 1) continue
        const messages = messagesOf(requests[index + 1])
        const asked = messages.findLastIndex(({ role }) => role === 'assistant')
        const answers = messages.slice(asked + 1).filter(({ role }) => role === 'tool')
        expect(messages[asked]).toMatchObject({ content: null })
        expect(answers.map(({ tool_call_id }) => tool_call_id)).toEqual(tool_calls.map(({ id }) => id))
        for (const { content } of answers) expect(JSON.parse(content)).toHaveProperty('content')
      }
      for (const { tool_calls } of responses.slice(-1))
        if (tool_calls.length > 0) expect(requests.at(-1)).not.toHaveProperty('tools')
    }))

  it('P20: leaves the loop at a reply without tool calls (R5.6), and asks once more only if that was empty (R5.10) or cannot be read', () =>
    always(async (plan) => {
      const { responses, only, repairs } = await play(plan)
      const inLoop = responses.filter((_, index) => only('llm_request')[index]?.forced === false)
      const left = inLoop.findIndex(({ tool_calls }) => tool_calls.length === 0)
      const wasEmpty = inLoop[left]?.content === null
      if (left >= 0) expect(responses.length - 1 - left).toBe((wasEmpty ? 1 : 0) + repairs)
      expect(only('mcp_unexpected_state')).toHaveLength(wasEmpty ? 1 : 0)
    }))

  it('P16, P17, P18: calls its tools with parsed arguments (R5.1, R5.3), in order and one at a time (R5.2)', () =>
    always(async (plan) => {
      const { session, only, responses } = await play(plan)
      const announced = only('mcp_tool_call')
      expect(session?.called).toEqual(
        announced.map(({ tool_name, arguments: given }) => ({ toolName: tool_name, arguments: given })),
      )
      const asked = responses.flatMap(({ iteration, tool_calls }) => tool_calls.map((call) => ({ iteration, call })))
      const made = asked.filter(({ iteration, call }) =>
        announced.some((event) => event.iteration === iteration && event.call_id === call.id),
      )
      expect(announced.map(({ arguments: given }) => given)).toEqual(
        made.map(({ call }) => (call.function.arguments === '' ? {} : JSON.parse(call.function.arguments))),
      )
      for (const { call } of made) expect(isUsable(call)).toBe(true)
    }))

  it('P21, P22, P23, P24, P25: continues after an error (R6.2, R6.4), and skips the rest of a batch only after a timeout or a death (R6.3, R6.5, R6.6)', () =>
    always(async (plan) => {
      const { events, only, requests } = await play(plan)
      const skipped = only('mcp_tool_skipped')
      for (const { iteration } of only('mcp_iteration_start')) {
        const batch = events.filter(
          (event) => 'call_id' in event && event.iteration === iteration && event.event_type !== 'mcp_tool_call',
        )
        const firstSkipped = batch.findIndex(({ event_type }) => event_type === 'mcp_tool_skipped')
        if (firstSkipped < 0) continue
        expect(['mcp_tool_timeout', 'mcp_tool_error']).toContain(batch[firstSkipped - 1]?.event_type)
        expect(batch.slice(firstSkipped).every(({ event_type }) => event_type === 'mcp_tool_skipped')).toBe(true)
      }
      const received = messagesOf(requests.at(-1))
        .filter(({ role }) => role === 'tool')
        .map(({ content }) => String(JSON.parse(content).error ?? ''))
      const count = (pattern: RegExp) => received.filter((text) => pattern.test(text)).length
      expect(count(/timed out/)).toBe(only('mcp_tool_timeout').length)
      expect(count(/skipped/)).toBe(skipped.length)
      expect(count(/Tool call failed/)).toBe(only('mcp_tool_error').length)
    }))

  it('P28, P29, P30: has in its log every call with its end (R7.1, R7.2) and the sum of its session (R7.3)', () =>
    always(async (plan) => {
      const { only, responses, chosen } = await play(plan)
      const calls = only('mcp_tool_call')
      const inLoop = responses.filter((_, index) => only('llm_request')[index]?.forced === false)
      const ends = [...only('mcp_tool_result'), ...only('mcp_tool_timeout'), ...only('mcp_tool_error')]
      for (const { call_id, iteration, tool_name } of calls)
        expect(ends.filter((end) => end.call_id === call_id && end.iteration === iteration)).toMatchObject([
          { tool_name, duration_ms: expect.any(Number) as number },
        ])
      expect(only('mcp_session_complete')).toEqual([
        {
          event_type: 'mcp_session_complete',
          turn: 1,
          iterations: inLoop.filter(({ tool_calls }) => tool_calls.length > 0).length,
          tool_calls_count: calls.length,
          tools_used: [...new Set(calls.map(({ tool_name }) => tool_name))],
          final_action: chosen.action,
        },
      ])
    }))

  it('counts its iterations up to the maximum and never past it', () =>
    always(async (plan) => {
      const { only } = await play(plan)
      const begun = only('mcp_iteration_start').map(({ iteration }) => iteration)
      expect(begun).toEqual(begun.map((_, index) => index + 1))
      expect(begun.length).toBeLessThanOrEqual(plan.maxToolIterations)
      expect(begun).toEqual(
        only('llm_request')
          .filter(({ forced }) => !forced)
          .map(({ iteration }) => iteration),
      )
    }))

  it('can be read back from its log, with its calls and every message list', () =>
    always(async (plan) => {
      const { events, requests, chosen } = await play(plan)
      const started: EventBody = { event_type: 'turn_started', turn: 1 }
      const state = [started, ...events].reduce(
        (before, event, seq) => reduceEpisode(before, { ...event, seq, at: '2030-01-01T00:00:00Z', episode_id: 'e' }),
        emptyEpisode,
      )
      expect(state.openTurn?.iterations).toHaveLength(requests.length)
      for (const [index, request] of requests.entries())
        expect(messagesSent(state, 1, index + 1)?.map(({ role }) => role)).toEqual(
          messagesOf(request).map(({ role }) => role),
        )
      expect(messagesSent(state, 1, requests.length)).toEqual(chosen.messagesSent)
    }))
})

/** Decision 8: the remaining part of the boundary between synchronous and asynchronous code. */
describe('the one call that chooses an action', () => {
  it('P6, P39: opens and closes the session once, inside itself, whatever happens (R9.5, R10.1, R10.3)', async () => {
    const ending = fc.constantFrom('answer', 'refusal', 'stop')
    await fc.assert(
      fc.asyncProperty(scenario, ending, async ({ moves, maxToolIterations }, how) => {
        const session = scriptedSession(undefined, tools)
        const controller = new AbortController()
        let opened = 0
        const last: ScriptedReply =
          how === 'refusal'
            ? { kind: 'error', status: 400 }
            : { kind: 'stream', chunks: chunksOf({ content: '{"thinking": "", "action": "wait"}' }) }
        const script = (_request: unknown, index: number): ScriptedReply =>
          moves[index] ? { kind: 'stream', chunks: moves[index] } : last
        const beforeIteration = async () => {
          if (how === 'stop' && session.called.length > 1) controller.abort(new Error('stopped'))
        }
        await playTurn(script, session, {
          maxToolIterations,
          beforeIteration,
          signal: controller.signal,
          openSession: async () => (opened++, session),
        }).catch(() => {})
        expect([opened, session.timesClosed()]).toEqual([1, 1])
      }),
      { numRuns: 100 },
    )
  })

  it('P40: is one promise that leaves nothing running and resolves to plain data (R10.4, R10.5)', () =>
    always(async (plan) => {
      const { chosen, atEnd, later } = await play(plan)
      expect(later).toEqual(atEnd)
      expect(structuredClone(chosen)).toEqual(chosen)
    }))
})
