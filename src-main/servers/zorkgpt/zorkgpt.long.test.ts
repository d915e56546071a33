import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import type { HostApi } from '@shared/contract/contract'
import { emptyEpisode } from '@shared/episode/state/episode'
import { reduceEpisode } from '@shared/episode/state/reduce-episode'
import { openTestHost } from '../../host/open-host.testkit'
import { EpisodeListWatch } from './episode-list-watch'
import { explorer, useServers } from './servers.testkit'

/** Clients that leave, hosts that are killed, and a window beside both. */
const { dataFolder, overStdio, serveOverHttp } = useServers('test')
const squatters: Server[] = []
afterEach(() => {
  for (const server of squatters.splice(0)) server.close()
})

/**
 * Another program at the port of a dead host, which answers like one of our servers. Returns the headers it receives.
 */
async function takePort(url: string): Promise<readonly string[]> {
  const heard: string[] = []
  const server = createServer((request, response) => {
    heard.push(request.rawHeaders.join())
    response.writeHead(400).end()
  })
  // Retries until the system has released the port.
  for (let isListening = false; !isListening;) {
    isListening = await new Promise<boolean>((resolve) => {
      server.once('error', () => setTimeout(() => resolve(false), 20))
      server.listen(Number(new URL(url).port), '127.0.0.1', () => resolve(true))
    })
  }
  squatters.push(server)
  return heard
}

it('an episode whose client disconnects can be resumed', async () => {
  const first = await overStdio()
  const { episode } = await first.ask('start_episode', { ...explorer, turns: 9, paused: true })
  await first.ask('step', { episode, count: 3 })
  await first.client.close()
  const second = await overStdio()
  expect(await second.ask('read_state', { episode })).toMatchObject({ status: 'interrupted', turn: 3 })
  expect(await second.ask('resume', { episode, pace: 'batch', wait: true })).toMatchObject({
    status: 'ended',
    turn: 9,
  })
})

describe('if the host that had the data folder open', () => {
  it('died and left its file, a client gets its own host', async () => {
    const { child, url } = await serveOverHttp()
    child.kill('SIGKILL')
    await once(child, 'exit')
    const heard = await takePort(url)
    expect(await (await overStdio()).ask('start_episode', { ...explorer, turns: 1, wait: true })).toMatchObject({
      status: 'ended',
    })
    expect(heard.length).toBeGreaterThan(0)
    expect(heard.join()).not.toMatch(/authorization/i)
  })

  it('dies while a client is connected, its port receives no more messages and no token', async () => {
    const { child, url } = await serveOverHttp()
    const relayed = await overStdio()
    await relayed.ask('list_episodes')
    child.kill('SIGKILL')
    await once(child, 'exit')
    const heard = await takePort(url)
    // The first may still wait for a proof requested before the port was taken.
    const askAgain = async () => {
      await expect(relayed.ask('list_episodes')).rejects.toThrow(/does not answer.*Restart the server/)
      return heard.length
    }
    await expect.poll(askAgain).toBeGreaterThan(0)
    expect(heard.join()).not.toMatch(/authorization/i)
  })
})

describe('beside a window that does not admit clients', () => {
  /** A window: its host, and the list of episodes that it watches from the start. */
  async function openWindow() {
    const host = await openTestHost(dataFolder())
    const episodeList = new EpisodeListWatch(host.api)
    await episodeList.rows()
    return {
      api: host.api,
      row: async () =>
        (await episodeList.rows()).map(({ running, elsewhere = false, summary }) => ({
          running,
          elsewhere,
          turns: summary?.turns,
        }))[0],
      close: () => {
        episodeList.close()
        return host.close()
      },
    }
  }
  /** Collects every turn of the episode's feed, until it ends. */
  async function followTurns(api: HostApi, episodeId: string, turns: number[]): Promise<void> {
    let state = emptyEpisode
    for await (const { events } of api.watchEpisode({ episodeId, fromSeq: 0 }, new AbortController().signal)) {
      state = events.reduce(reduceEpisode, state)
      if (turns.at(-1) !== state.turns.length) turns.push(state.turns.length)
    }
  }

  it("the window follows a client's episode live but cannot steer it, also after another client resumed it", async () => {
    const window = await openWindow()
    const first = await overStdio()
    const { episode } = await first.ask('start_episode', { ...explorer, turns: 9, paused: true })
    await expect.poll(window.row).toEqual({ running: true, elsewhere: true, turns: 0 })
    const seen: number[] = []
    const followed = followTurns(window.api, episode, seen)
    for (const turn of [1, 2]) {
      await first.ask('step', { episode })
      await expect.poll(() => seen.at(-1)).toBe(turn)
    }
    for (const command of ['pause', 'step_turn', 'stop'] as const)
      await expect(window.api.controlEpisode({ episodeId: episode, command })).rejects.toMatchObject({
        kind: 'running',
        message: expect.stringContaining('being played by another process'),
      })
    await expect(window.api.resumeEpisode({ episodeId: episode })).rejects.toMatchObject({ kind: 'running' })
    await first.client.close()
    await followed
    await expect.poll(window.row).toEqual({ running: false, elsewhere: false, turns: 2 })

    const second = await overStdio()
    await second.ask('resume', { episode })
    await expect.poll(window.row).toMatchObject({ running: true, elsewhere: true })
    await second.ask('stop', { episode })
    await expect.poll(window.row).toMatchObject({ running: false })
    await window.close()
  })
})
