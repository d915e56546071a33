import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { explorer, useServers } from './servers.testkit'

/** Clients that leave, and hosts that are killed. */
const { overStdio, serveOverHttp } = useServers('test')
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
  // Until the system has released the port.
  for (let isListening = false; !isListening;) {
    isListening = await new Promise<boolean>((resolve) => {
      server.once('error', () => setTimeout(() => resolve(false), 20))
      server.listen(Number(new URL(url).port), '127.0.0.1', () => resolve(true))
    })
  }
  squatters.push(server)
  return heard
}

it('a client that leaves in the middle leaves an episode that can be resumed', async () => {
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

describe('with a host that has the data folder open', () => {
  it('that died and left its file, a client gets its own host', async () => {
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

  it('that dies while a client is connected gets no more messages, and its port no token', async () => {
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
