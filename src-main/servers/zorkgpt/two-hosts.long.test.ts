import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { LoggedEvent } from '@shared/episode/log/event'
import { loadEpisode } from '../../episode/load-episode'
import { connectClient, type TestClient } from './client.testkit'

const file = resolve(import.meta.dirname, '../../../out/servers/zorkgpt.js')
/** Each pair takes about a second. The figure in docs/architecture.md was measured with ZORKGPT_PAIRS=200. */
const PAIRS = Number(process.env.ZORKGPT_PAIRS ?? 8)
let data: string
let template: string
let hosts: readonly [TestClient, TestClient]

async function startHost(): Promise<TestClient> {
  const args = [file, '--data', data]
  return connectClient(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }))
}

/** Two programs with a host each. The episode is played by a person, so it never ends by itself. */
beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'two-hosts-'))
  hosts = await Promise.all([startHost(), startHost()])
  const [host] = hosts
  const { episode } = await host.ask('start_episode', { story: 'glass-weather', player: 'human', mcp: false })
  for (const action of ['look', 'wait']) await host.ask('say_action', { episode, action })
  await host.ask('stop', { episode })
  template = episode
})
afterAll(async () => {
  await Promise.all(hosts.map(({ client }) => client.close()))
  rmSync(data, { recursive: true, force: true, maxRetries: 5 })
})

function logOf(episode: string): readonly LoggedEvent[] {
  const lines = readFileSync(join(data, episode, 'events.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
  return lines.map((line) => JSON.parse(line) as LoggedEvent)
}

it('one of two processes that resume an episode at once succeeds, and the log stays whole', async () => {
  const refusals = new Set<string>()
  for (let pair = 1; pair <= PAIRS; pair++) {
    const episode = `pair-${String(pair).padStart(3, '0')}`
    cpSync(join(data, template), join(data, episode), { recursive: true })
    const settled = await Promise.allSettled(hosts.map((host) => host.ask('resume', { episode })))
    const winner = settled.findIndex(({ status }) => status === 'fulfilled')
    const loser = settled[1 - winner]
    expect([winner >= 0, loser?.status], episode).toEqual([true, 'rejected'])
    if (loser?.status === 'rejected') refusals.add(String((loser.reason as Error).message).replaceAll(episode, 'ID'))

    // The loser's failure did not harm the winner, who continues; then it is the loser's turn.
    for (const index of [winner, 1 - winner]) {
      const host = hosts[index] as TestClient
      if (index !== winner) await host.ask('resume', { episode })
      await expect(hosts[1 - index]?.refusal('stop', { episode }), episode).resolves.toBe(
        `Episode ${episode} is being played by another process: control it there.`,
      )
      await host.ask('say_action', { episode, action: 'look' })
      await host.ask('stop', { episode })
    }
    const events = logOf(episode)
    expect(
      events.map(({ seq }) => seq),
      episode,
    ).toEqual(events.map((_event, index) => index))
    expect((await loadEpisode(join(data, episode))).state.turns, episode).toHaveLength(4)
  }
  expect([...refusals]).toEqual(['Episode ID is being played by another process: control it there.'])
  expect(readdirSync(join(data, '.writers'))).toEqual([])
})
