import { afterEach, describe, expect, it } from 'vitest'
import { acts, calls, chunksOf, type ScriptedReply } from '../../../llm/scripted-endpoint.testkit'
import {
  type Script,
  type ScriptedEpisode,
  isPaused,
  startScriptedEpisode,
} from '../../episode/scripted-episode.testkit'

/** Faulty endpoints and models: the episode continues, or pauses with the reason, and its log records what happened. */
const episodes: ScriptedEpisode[] = []
afterEach(() => Promise.all(episodes.splice(0).map((episode) => episode.close())))

async function start(script: Script) {
  const episode = await startScriptedEpisode(script)
  episodes.push(episode)
  return episode
}
const play = async (replies: Script['replies'], more: Partial<Script> = {}) =>
  (await start({ replies, ...more })).follow()
const error = (status: number, headers = {}): ScriptedReply => ({ kind: 'error', status, headers })
const half = chunksOf({ content: '{"thinking": "because", "act' }).slice(0, 2)

describe('a temporary failure of an endpoint', () => {
  it.each([
    ['500', error(500)],
    ['stream_cut', { kind: 'cut', chunks: half } as const],
    ['stalled', { kind: 'stall', chunks: half } as const],
    ['bad_chunk', { kind: 'raw', text: 'data: {"choices": 7}\n\n' } as const],
  ])('%s is retried, without an effect on the turn', async (code, fault) => {
    const { state, of } = await play([fault, acts('look'), acts('wait')], {
      retry: code === 'stalled' ? { idle_timeout_seconds: 0.5 } : {},
    })
    expect(state.ended?.ended).toBe('turn_limit')
    expect(of('llm_error')).toMatchObject([
      {
        turn: 1,
        iteration: 1,
        attempt: 1,
        code: expect.stringMatching(code === 'stream_cut' ? /stream_cut|ECONNRESET|UND_ERR_SOCKET/ : code) as string,
        retry_in_ms: expect.any(Number) as number,
      },
    ])
    expect(state.turns.map(({ action }) => action?.action)).toEqual(['look', 'wait'])
  })

  it('429 is retried after the delay that the endpoint requests', async () => {
    const { state, of } = await play([error(429, { 'retry-after': '1' }), acts('look'), acts('wait')])
    expect(state.ended?.ended).toBe('turn_limit')
    const [failed, answered] = [of('llm_error')[0], of('llm_response')[0]]
    expect(failed).toMatchObject({ code: '429', retry_in_ms: 1000 })
    expect(Date.parse(answered?.at ?? '') - Date.parse(failed?.at ?? '')).toBeGreaterThanOrEqual(990)
  })
})

describe('a lasting failure of an endpoint', () => {
  it.each([
    ['400', 'refused the request (400)', 1],
    ['401', 'did not accept the API key', 1],
    ['500', 'gave no usable answer (500)', 3],
  ])('%s pauses the episode with the reason, spends no turn, and can be resumed', async (code, reason, attempts) => {
    const replies = [...Array.from({ length: attempts }, () => error(Number(code))), acts('look'), acts('wait')]
    const episode = await start({ replies })
    const paused = await episode.follow(isPaused)
    expect(paused.state.control.reason).toContain(reason)
    expect(paused.state.turns).toHaveLength(0)
    expect(paused.of('llm_error')).toHaveLength(attempts)
    expect(paused.of('llm_error').at(-1)).toMatchObject({ code, retry_in_ms: null })
    await episode.host.api.controlEpisode({ episodeId: episode.episodeId, command: 'resume' })
    const { state } = await episode.follow()
    expect(state.ended?.ended).toBe('turn_limit')
    expect(state.turns.map(({ action }) => action?.action)).toEqual(['look', 'wait'])
  })
})

describe('a model that', () => {
  it('returns nothing is asked for its final answer', async () => {
    const { state, of } = await play([{ kind: 'stream', chunks: chunksOf({}) }, acts('look'), acts('wait')])
    expect(state.ended?.ended).toBe('turn_limit')
    expect(of('mcp_unexpected_state')).toMatchObject([{ turn: 1, iteration: 1, finish_reason: 'stop' }])
    expect(of('llm_request').map(({ forced }) => forced)).toEqual([false, true, false])
  })

  it('never returns anything takes the safe default', async () => {
    const { state, of } = await play(() => ({ kind: 'stream', chunks: chunksOf({}) }))
    expect(state.ended?.ended).toBe('turn_limit')
    expect(of('agent_parse_error')).toHaveLength(2)
    expect(of('action_chosen')).toMatchObject([
      { action: 'look', source: 'default' },
      { action: 'look', source: 'default' },
    ])
  })

  it('answers with text and tool calls: the calls are run, the text is logged', async () => {
    const { state, of } = await play([
      { kind: 'stream', chunks: chunksOf({ content: 'Let me see.', calls: [{ name: 's__plain', arguments: '{}' }] }) },
      acts('look'),
      acts('wait'),
    ])
    expect(state.ended?.ended).toBe('turn_limit')
    expect(of('llm_response')[0]).toMatchObject({ content: 'Let me see.' })
    expect(of('llm_request')[1]?.messages_added[0]).toMatchObject({ role: 'assistant', content: null })
    expect(of('mcp_tool_result')).toMatchObject([{ content: 'just words' }])
  })

  it('calls a missing tool, and one with broken arguments: it gets an error and continues', async () => {
    const replies = [
      calls(
        { name: 's__teleport', arguments: '{}' },
        { name: 's__echo', arguments: '{"text": ' },
        { name: 's__plain', arguments: '' },
      ),
      acts('look'),
      acts('wait'),
    ]
    const { state, of } = await play(replies)
    expect(state.ended?.ended).toBe('turn_limit')
    expect(of('mcp_tool_error')).toMatchObject([
      { error: expect.stringContaining('there is no tool') as string },
      { tool_name: 's.echo', error: expect.stringContaining('not valid JSON') as string },
    ])
    expect(of('mcp_tool_result')).toMatchObject([{ tool_name: 's.plain' }])
  })

  it('calls 100 tools in one reply: each gets its answer, in order', async () => {
    const hundred = Array.from({ length: 100 }, (_, index) => ({
      id: `c${index}`,
      name: 's__echo',
      arguments: JSON.stringify({ text: String(index) }),
    }))
    const episode = await start({ replies: [calls(...hundred), acts('look'), acts('wait')] })
    const { state, of } = await episode.follow()
    expect(state.ended?.ended).toBe('turn_limit')
    expect(of('mcp_tool_result').map(({ content }) => content)).toEqual(
      hundred.map(({ arguments: text }) => JSON.parse(text) as unknown),
    )
    const sent = episode.endpoint.requests[1]?.messages as readonly { role: string; tool_call_id?: string }[]
    expect(sent.filter(({ role }) => role === 'tool').map(({ tool_call_id }) => tool_call_id)).toEqual(
      hundred.map(({ id }) => id),
    )
  })

  it('calls tools for 30 iterations must answer after them', async () => {
    const think = (request: Record<string, unknown>) =>
      request.tools ? calls({ name: 's__plain', arguments: '{}' }) : acts('look')
    const { state, of } = await play(think, { mcp: { max_tool_iterations: 30 }, start: { turnLimit: 1 } })
    expect(state.ended?.ended).toBe('turn_limit')
    expect(of('mcp_tool_result')).toHaveLength(30)
    expect(of('mcp_no_content')).toMatchObject([{ iterations: 30 }])
    expect(of('mcp_session_complete')).toMatchObject([
      { iterations: 30, tool_calls_count: 30, tools_used: ['s.plain'], final_action: 'look' },
    ])
  })
})
