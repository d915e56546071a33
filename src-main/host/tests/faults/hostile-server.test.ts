import { afterEach, describe, expect, it } from 'vitest'
import { acts, calls } from '../../../llm/scripted-endpoint.testkit'
import { startHostileHttp } from '../../../mcp/tests/hostile-http.testkit'
import { HOSTILE_SERVER } from '../../../mcp/tests/processes.testkit'
import { type Script, type ScriptedEpisode, startScriptedEpisode } from '../../episode/scripted-episode.testkit'

/** Malicious MCP servers: they can end at most their own calls, and the episode continues. */
const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const part of open.splice(0).toReversed()) await part.close()
})

async function play(script: Script) {
  const episode: ScriptedEpisode = await startScriptedEpisode(script)
  open.push(episode)
  return { episode, ...(await episode.follow()) }
}
const call = (name: string) => calls({ name: `s__${name}`, arguments: '{}' })
const stdio = (...options: readonly string[]) => ({ s: { command: 'node', args: [HOSTILE_SERVER, ...options] } })
async function overHttp(asJson: boolean) {
  const server = await startHostileHttp(asJson)
  open.push(server)
  return { s: { type: 'http', url: server.url } }
}

const carriers: Readonly<Record<string, () => Promise<Record<string, unknown>>>> = {
  'over its standard output': async () => stdio(),
  'over HTTP, in a stream': () => overHttp(false),
  'over HTTP, in one body': () => overHttp(true),
}

describe.each(Object.entries(carriers))('a hostile server %s', (_carrier, servers) => {
  it('that nests answers, messages and errors too deeply: the deep parts are left out, and the tools stay', async () => {
    const replies = [
      call('nested_structure'),
      call('nested_text'),
      call('nested_talk'),
      call('nested_error'),
      acts('look'),
      call('plain'),
      acts('wait'),
    ]
    const { state, of } = await play({ servers: await servers(), replies })
    expect(state.ended?.ended).toBe('turn_limit')
    const [structure, text, talked, then] = of('mcp_tool_result').map(({ content }) => JSON.stringify(content))
    expect(structure).toContain('[left out: it is nested too deeply]')
    expect(text).toMatch(/^"\{\\"a\\":\[/)
    expect([talked, then]).toEqual(['"just words"', '"just words"'])
    expect(of('mcp_tool_error')).toMatchObject([{ error: 'no' }])
  })

  it.each([
    ['sends a million values', 'many_values', 'sent a message that was rejected: it holds more than 250,000 values'],
    ['never ends its line', 'endless_line', 'sent a message of more than 32 MB'],
  ])('that %s: its connection ends with the reason, and the next turn has a new one', async (_what, tool, reason) => {
    const { state, of } = await play({
      servers: await servers(),
      replies: [call(tool), acts('look'), call('plain'), acts('wait')],
    })
    expect(state.ended?.ended).toBe('turn_limit')
    expect(of('mcp_tool_error')).toMatchObject([{ turn: 1, error: `the MCP server 's' ${reason}` }])
    expect(of('mcp_tool_result')).toMatchObject([{ turn: 2, content: 'just words' }])
  })

  it('whose pattern would run for years: the answer is used, and the log records that it was not checked', async () => {
    const { state, of } = await play({
      servers: await servers(),
      replies: [call('slow_pattern'), acts('look'), acts('wait')],
    })
    expect(state.ended?.ended).toBe('turn_limit')
    expect(of('mcp_tool_result')).toMatchObject([{ is_error: false }])
    expect(of('mcp_log')).toMatchObject([
      { text: 'The answers of slow_pattern are not checked by its own output schema: it took more than 500 ms' },
    ])
  })
})

describe('a hostile server', () => {
  it('that floods its client with messages: the call times out, and the episode continues', async () => {
    const { state, of } = await play({
      servers: stdio(),
      replies: [call('flood'), acts('look'), call('plain'), acts('wait')],
      mcp: { tool_call_timeout_seconds: 0.5 },
    })
    expect(state.ended?.ended).toBe('turn_limit')
    expect(of('mcp_tool_timeout')[0]).toMatchObject({ turn: 1, tool_name: 's.flood' })
    expect(of('mcp_log').length).toBeLessThanOrEqual(200)
  })

  it('ends nothing of another episode of the same host', async () => {
    const attacks = ['nested_structure', 'many_values', 'slow_pattern', 'endless_line', 'nested_talk', 'flood']
    const replies = attacks.flatMap((attack) => [call(attack), acts('look')])
    const hostile = await startScriptedEpisode({
      servers: stdio(),
      replies,
      start: { turnLimit: attacks.length },
      mcp: { tool_call_timeout_seconds: 1 },
    })
    open.push(hostile)
    const { episodeId } = await hostile.host.api.startEpisode({
      game: 'glass-weather',
      player: 'random',
      seed: 1,
      pace: 'batch',
      turnLimit: 200,
      mcp: false,
    })
    let last: unknown = null
    for await (const { events } of hostile.host.api.watchEpisode(
      { episodeId, fromSeq: 0 },
      new AbortController().signal,
    ))
      last = events.at(-1) ?? last
    expect(last).toMatchObject({ event_type: 'episode_ended', ended: 'turn_limit' })
    const { state } = await hostile.follow()
    expect([state.ended?.ended, state.turns.length]).toEqual(['turn_limit', attacks.length])
  })

  it('that nests a tool’s schema too deeply: the tool is offered without the deep parts', async () => {
    const { state, of } = await play({ servers: stdio('nested-schema'), replies: [acts('look'), acts('wait')] })
    expect(state.ended?.ended).toBe('turn_limit')
    expect(JSON.stringify(of('tools_offered')[0]?.tools)).toContain('[left out: it is nested too deeply]')
  })

  it.each([
    ['whose list of tools has no end', 'endless-pages'],
    ['with twenty thousand tools', 'tools=20000'],
  ])('%s: the first thousand are offered, with a notice', async (_what, option) => {
    const { state, of } = await play({
      servers: stdio(option),
      replies: [call('plain'), acts('look'), acts('wait')],
      mcp: { session_scope: 'episode' },
    })
    expect(state.ended?.ended).toBe('turn_limit')
    expect(of('tools_offered')[0]?.tools).toHaveLength(1000)
    expect(of('mcp_log')).toMatchObject([{ turn: 1, text: 'It lists more than 1,000 tools: the rest is left out.' }])
    expect(of('mcp_tool_result')).toMatchObject([{ content: 'just words' }])
  })

  it('whose error is only spaces: it is one short line of the log', async () => {
    const { state, of } = await play({ servers: stdio(), replies: [call('long_error'), acts('look'), acts('wait')] })
    expect(state.ended?.ended).toBe('turn_limit')
    expect(of('mcp_tool_error')[0]?.error.length).toBeLessThan(5000)
  })
})
