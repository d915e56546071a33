import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { emptyEpisode } from '@shared/episode/state/episode'
import { reduceEpisode } from '@shared/episode/state/reduce-episode'
import { loadEpisode } from '../episode/load-episode'
import { createHost, type Host } from '../host/host'
import { StdioTransport } from '../mcp/transport/stdio-transport'
import { memorySecrets } from '../secrets/secret-store'
import { openEpisodeGame } from '../story/episode/episode-game'
import { readZork, zorkFile } from '../story/story-files.testkit'

/** Bring your own agent: an episode played through the text-adventure server is an episode like any other. */
const root = resolve(import.meta.dirname, '../..')
let data: string
let host: Host
beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'own-agent-'))
  host = await createHost({
    shell: 'cli',
    appRoot: root,
    dataFolder: data,
    configFile: null,
    mcpConfigFile: null,
    env: {},
    secrets: memorySecrets(),
    now: () => new Date(),
    onFault: (error) => {
      throw error
    },
  })
})
afterEach(async () => {
  await host.close()
  rmSync(data, { recursive: true, force: true })
})

async function onlyEpisode() {
  for await (const { changed } of host.api.watchLibrary({}, new AbortController().signal))
    if (changed[0]?.summary) return changed[0]
  throw new Error('The library has no episode.')
}
const PYTHON = ['python3', 'python'].find((command) => spawnSync(command, ['--version']).status === 0)

describe('the examples', () => {
  it.for([
    { file: 'play-through-mcp.ts', command: process.execPath, name: 'typescript-example' },
    { file: 'play-through-mcp.py', command: PYTHON, name: 'python-example' },
  ])(
    '$file has at most forty lines and plays an episode that is listed and replays exactly',
    async ({ file, command, name }, { skip }) => {
      if (command === undefined) return skip('there is no Python')
      expect(
        readFileSync(join(root, 'examples', file), 'utf8')
          .trimEnd()
          .split('\n').length,
      ).toBeLessThanOrEqual(40)
      execFileSync(command, [join('examples', file), '6'], {
        cwd: root,
        env: { ...process.env, GAME: zorkFile(1), TEXT_ADVENTURE_DATA: data },
      })
      const { id, running, summary } = await onlyEpisode()
      expect({ running, turns: summary?.turns, player: summary?.player, ended: summary?.ended }).toMatchObject({
        running: false,
        turns: 6,
        player: { kind: 'mcp', label: name },
        ended: 'stopped',
      })
      const { state } = await loadEpisode(join(data, id))
      const game = openEpisodeGame(readZork(1))
      await game.start(state.manifest?.seed ?? 0)
      for (const { action, completed } of state.turns)
        expect((await game.play(action?.action ?? '')).stateHash).toBe(completed?.stateHash)
      expect(state.turns[0]?.action?.reasoning).toMatch(/\./)
    },
  )
})

describe('while an agent plays', () => {
  async function openAgent() {
    const transport = new StdioTransport({
      file: process.execPath,
      args: [resolve(root, 'out/servers/text-adventure.js')],
      env: { PATH: process.env.PATH ?? '', GAME: zorkFile(1), TEXT_ADVENTURE_DATA: data },
      cwd: root,
    })
    const client = new Client({ name: 'my-agent', version: '1' })
    await client.connect(transport)
    return {
      transport,
      play: (action: string, thinking?: string) =>
        client.callTool({ name: 'play_action', arguments: { action, thinking } }),
    }
  }

  it('its episode is followed live, and the host refuses to change it', async () => {
    const { transport, play } = await openAgent()
    await play('read card', 'Cards are to be read.')
    const { id, running, elsewhere } = await onlyEpisode()
    expect([running, elsewhere]).toEqual([true, true])
    for (const command of [
      () => host.api.resumeEpisode({ episodeId: id }),
      () => host.api.deleteEpisode({ episodeId: id }),
      () => host.api.controlEpisode({ episodeId: id, command: 'stop' }),
    ])
      await expect(command()).rejects.toMatchObject({ kind: 'running' })

    let state = emptyEpisode
    let hasLeft = false
    for await (const { events } of host.api.watchEpisode({ episodeId: id, fromSeq: 0 }, new AbortController().signal)) {
      state = events.reduce(reduceEpisode, state)
      if (state.turns.length === 1 && events.length > 0) await play('take crook')
      if (state.turns.length === 2 && !hasLeft) {
        hasLeft = true
        await transport.close()
      }
    }
    expect(state.turns.map(({ action }) => [action?.action, action?.reasoning])).toEqual([
      ['read card', 'Cards are to be read.'],
      ['take crook', ''],
    ])
    expect(state.ended).toEqual({ ended: 'stopped', reason: 'my-agent left' })
    await expect(host.api.resumeEpisode({ episodeId: id })).rejects.toMatchObject({ kind: 'not_resumable' })
  })

  it('a killed agent leaves an interrupted episode, which the host may end', async () => {
    const { transport, play } = await openAgent()
    await play('look')
    process.kill(transport.pid ?? 0, 'SIGKILL')
    await transport.exit
    const { id, running } = await onlyEpisode()
    expect(running).toBe(false)
    await host.api.controlEpisode({ episodeId: id, command: 'stop' })
    expect((await loadEpisode(join(data, id))).state.ended?.ended).toBe('stopped')
  })
})
