import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { acts, says, startScriptedEndpoint } from '../../llm/scripted-endpoint.testkit'
import { isPaused, startScriptedEpisode } from '../episode/scripted-episode.testkit'
import { openTestHost } from '../open-host.testkit'

async function open(profile = 'llamacpp') {
  const folder = mkdtempSync(join(tmpdir(), 'zorkgpt-warm-up-'))
  const endpoint = await startScriptedEndpoint(() => says('.'))
  const configFile = join(folder, 'zorkgpt.toml')
  writeFileSync(configFile, `[llm]\nprofile = "${profile}"\n`)
  const host = await openTestHost(join(folder, 'data'), { configFile })
  onTestFinished(async () => {
    await host.close()
    await endpoint.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return { endpoint, api: host.api }
}

it('a warm-up sends a model on this computer the system prompt with which an episode then begins', async () => {
  const { endpoint, api } = await open()
  await api.warmUp({ baseUrl: endpoint.baseUrl, model: 'small', mind: 'standard' })
  await expect.poll(() => endpoint.requests.length).toBe(1)
  expect(endpoint.requests[0]).toMatchObject({ model: 'small', max_tokens: 1 })
  const episode = await startScriptedEpisode({
    replies: () => acts('look'),
    mind: { preset: 'standard' },
    start: { mcp: false, turnLimit: 1 },
  })
  onTestFinished(() => episode.close())
  await episode.follow()
  const systemOf = (body: Record<string, unknown> | undefined) =>
    (body?.messages as readonly unknown[] | undefined)?.[0]
  expect(systemOf(endpoint.requests[0])).toEqual(systemOf(episode.endpoint.requests[0]))
})

it('a warm-up replaces the one before', async () => {
  const { endpoint, api } = await open()
  await Promise.all(['one', 'two'].map((model) => api.warmUp({ baseUrl: endpoint.baseUrl, model })))
  await expect.poll(() => endpoint.requests.map(({ model }) => model)).toContain('two')
  expect(endpoint.requests.map(({ model }) => model)).toEqual(['two'])
})

it('a warm-up sends nothing while an episode plays, or to an unknown program, and its failure is ignored', async () => {
  const { endpoint, api } = await open()
  await api.warmUp({ baseUrl: 'http://127.0.0.1:1/v1', model: 'none' })
  const episode = await startScriptedEpisode({
    replies: () => acts('look'),
    start: { mcp: false, turnLimit: 2, paused: true },
  })
  onTestFinished(() => episode.close())
  await episode.follow(isPaused)
  await episode.host.api.warmUp({ baseUrl: endpoint.baseUrl, model: 'small' })
  const other = await open('generic')
  await other.api.warmUp({ baseUrl: other.endpoint.baseUrl, model: 'costly' })
  await api.warmUp({ baseUrl: endpoint.baseUrl, model: 'other' })
  await expect.poll(() => endpoint.requests.map(({ model }) => model)).toEqual(['other'])
  expect(other.endpoint.requests).toEqual([])
})
