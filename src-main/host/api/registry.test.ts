import { expect, it } from 'vitest'
import { settings } from '@shared/settings/settings'
import { startRegistry, WEATHER } from '../../mcp/registry/registry.testkit'
import { registryApi } from './registry'

it('searches and downloads use only the registries in the settings', async () => {
  const registry = await startRegistry([WEATHER])
  const named = settings.parse({ mcp: { registries: [registry.address] } }).mcp
  const downloaded: string[] = []
  const api = registryApi(() => named, {
    async *download({ url }) {
      downloaded.push(url)
      yield { receivedBytes: 1, totalBytes: 1, bundle: null }
    },
  })
  const { signal } = new AbortController()
  expect(await api.listRegistries({})).toEqual([registry.address])
  for await (const page of api.searchRegistry({ registry: registry.address, search: '', cursor: null }, signal))
    expect(page.servers).toHaveLength(1)
  const elsewhere = api.searchRegistry({ registry: `${registry.address}/x`, search: '', cursor: null }, signal)
  await expect(elsewhere[Symbol.asyncIterator]().next()).rejects.toMatchObject({ kind: 'not_found' })
  expect(registry.asked).toHaveLength(1)
  const file = { url: `${registry.address}/lamp.mcpb`, sha256: '0'.repeat(64) }
  for await (const { bundle } of api.downloadBundle({ ...file, registry: registry.address }, signal))
    expect(bundle).toBeNull()
  const foreign = api.downloadBundle({ ...file, registry: 'https://other.example' }, signal)
  await expect(foreign[Symbol.asyncIterator]().next()).rejects.toMatchObject({ kind: 'not_found' })
  expect(downloaded).toEqual([file.url])
  await registry.close()
})

it('the settings accept a registry without encryption only on this computer', () => {
  const taken = (address: string) => settings.safeParse({ mcp: { registries: [address] } }).success
  expect(['https://registry.example', 'http://127.0.0.1:1', 'http://registry.example', 'file:///x'].map(taken)).toEqual(
    [true, true, false, false],
  )
})
