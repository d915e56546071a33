import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { StartParams } from '@shared/contract/start'
import { type EpisodeEvent, isDraft } from '@shared/episode/log/event'
import { startCollector } from '../../telemetry/collector.testkit'
import type { Host, HostOptions } from '../host'
import { agreeToAll, openTestHost } from '../open-host.testkit'

const appRoot = resolve(import.meta.dirname, '../../..')
let folder: string
let host: Host

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mcp-in-episode-'))
  const thoughtbox = {
    command: 'node',
    args: [join(appRoot, 'out/servers/thoughtbox.js')],
    env: { DISABLE_THOUGHT_LOGGING: 'true' },
  }
  await writeFile(join(folder, 'mcp.json'), JSON.stringify({ mcpServers: { thoughtbox } }))
  await openHost()
})
afterEach(async () => {
  await host.close()
  await rm(folder, { recursive: true, force: true })
})

async function openHost(over: Partial<HostOptions> = {}) {
  host = await openTestHost(join(folder, 'data'), { mcpConfigFile: join(folder, 'mcp.json'), ...over })
}

async function play(params: Partial<StartParams> = {}): Promise<readonly EpisodeEvent[]> {
  const { episodeId } = await host.api.startEpisode({
    game: 'glass-weather',
    player: 'explorer',
    seed: 1,
    pace: 'batch',
    turnLimit: 3,
    ...params,
  })
  const seen: EpisodeEvent[] = []
  for await (const { events } of host.api.watchEpisode({ episodeId, fromSeq: 0 }, new AbortController().signal))
    seen.push(...events.filter((event) => !isDraft(event)))
  return seen
}
const of = (events: readonly EpisodeEvent[], type: EpisodeEvent['event_type']) =>
  events.filter(({ event_type }) => event_type === type)

describe('an episode with MCP', () => {
  it('R9.1, R9.2: has its servers, and passes their tools to the agent in every turn (R3.1, R3.5)', async () => {
    const events = await play()
    expect(of(events, 'mcp_session_started')).toMatchObject(
      [1, 2, 3].map((turn) => ({ turn, servers: [{ name: 'thoughtbox', state: 'ready' }] })),
    )
    expect(of(events, 'mcp_session_complete')).toHaveLength(3)
    expect(of(events, 'tools_offered')).toMatchObject([
      { turn: 1, tools: [{ function: { name: 'thoughtbox.think' } }] },
    ])
    expect(of(events, 'llm_request').some((event) => 'tool_set' in event && event.tool_set !== null)).toBe(true)
  })

  it('R9.3: is not started when its configuration cannot be used, and leaves nothing behind', async () => {
    await writeFile(join(folder, 'mcp.json'), '{ "mcpServers": [')
    await expect(play()).rejects.toMatchObject({ kind: 'bad_file' })
    expect(await readdir(join(folder, 'data'))).toEqual([])
  })

  it('R10.2: each turn awaits one promise: events of the choice come before it resolves, events of the game after', async () => {
    const events = await play()
    for (const turn of [1, 2, 3]) {
      // Foreknowledge is checked after the game answered.
      const types = events
        .filter((event) => 'turn' in event && event.turn === turn && event.event_type !== 'foreknowledge_checked')
        .map(({ event_type }) => event_type)
      expect(types[0]).toBe('turn_started')
      expect(types.slice(-4)).toEqual(['mcp_session_complete', 'action_chosen', 'observation_made', 'turn_completed'])
    }
  })
})

/** A server with one tool, which records what it receives with each call. */
const NOTING = `
import { appendFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
const tool = { name: 'think', description: 'Thinks.', inputSchema: { type: 'object', properties: { thought: { type: 'string' } } } }
const answers = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'noting', version: '1' } }),
  'tools/list': () => ({ tools: [tool] }),
  'tools/call': (params) => {
    appendFileSync(process.env.NOTES, JSON.stringify(params._meta ?? null) + '\\n')
    return { content: [{ type: 'text', text: 'noted' }] }
  },
}
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line)
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: answers[method]?.(params) ?? {} }))
}
`

describe('a server of a traced episode', () => {
  it('receives the trace of the call it answers, and none without tracing', async () => {
    await host.close()
    const notes = join(folder, 'notes')
    const told = async () =>
      (await readFile(notes, 'utf8'))
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as { traceparent?: string } | null)?.traceparent)
    await writeFile(join(folder, 'noting.mjs'), NOTING)
    const thoughtbox = { command: 'node', args: [join(folder, 'noting.mjs')], env: { NOTES: notes } }
    await writeFile(join(folder, 'mcp.json'), JSON.stringify({ mcpServers: { thoughtbox } }))
    const collector = await startCollector()
    const env = { ...process.env, XDG_STATE_HOME: join(folder, 'state') }
    await openHost({ env: { ...env, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } })
    await agreeToAll(host)
    await play({ turnLimit: 6 })
    await host.close()
    const calls = collector.spans.filter(({ name }) => name === 'mcp-tool-thoughtbox.think')
    expect(calls.length).toBeGreaterThan(0)
    expect(calls[0]?.attributes).toMatchObject({ 'network.transport': 'pipe' })
    expect(await told()).toEqual(calls.map(({ traceId, spanId }) => `00-${traceId}-${spanId}-01`))
    await collector.close()
    await rm(notes)
    await openHost({ env })
    await play({ turnLimit: 6 })
    expect(new Set(await told())).toEqual(new Set([undefined]))
  })
})

describe('an episode without MCP', () => {
  it('R9.4, R1.5: has no servers when it was started without, and plays the same turns', async () => {
    const events = await play({ mcp: false })
    expect(of(events, 'turn_completed')).toHaveLength(3)
    expect(
      events.filter(({ event_type }) => event_type.startsWith('mcp_') && event_type !== 'mcp_iteration_start'),
    ).toEqual([])
    expect(of(events, 'llm_request')).toMatchObject(
      [1, 2, 3].map((turn) => ({ turn, tool_set: null, response_format: 'AgentResponse' })),
    )
  })

  it('R2.5: does not look at the configuration of servers when a pyproject.toml switches MCP off', async () => {
    await host.close()
    const configFile = join(folder, 'pyproject.toml')
    await writeFile(configFile, '[tool.zorkgpt.mcp]\nenabled = false\n')
    await openHost({ configFile, mcpConfigFile: join(folder, 'missing.json') })
    expect(of(await play(), 'turn_completed')).toHaveLength(3)
  })
})
