import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkParams, type HostApi } from '@shared/contract/contract'
import { connectApi, type Port, serveApi } from '@shared/contract/rpc'
import { acts, type ScriptedEndpoint, startScriptedEndpoint } from '../../../llm/scripted-endpoint.testkit'
import type { Host } from '../../host'
import { openTestHost } from '../../open-host.testkit'

const KEY = 'key-of-the-reader'
let folder: string
let endpoint: ScriptedEndpoint
let host: Host
let api: HostApi
let channel: MessageChannel
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stray-keys-'))
  endpoint = await startScriptedEndpoint(() => acts('look'), [{ id: 'test/lamp' }])
  await open()
})
afterEach(async () => {
  await close()
  await endpoint.close()
  rmSync(folder, { recursive: true })
})

/** A host as in a window, with foreign settings that request the user's key for their address. */
async function open() {
  const configFile = join(folder, 'downloads.toml')
  writeFileSync(configFile, `[llm]\nclient_base_url = "${endpoint.baseUrl}"\napi_key = "\${secret:LAMP_KEY}"\n`)
  const env = { ...process.env, XDG_STATE_HOME: join(folder, 'state'), LAMP_KEY: KEY }
  host = await openTestHost(join(folder, 'data'), { shell: 'web', configFile, env })
  channel = new MessageChannel()
  serveApi(portOf(channel.port1), host.api, checkParams)
  api = connectApi<HostApi>(portOf(channel.port2))
}
async function close() {
  channel.port1.close()
  await host.close()
}
const portOf = (port: MessagePort): Port => ({
  post: (message) => port.postMessage(message),
  onMessage: (listener) => void port.on('message', listener),
  onClose: (listener) => void port.on('close', listener),
})

const refusal = () => ({
  kind: 'key_not_agreed',
  detail: { address: endpoint.baseUrl, keys: [{ name: 'LAMP_KEY', givenFor: [] }] },
  message: expect.stringContaining(`LAMP_KEY would be sent to ${endpoint.baseUrl}`) as string,
})
const run = {
  game: 'glass-weather',
  player: 'llm',
  model: 'test/lamp',
  mcp: false,
  pace: 'batch',
  turnLimit: 1,
} as const
const sent = () => endpoint.authorization.filter((header) => header === `Bearer ${KEY}`).length
/** Waits until the host has closed it. */
async function played(episodeId: string): Promise<void> {
  const rows = api.watchLibrary({}, new AbortController().signal)
  for await (const { changed } of rows) if (changed.some(({ id, running }) => id === episodeId && !running)) return
}

describe('a window', () => {
  it('is asked before a start, a model list and a model test, each naming the address of the key', async () => {
    await expect(api.startEpisode(run)).rejects.toMatchObject(refusal())
    await expect(api.listModels({ baseUrl: endpoint.baseUrl })).rejects.toMatchObject(refusal())
    const probing = api
      .probeModel({ baseUrl: endpoint.baseUrl, model: 'test/lamp' }, new AbortController().signal)
      [Symbol.asyncIterator]()
    await expect(probing.next()).rejects.toMatchObject(refusal())
    expect([endpoint.requests, endpoint.modelListsRead()]).toEqual([[], 0])
  })

  it('is not asked again after consent, also by the next host of this machine', async () => {
    const { episodeId } = await api.startEpisode({ ...run, keysFor: endpoint.baseUrl })
    await played(episodeId)
    expect(sent()).toBe(1)
    await close()
    await open()
    await api.resumeEpisode({ episodeId, turnLimit: 2, pace: 'batch' })
    await expect.poll(sent).toBe(2)
  })

  it('is asked before an episode is resumed and before it is forked', async () => {
    const { episodeId } = await api.startEpisode({ ...run, keysFor: endpoint.baseUrl })
    await played(episodeId)
    rmSync(join(folder, 'state'), { recursive: true })
    await expect(api.resumeEpisode({ episodeId, turnLimit: 2 })).rejects.toMatchObject(refusal())
    await expect(api.forkEpisode({ episodeId, turn: 1 })).rejects.toMatchObject(refusal())
    expect(sent()).toBe(1)
    // There is no question about a model that does not play.
    await api.forkEpisode({ episodeId, turn: 1, player: 'random', pace: 'batch', turnLimit: 1 })
  })

  it('that agrees to another address has not agreed to this one', async () => {
    await expect(api.startEpisode({ ...run, keysFor: `${endpoint.baseUrl}/2` })).rejects.toMatchObject(refusal())
  })

  it('that enters another key for another address no longer sends it to the first', async () => {
    await api.setSecret({ name: 'LAMP_KEY', value: KEY, address: endpoint.baseUrl })
    await api.setSecret({ name: 'LAMP_KEY', value: KEY, address: `${endpoint.baseUrl}/2` })
    expect(await api.listModels({ baseUrl: endpoint.baseUrl })).toMatchObject([{ id: 'test/lamp' }])
    await api.setSecret({ name: 'LAMP_KEY', value: 'another-key', address: `${endpoint.baseUrl}/2` })
    await expect(api.listModels({ baseUrl: endpoint.baseUrl })).rejects.toMatchObject({ kind: 'key_not_agreed' })
  })

  it('that replaces a key without an address no longer sends it to the address of the key before', async () => {
    await api.setSecret({ name: 'LAMP_KEY', value: KEY, address: endpoint.baseUrl })
    await api.setSecret({ name: 'LAMP_KEY', value: 'another-key' })
    await expect(api.listModels({ baseUrl: endpoint.baseUrl })).rejects.toMatchObject({ kind: 'key_not_agreed' })
  })

  it('that enters a key for an address or for the endpoint of the settings has consented', async () => {
    await api.setSecret({ name: 'LAMP_KEY', value: KEY, address: `${endpoint.baseUrl}/` })
    expect(await api.listModels({ baseUrl: endpoint.baseUrl })).toMatchObject([{ id: 'test/lamp' }])
    rmSync(join(folder, 'state'), { recursive: true })
    await expect(api.listModels({ baseUrl: endpoint.baseUrl })).rejects.toMatchObject(refusal())
    const { version } = await api.readSettings({})
    await api.saveSettings({ version, changes: [{ path: 'llm.client_base_url', value: endpoint.baseUrl }] })
    expect(await api.listModels({ baseUrl: endpoint.baseUrl })).toMatchObject([{ id: 'test/lamp' }])
  })
})

describe('a helper with another endpoint', () => {
  it('is asked about before anything starts, like the player’s endpoint', async () => {
    await close()
    const configFile = join(folder, 'helper.toml')
    const mind = 'critic = "always"\ncritic_base_url = "http://critic.example.org/v1"\n'
    writeFileSync(configFile, `[llm]\nclient_base_url = "${endpoint.baseUrl}"\n\n[mind]\n${mind}`)
    const env = { ...process.env, XDG_STATE_HOME: join(folder, 'state'), OPENAI_API_KEY: KEY }
    host = await openTestHost(join(folder, 'data'), { shell: 'web', configFile, env })
    const { startEpisode } = host.api
    await expect(startEpisode(run)).rejects.toMatchObject({
      kind: 'key_not_agreed',
      message: expect.stringContaining('OPENAI_API_KEY would be sent to http://critic.example.org'),
    })
    expect(endpoint.requests).toEqual([])
  })
})
