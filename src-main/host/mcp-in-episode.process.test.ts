import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { StartParams } from '@shared/contract/start'
import { type EpisodeEvent, isDraft } from '@shared/episode/event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Host } from './host'
import { openTestHost } from './open-host.testkit'

const appRoot = resolve(import.meta.dirname, '../..')
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

async function openHost(over: { readonly configFile?: string; readonly mcpConfigFile?: string } = {}) {
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
  it('R9.1, R9.2: has its servers, and hands their tools to the agent of every turn (R3.1, R3.5)', async () => {
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

  it('R10.2: takes one action a turn from one promise: nothing is recorded of the choice after it, nor of the game before it', async () => {
    const events = await play()
    for (const turn of [1, 2, 3]) {
      const types = events.filter((event) => 'turn' in event && event.turn === turn).map(({ event_type }) => event_type)
      expect(types[0]).toBe('turn_started')
      expect(types.slice(-4)).toEqual(['mcp_session_complete', 'action_chosen', 'observation_made', 'turn_completed'])
    }
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
