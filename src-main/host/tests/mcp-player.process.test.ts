import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { StartParams } from '@shared/contract/start'
import { emptyEpisode, type EpisodeState } from '@shared/episode/state/episode'
import { reduceEpisode } from '@shared/episode/state/reduce-episode'
import { acts, calls, chunksOf, type ScriptedReply } from '../../llm/scripted-endpoint.testkit'
import { memorySecrets } from '../../secrets/secret-store'
import { type ScriptedEpisode, startScriptedEpisode } from '../episode/scripted-episode.testkit'
import { createHost, type Host } from '../host'

/** An agent that reaches the game only through the tools of the text-adventure server. */
let folder: string
let host: Host
const scripted: ScriptedEpisode[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mcp-player-'))
  host = await createHost({
    shell: 'cli',
    appRoot: resolve(import.meta.dirname, '../../..'),
    dataFolder: folder,
    configFile: null,
    mcpConfigFile: null,
    env: { PATH: process.env.PATH },
    secrets: memorySecrets(),
    now: () => new Date(),
    onFault: (error) => {
      throw error
    },
  })
})
afterEach(async () => {
  await Promise.all([host.close(), ...scripted.splice(0).map((episode) => episode.close())])
  await rm(folder, { recursive: true, force: true })
})

async function follow(episodeId: string): Promise<EpisodeState> {
  let state = emptyEpisode
  for await (const { events } of host.api.watchEpisode({ episodeId, fromSeq: 0 }, new AbortController().signal))
    state = events.reduce(reduceEpisode, state)
  return state
}
/** Zork I, because the server opens it in half the time of the bundled story. */
const start = (params: Partial<StartParams>) =>
  host.api.startEpisode({ game: 'zork1', player: 'mcp', seed: 5, pace: 'batch', mcp: false, ...params })
const pathOf = ({ turns }: EpisodeState) =>
  turns.map(({ action, observation, completed }) => [
    action?.action,
    observation?.location?.id,
    observation?.score,
    completed?.stateHash,
  ])

describe('without a key', () => {
  it('the explorer plays through the tools the same game as without them', async () => {
    const through = await follow((await start({ turnLimit: 12 })).episodeId)
    const beside = await follow((await start({ player: 'explorer', turnLimit: 12 })).episodeId)
    expect(through.manifest?.player).toMatchObject({
      kind: 'mcp',
      model: 'builtin/explorer-1',
      label: expect.stringMatching(/^Explorer — rule-based, not an AI model.*MCP/),
    })
    expect(pathOf(through)).toEqual(pathOf(beside))
    expect(through.map.locations).toEqual(beside.map.locations)
    for (const { iterations } of through.turns)
      expect(iterations.flatMap(({ toolCalls }) => toolCalls)).toMatchObject([
        { toolName: 'text-adventure.play_action', status: 'ok' },
      ])
    expect(through.turns.every(({ action }) => (action?.reasoning ?? '') !== '')).toBe(true)
  })

  it('a mirrored game is the same through the tools and without them', async () => {
    const through = await follow((await start({ turnLimit: 12, disguise: 'mirror' })).episodeId)
    const beside = await follow((await start({ player: 'explorer', turnLimit: 12, disguise: 'mirror' })).episodeId)
    expect(through.opening).toMatchObject({ location: { name: 'East of House' } })
    expect(through.opening?.undisguised).toEqual(beside.opening?.undisguised)
    expect(pathOf(through)).toEqual(pathOf(beside))
    expect(through.map.locations).toEqual(beside.map.locations)
  })

  it('a resumed episode ends like one that never stopped, and every turn has its snapshot', async () => {
    const whole = await follow((await start({ turnLimit: 6 })).episodeId)
    const { episodeId } = await start({ turnLimit: 4 })
    await follow(episodeId)
    await host.api.resumeEpisode({ episodeId, turnLimit: 6, pace: 'batch' })
    expect(pathOf(await follow(episodeId))).toEqual(pathOf(whole))
    expect(whole.turns.every(({ completed }) => completed?.snapshot != null)).toBe(true)
    expect((await readdir(join(folder, episodeId, 'snapshots'))).length).toBe(6)
  })
})

it.each([
  [{ handicap: 'L3' }, 'L3 and "continue"'],
  [{ onDeath: 'restart' }, 'L2 and "restart"'],
] as const)(
  'rules that the tools do not support are refused, and the error names the supported ones: %o',
  async (rules, given) => {
    await expect(start(rules)).rejects.toMatchObject({
      kind: 'bad_input',
      message: `A player over MCP tools supports only handicap L2 and on_death "continue", not ${given}. Set the handicap to L2 and on_death to "continue".`,
    })
    expect(await readdir(folder)).not.toContainEqual(expect.stringContaining('zork1'))
  },
)

describe('a model', () => {
  const play = (action: string, id?: string, thinking?: string) => ({
    ...(id !== undefined && { id }),
    name: 'text-adventure__play_action',
    arguments: JSON.stringify({ action, thinking }),
  })

  async function playScript(replies: readonly ScriptedReply[], turnLimit: number) {
    const episode = await startScriptedEpisode({
      replies,
      start: { player: 'mcp', turnLimit },
    })
    scripted.push(episode)
    return { episode, ...(await episode.follow()) }
  }

  it('may look things up, and its call of play_action is the turn', async () => {
    const replies = [
      calls(
        { name: 'text-adventure__memory', arguments: '{}' },
        { id: 'call_map', name: 'text-adventure__get_map', arguments: '' },
      ),
      { kind: 'stream', chunks: chunksOf({ content: 'The card first.', calls: [play('read card')] }) } as const,
      calls(play('take crook', undefined, 'It will be needed.')),
    ]
    const { state, of, episode } = await playScript(replies, 2)
    expect(state.turns.map(({ action }) => [action?.action, action?.reasoning])).toEqual([
      ['read card', 'The card first.'],
      ['take crook', 'It will be needed.'],
    ])
    expect(of('mcp_tool_result').map(({ turn, tool_name }) => [turn, tool_name])).toEqual([
      [1, 'text-adventure.memory'],
      [1, 'text-adventure.get_map'],
      [1, 'text-adventure.play_action'],
      [2, 'text-adventure.play_action'],
    ])
    expect(state.turns[1]?.observation?.inventory).toContainEqual(
      expect.objectContaining({ name: expect.stringContaining('crook') }),
    )
    // The previous turn appears as the call and its answer.
    const shown = episode.endpoint.requests[2]?.messages as { role: string; content: string }[]
    expect(shown.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool'])
    expect(JSON.parse(shown[3]?.content ?? '')).toMatchObject({
      content: { text: state.turns[0]?.observation?.text, done: false },
    })
  })

  it('plays one action per turn: a second call is refused, a bad one can be repeated', async () => {
    const { state, of } = await playScript(
      [calls(play('look\u0007'), play('read card', 'call_b'), play('take crook', 'call_c')), calls(play('take crook'))],
      2,
    )
    expect(state.turns.map(({ action }) => action?.action)).toEqual(['read card', 'take crook'])
    expect(of('mcp_tool_error')).toMatchObject([
      { call_id: 'call_c', error: expect.stringContaining('one action a turn') },
    ])
    expect(of('mcp_tool_result').filter(({ is_error }) => is_error)).toHaveLength(1)
  })

  it('is interrupted when a person plays its turn, and reads a hint in its next prompt', async () => {
    const episode = await startScriptedEpisode({
      replies: [{ kind: 'stall', chunks: [] }, calls(play('take crook'))],
      start: { player: 'mcp', turnLimit: 2 },
    })
    scripted.push(episode)
    const { episodeId } = episode
    const { api } = episode.host
    await episode.follow(({ openTurn }) => openTurn?.iterations[0]?.request != null)
    await api.giveHint({ episodeId, text: 'The crook is good to have.' })
    await api.submitAction({ episodeId, action: 'read card', turn: 1 })
    const { state } = await episode.follow()
    expect(state.turns.map(({ action }) => [action?.action, action?.source])).toEqual([
      ['read card', 'human'],
      ['take crook', 'model'],
    ])
    const shown = episode.endpoint.requests[1]?.messages as { role: string; content: string }[]
    expect(shown.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user'])
    expect(shown[3]?.content).toMatch(/suggests:\nThe crook is good to have\.$/)
  })

  it('an answer without a call is played as it is', async () => {
    const { state } = await playScript([acts('read card'), calls(play('take crook'))], 2)
    expect(state.turns.map(({ action, observation }) => [action?.action, observation?.fault])).toEqual([
      ['read card', false],
      ['take crook', false],
    ])
  })
})
