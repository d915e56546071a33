import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UnitResult } from '@shared/experiments/result'
import { ExperimentStore } from './experiment-store'
import type { ObjectStore } from './object-store'
import { openStore } from './open-store'

const folder = mkdtempSync(join(tmpdir(), 'store-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const server = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory: join(folder, 's3'),
  configureBuckets: [{ name: 'shared', configs: [] }],
})
let env: NodeJS.ProcessEnv = {}
beforeAll(async () => {
  const { port } = await server.run()
  env = {
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
    AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
  }
})
afterAll(() => server.close())

const stores: readonly (readonly [string, () => Promise<ObjectStore>])[] = [
  ['a folder', () => openStore(join(folder, 'shared'), {})],
  ['S3', () => openStore('s3://shared/some/where/', env)],
]

describe.each(stores)('%s', (_, open) => {
  it('stores bytes under a name, and lists them with their sizes', async () => {
    const store = await open()
    await store.put('a/one.json', Buffer.from('first'))
    await store.put('a/b/two', Buffer.from('second one'))
    await store.put('a/one.json', Buffer.from('again'))
    expect((await store.get('a/one.json', 100))?.toString()).toBe('again')
    expect(await store.get('a/none', 100)).toBeNull()
    expect(await store.list('a/')).toEqual([
      { name: 'a/b/two', size: 10 },
      { name: 'a/one.json', size: 5 },
    ])
    expect(await store.list('nowhere/')).toEqual([])
  })

  it('creates an object once', async () => {
    const store = await open()
    expect(await store.putNew('new/one', Buffer.from('first'))).toBe(true)
    expect(await store.putNew('new/one', Buffer.from('second'))).toBe(false)
    expect((await store.get('new/one', 100))?.toString()).toBe('first')
  })

  it('rejects an object above the size limit', async () => {
    const store = await open()
    await store.put('long', Buffer.alloc(1000))
    await expect(store.get('long', 999)).rejects.toThrow('longer than 999 bytes')
  })

  it('numbers attempts, and continues from the longest log', async () => {
    const shared = new ExperimentStore(await open(), 'first')
    const key = 'ab'.repeat(32)
    expect(await shared.beginAttempt(key)).toEqual({ attempt: 1, before: null })
    await shared.sendLog(key, 1, 0, Buffer.from('one '))
    await shared.sendLog(key, 1, 4, Buffer.from('two '))
    const begun = await Promise.all([shared.beginAttempt(key), shared.beginAttempt(key)])
    expect(begun.map(({ before }) => before)).toEqual([1, 1])
    await shared.sendLog(key, 2, 0, Buffer.from('one '))
    // The log ends at a missing part.
    await shared.sendLog(key, 2, 40, Buffer.from('much later'))
    expect((await shared.beginAttempt(key)).before).toBe(1)
    const parts: Uint8Array[] = []
    for await (const part of shared.readLog(key, 1)) parts.push(part)
    expect(Buffer.concat(parts).toString()).toBe('one two ')
  })
})

const PLAYED: Omit<UnitResult, 'key'> = {
  format: 1,
  episode: 'one',
  ended: 'won',
  reason: null,
  turns: 1,
  turn_limit: 5,
  score: 1,
  max_score: 1,
  locations: 1,
  deaths: 0,
  llm_calls: 0,
  tool_calls: 0,
  tool_use: null,
  problems: 0,
  refused: 0,
  repeats: 0,
  foreknowledge: null,
  help: null,
  tokens: { in: 0, out: 0 },
  cost_usd: null,
  played_ms: 1,
  score_steps: [],
  location_steps: [],
}

describe('an experiment in a store', () => {
  it('can name only the files of its units', async () => {
    const shared = new ExperimentStore(await openStore(join(folder, 'named'), {}), 'first')
    const [key, other] = ['ab'.repeat(32), 'cd'.repeat(32)]
    await shared.saveResult(1, { ...PLAYED, key })
    expect((await shared.readResult(key))?.result.key).toBe(key)
    for (const said of ['../../precious', other]) {
      const stored = JSON.stringify({ attempt: 1, result: { ...PLAYED, key: said } })
      writeFileSync(join(folder, 'named', 'first', 'results', `${key}.json`), stored)
      expect(await shared.readResult(key)).toBeNull()
      expect(await shared.readResults()).toEqual(new Map())
    }
  })
})

describe('a folder', () => {
  it('creates an object for one of many concurrent callers', async () => {
    const store = await openStore(join(folder, 'race'), {})
    const tries = Array.from({ length: 20 }, (_, index) => store.putNew('won', Buffer.from(String(index))))
    const won = await Promise.all(tries)
    expect(won.filter(Boolean)).toHaveLength(1)
    expect(readFileSync(join(folder, 'race', 'won'), 'utf8')).toBe(String(won.indexOf(true)))
  })

  it('never writes through a link', async () => {
    const elsewhere = join(folder, 'elsewhere')
    writeFileSync(elsewhere, 'mine')
    const store = await openStore(join(folder, 'linked'), {})
    await store.put('here', Buffer.from('x'))
    symlinkSync(elsewhere, join(folder, 'linked', 'link'))
    await expect(store.get('link', 100)).rejects.toThrow()
    await store.put('link', Buffer.from('theirs'))
    expect(readFileSync(elsewhere, 'utf8')).toBe('mine')
  })
})

describe('errors of a store', () => {
  const puts = async (address: string, changed: NodeJS.ProcessEnv) => {
    return (await openStore(address, { ...env, ...changed })).put('x', Buffer.from('x'))
  }

  it.each([
    ['shared/place', {}, 'Give the absolute path of a folder'],
    ['s3://no-such/x', {}, 'there is no bucket "no-such"'],
    ['s3://shared/x', { AWS_ACCESS_KEY_ID: 'wrong' }, 'rejects the key'],
    ['s3://shared/x', { AWS_ENDPOINT_URL: 'http://127.0.0.1:9' }, 'cannot be reached'],
  ])('%s %j', async (address, changed, sentence) => {
    await expect(puts(address, changed)).rejects.toThrow(sentence)
  })

  it.each([
    [403, 'AccessDenied', 'these credentials lack rights (AccessDenied). They need s3:ListBucket'],
    [403, 'SignatureDoesNotMatch', 'rejects the key'],
    [403, 'RequestTimeTooSkewed', 'the clock of this machine'],
    [400, 'InvalidRequest', 'because (HTTP 400)'],
  ])('a server that answers %i %s', async (status, code, sentence) => {
    const refusing = createServer((_, response) =>
      response
        .writeHead(status, { 'content-type': 'application/xml' })
        .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>because</Message></Error>`),
    )
    await once(refusing.listen(0, '127.0.0.1'), 'listening')
    const { port } = refusing.address() as AddressInfo
    await expect(puts('s3://shared/x', { AWS_ENDPOINT_URL: `http://127.0.0.1:${port}` })).rejects.toThrow(sentence)
    refusing.close()
  })

  it('are retried after a first success', async () => {
    const failing: { times: number; how: (response: ServerResponse) => void } = { times: 0, how: () => {} }
    const server = createServer((request, response) => {
      request.resume()
      if (failing.times-- > 0) failing.how(response)
      else response.writeHead(200).end('stored')
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    const store = await openStore('s3://shared/x', { ...env, AWS_ENDPOINT_URL: `http://127.0.0.1:${port}` })
    await store.put('x', Buffer.from('x'))
    // More failures than the number of retries of the client itself.
    Object.assign(failing, { times: 6, how: (response: ServerResponse) => response.writeHead(503).end() })
    await store.put('x', Buffer.from('x'))
    expect(failing.times).toBeLessThan(0)
    const cutOff = (response: ServerResponse) =>
      response.writeHead(200, { 'content-length': '4' }).write('k', () => response.destroy())
    Object.assign(failing, { times: 1, how: cutOff })
    expect((await store.get('x', 100))?.toString()).toBe('stored')
    server.close()
  })

  it('explain a folder that is a file', async () => {
    writeFileSync(join(folder, 'file'), '')
    await expect(puts(join(folder, 'file'), {})).rejects.toThrow('cannot be written')
  })
})
