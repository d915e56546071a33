import { afterEach, expect, it } from 'vitest'
import { offersOf } from '@shared/mcp/registry/offers'
import { HOSTILE, served, startRegistry, type TestRegistry, WEATHER } from './registry.testkit'
import { listVersions, searchRegistry } from './search-registry'

const open: TestRegistry[] = []
afterEach(async () => {
  for (const registry of open.splice(0)) await registry.close()
})
const startWith = async (servers: readonly object[]) => {
  const registry = await startRegistry(servers)
  open.push(registry)
  return registry
}
const never = new AbortController().signal

it('asks for the newest versions of the servers with this text in their names', async () => {
  const registry = await startWith([WEATHER])
  const page = await searchRegistry(`${registry.address}/`, 'weather', null, never)
  expect(registry.asked).toEqual(['/v0.1/servers?version=latest&limit=50&search=weather'])
  expect(page).toMatchObject({
    servers: [
      {
        name: 'io.github.fells/weather',
        version: '1.4.2',
        repository: 'https://github.com/fells/weather',
        status: 'active',
        publishedAt: '2026-03-01T10:30:00.123456Z',
        unreadable: 0,
      },
    ],
    unreadable: 0,
    nextCursor: null,
  })
})

it('returns an empty page if nothing is found', async () => {
  const { address } = await startWith([WEATHER])
  expect(await searchRegistry(address, 'lamp', null, never)).toEqual({ servers: [], unreadable: 0, nextCursor: null })
})

it('reads five hundred servers page by page', async () => {
  const servers = Array.from({ length: 500 }, (_, index) => served({ name: `io.github.many/server-${index}` }))
  const registry = await startWith(servers)
  const names: string[] = []
  let cursor: string | null = null
  do {
    const page = await searchRegistry(registry.address, '', cursor, never)
    names.push(...page.servers.map(({ name }) => name))
    cursor = page.nextCursor
  } while (cursor !== null)
  expect(new Set(names).size).toBe(500)
  expect(registry.asked).toHaveLength(10)
})

it('lists the versions of a server', async () => {
  const versions = ['2.0.0', '1.0.0'].map((version) => served({ name: 'io.github.many/one', version }))
  const registry = await startWith([WEATHER, ...versions])
  const page = await listVersions(registry.address, 'io.github.many/one', never)
  expect(page.servers.map(({ version }) => version)).toEqual(['2.0.0', '1.0.0'])
  expect(registry.asked).toEqual(['/v0.1/servers/io.github.many/one/versions'])
})

it('leaves out entries that do not have the form of the API, and counts them', async () => {
  const registry = await startWith([WEATHER])
  registry.behave({ body: JSON.stringify({ servers: [null, { server: { name: 7 } }, WEATHER], metadata: {} }) })
  const page = await searchRegistry(registry.address, '', null, never)
  expect(page.unreadable).toBe(2)
  expect(page.servers).toHaveLength(1)
})

it.each([
  ['<html>', 'sent something other than a list of servers'],
  [`${'['.repeat(500)}${']'.repeat(500)}`, 'sent something other than a list of servers'],
  ['{"servers": {}}', 'sent something other than a list of servers'],
  [`{"servers": [], "x": "${'y'.repeat(5 << 20)}"}`, 'cannot be reached'],
])('refuses an answer that is not a list, or is too long', async (body, reason) => {
  const registry = await startWith([])
  registry.behave({ body })
  await expect(searchRegistry(registry.address, '', null, never)).rejects.toMatchObject({
    kind: 'not_received',
    message: expect.stringContaining(reason) as string,
  })
})

it('reports the status of a registry that fails, and a registry that is down', async () => {
  const registry = await startWith([])
  registry.behave({ status: 503, body: '{"error": "later"}' })
  await expect(searchRegistry(registry.address, '', null, never)).rejects.toThrow('answered with status 503')
  await registry.close()
  await expect(searchRegistry(registry.address, '', null, never)).rejects.toThrow('refuses connections')
  await expect(searchRegistry('https://no-such-registry.invalid', '', null, never)).rejects.toThrow('cannot be')
})

it('ends the request when the caller stops waiting', async () => {
  const registry = await startWith([WEATHER])
  registry.behave({ isSlow: true })
  const stop = new AbortController()
  const asking = searchRegistry(registry.address, '', null, stop.signal)
  await expect.poll(() => registry.asked).toHaveLength(1)
  stop.abort(new Error('enough'))
  await expect(asking).rejects.toThrow('enough')
  await expect.poll(() => registry.abandoned).toHaveLength(1)
})

it('offers no part of a hostile entry that would run another program or read this computer', async () => {
  const { address } = await startWith(HOSTILE)
  const { servers } = await searchRegistry(address, '', null, never)
  const refused = servers.flatMap((server) =>
    offersOf(server, 'https://registry.example').map((offer) => offer.refused),
  )
  expect(refused).toEqual([
    '“x; rm -rf ~” is not the name of a package of the kind npm: it could run something else.',
    '“file:///tmp/evil” is not the name of a package of the kind npm: it could run something else.',
    '“--call=rm” is not the name of a package of the kind npm: it could run something else.',
    'It gives npx a text for a shell, which could run anything.',
    'It is to be run by “/bin/sh”, which does not run packages of the kind npm here.',
    'Its publisher refers to a value of this computer: “${secret:OPENAI_API_KEY}”.',
    'https://127.0.0.1/admin is an address of this computer.',
    'javascript:alert(1) is not an https address, or contains a name or password.',
    'Its name is not one that a registry may give: it may imitate another. It cannot be added.',
    null,
  ])
  expect(servers.at(-2)?.name).toBe(String.raw`\u{456}\u{200b}o.github.fells/weather`)
})
