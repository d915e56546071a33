import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, describe, it } from 'vitest'
import type { ExpectedError } from '@shared/base/expected-error'
import { acts, calls } from '../../../llm/scripted-endpoint.testkit'
import { isRunning } from '../../../mcp/tests/processes.testkit'
import {
  type Script,
  type ScriptedEpisode,
  isPaused,
  startScriptedEpisode,
} from '../../episode/scripted-episode.testkit'

async function start({ onTestFinished }: TestContext, script: Script) {
  const episode = await startScriptedEpisode(script)
  onTestFinished(() => episode.close())
  return episode
}
const tool = (name: string) => calls({ name: `s__${name}`, arguments: '{}' })
const stubborn = ['--ignore-end', '--ignore-term']

async function expectNoneLeft({ expect }: TestContext, episode: ScriptedEpisode, started: number) {
  await episode.host.close()
  expect(episode.pids().length).toBeGreaterThanOrEqual(started)
  expect(episode.pids().filter(isRunning)).toEqual([])
}

/** Concurrent, because most of the time is the grace period of servers. */
describe.concurrent('R3.7, P9: no process of a server or of its children is left', () => {
  it('after turns whose servers exit by themselves', async (test) => {
    const episode = await start(test, { replies: () => acts('look'), start: { turnLimit: 5 } })
    test.expect((await episode.follow()).state.ended?.ended).toBe('turn_limit')
    await expectNoneLeft(test, episode, 5)
  })

  it('after turns whose servers and their children ignore every request to exit', async (test) => {
    const litter = ({ messages }: Record<string, unknown>) =>
      (messages as readonly { role: string }[]).at(-1)?.role === 'tool' ? acts('look') : tool('pids')
    const episode = await start(test, { server: stubborn, replies: litter })
    test.expect((await episode.follow()).state.ended?.ended).toBe('turn_limit')
    await expectNoneLeft(test, episode, 6)
  })

  it('after timeouts and crashes', async (test) => {
    const episode = await start(test, {
      server: stubborn,
      replies: [tool('hang'), acts('look'), tool('crash_with_grandchild'), acts('wait')],
      mcp: { tool_call_timeout_seconds: 0.5 },
    })
    test.expect((await episode.follow()).state.ended?.ended).toBe('turn_limit')
    await expectNoneLeft(test, episode, 3)
  })

  it('when the episode is stopped in the middle of a call', async (test) => {
    const episode = await start(test, { server: stubborn, replies: [tool('hang')] })
    await episode.follow(({ openTurn }) => openTurn?.iterations[0]?.toolCalls[0]?.status === 'running')
    await episode.host.api.controlEpisode({ episodeId: episode.episodeId, command: 'stop' })
    test.expect((await episode.follow()).state.ended?.ended).toBe('stopped')
    await expectNoneLeft(test, episode, 1)
  })

  it('when the host closes while the episode is paused', async (test) => {
    const episode = await start(test, { server: stubborn, replies: () => acts('look'), start: { paused: true } })
    await episode.host.api.controlEpisode({ episodeId: episode.episodeId, command: 'step_turn' })
    await episode.follow((state) => isPaused(state) && state.turns.length === 1)
    await expectNoneLeft(test, episode, 1)
  })

  it('when an episode cannot be resumed', async (test) => {
    const episode = await start(test, { server: stubborn, replies: () => acts('look'), start: { turnLimit: 2 } })
    await episode.follow()
    const log = join(episode.episodeFolder, 'events.jsonl')
    writeFileSync(log, readFileSync(log, 'utf8').replaceAll(/"state_hash":"[^"]+"/g, '"state_hash":"of another game"'))
    const before = episode.pids().length
    const resume = () => episode.host.api.resumeEpisode({ episodeId: episode.episodeId, turnLimit: 4 })
    // The episode runs for a moment longer, until its servers have exited.
    const kind = () =>
      resume().then(
        () => null,
        (error: ExpectedError) => error.kind,
      )
    await test.expect.poll(kind).toBe('not_resumable')
    test.expect(episode.pids().filter(isRunning)).toEqual([])
    await expectNoneLeft(test, episode, before)
  })

  it('when the host closes while a server is tested, even if the test is no longer read', async (test) => {
    const episode = await start(test, { server: stubborn, replies: () => acts('look'), start: { turnLimit: 1 } })
    await episode.follow()
    const before = episode.pids().length
    const { text } = await episode.host.api.readMcpConfig({})
    const feed = episode.host.api
      .testMcpServer({ text, server: 's', call: { tool: 'hang', arguments: {} } }, new AbortController().signal)
      [Symbol.asyncIterator]()
    for (let stage = ''; stage !== 'call';) stage = (await feed.next()).value?.steps.at(-1)?.stage ?? ''
    await expectNoneLeft(test, episode, before + 1)
  })

  it('when the host closes in the middle of a call', async (test) => {
    const episode = await start(test, { server: stubborn, replies: [tool('pids'), tool('hang')] })
    await episode.follow(({ openTurn }) => openTurn?.iterations[1]?.toolCalls[0]?.status === 'running')
    await expectNoneLeft(test, episode, 3)
  })
})
