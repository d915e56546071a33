import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { APP_VERSION } from '@shared/base/app-version'
import { identityOf } from '../../../../build/scripts/package/identity.mjs'
import { askForUpdate, isUpdate, releasesIn } from './newer-release'

const folder = mkdtempSync(join(tmpdir(), 'releases-'))
afterAll(() => rmSync(folder, { recursive: true }))

const page = 'https://github.com/someone/zorkgpt/releases'
const never = new AbortController().signal
const json = { 'content-type': 'application/json; charset=utf-8' }

const servers: ReturnType<typeof createServer>[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function releasesOf(answer: (response: ServerResponse, request: IncomingMessage) => void) {
  const server = createServer((request, response) => answer(response, request)).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return {
    latest: `http://127.0.0.1:${(server.address() as AddressInfo).port}/latest`,
    page,
    issues: `${page}/issues/new`,
  }
}

const saying = (release: unknown) =>
  releasesOf((response) => response.writeHead(200, json).end(JSON.stringify(release)))

describe('the releases of an app', () => {
  const releasesOfRepository = (repository: string) => {
    const file = join(folder, 'package.json')
    writeFileSync(file, JSON.stringify({ repository, author: 'Somebody' }))
    return releasesIn(file)
  }

  it('are those of the repository that its package.json names', () => {
    const repository = 'github:Some-One/zork.gpt'
    expect(releasesOfRepository(repository)).toEqual({
      latest: 'https://api.github.com/repos/Some-One/zork.gpt/releases/latest',
      page: `${identityOf({ repository, author: 'Somebody' }).homepage}/releases`,
      issues: `${identityOf({ repository, author: 'Somebody' }).homepage}/issues/new`,
    })
  })

  it('do not exist for the placeholder owner', () => {
    expect(releasesOfRepository('github:owner.invalid/zorkgpt')).toBeNull()
    const own = releasesIn(resolve(import.meta.dirname, '../../../../package.json'))
    expect(own === null).toBe(identityOf().isPlaceholder)
  })
})

describe('an update', () => {
  it.each([
    ['1.0.1', '1.0.0'],
    ['1.10.0', '1.9.9'],
    ['2.0.0', '1.99.99'],
    ['1.0.0', '1.0.0-rc.1'],
    ['999.0.0', APP_VERSION],
  ])('is %s for a user of %s', (found, own) => {
    expect(isUpdate(found, own)).toBe(true)
  })

  it.each([
    ['1.0.0', '1.0.0'],
    ['1.9.9', '1.10.0'],
    ['0.9.0', '1.0.0-rc.1'],
    ['1.0.0-rc.2', '1.0.0-rc.1'],
    ['2.0.0-beta', '1.0.0'],
  ])('is not %s for a user of %s', (found, own) => {
    expect(isUpdate(found, own)).toBe(false)
  })
})

describe('a check for a newer release', () => {
  it('sends GitHub only the request and the program’s name', async () => {
    const heard: IncomingMessage[] = []
    const releases = await releasesOf((response, request) => {
      heard.push(request)
      response.writeHead(200, json).end('{"tag_name":"v1.2.0","prerelease":false}')
    })
    await askForUpdate(releases, '1.0.0', never)
    expect(heard.map(({ method, url, headers }) => [method, url, headers['user-agent']])).toEqual([
      ['GET', '/latest', 'ZorkGPT'],
    ])
    expect(JSON.stringify(heard[0]?.headers)).not.toMatch(/1\.0\.0|cookie|authorization/)
  })

  it('names its version, and the page of our own repository, whatever address the answer has', async () => {
    const releases = await saying({ tag_name: 'v1.10.0', prerelease: false, html_url: 'https://elsewhere.invalid/' })
    expect(await askForUpdate(releases, '1.9.0', never)).toEqual({
      kind: 'newer',
      version: '1.10.0',
      page: `${page}/tag/v1.10.0`,
    })
  })

  it.each([
    ['the same version', { tag_name: 'v1.9.0', prerelease: false }],
    ['an older one', { tag_name: 'v1.8.9', prerelease: false }],
    ['a prerelease by its number', { tag_name: 'v2.0.0-beta.1', prerelease: false }],
    ['a prerelease by its mark', { tag_name: 'v2.0.0', prerelease: true }],
  ])('does not accept %s as a release', async (_what, release) => {
    expect(await askForUpdate(await saying(release), '1.9.0', never)).toEqual({ kind: 'newest' })
  })

  it.each([
    'nightly',
    '2.0.0',
    'v2.0',
    'v2.0.0/../../evil',
    'v2.0.0\n',
    'v02.0.0',
    `v2.0.0-${'a'.repeat(61)}`,
    'v9999999999.0.0',
    'v2.0.0‮',
    2,
  ])('accepts no other form of a version: %j', async (tag) => {
    const answer = await askForUpdate(await saying({ tag_name: tag, prerelease: false }), '1.9.0', never)
    expect(answer).toMatchObject({ kind: 'unknown', why: expect.stringContaining('answer that cannot be read') })
  })

  it.each([
    ['no JSON', '<html>'],
    ['nothing', ''],
    ['what is nested too deeply', '['.repeat(5000)],
    ['more than 1 MB', JSON.stringify({ tag_name: 'v2.0.0', prerelease: false, body: 'x'.repeat(2 ** 20) })],
  ])('reports %s in a sentence', async (_what, text) => {
    const releases = await releasesOf((response) => response.writeHead(200, json).end(text))
    expect(await askForUpdate(releases, '1.9.0', never)).toEqual({
      kind: 'unknown',
      why: `${new URL(releases.latest).host} sent an answer that cannot be read. Check the connection, or try again later.`,
    })
  })

  it('does not read an endless stream', async () => {
    const closed: Promise<unknown>[] = []
    const releases = await releasesOf((response) => {
      closed.push(once(response, 'close'))
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: {}\n\n')
    })
    expect(await askForUpdate(releases, '1.9.0', never)).toMatchObject({
      kind: 'unknown',
      why: expect.stringContaining('did not answer with a release'),
    })
    await Promise.all(closed)
  })

  it.each([
    [404, 'No release has been published yet.'],
    [403, 'answered with status 403'],
    [500, 'answered with status 500'],
  ])('explains a status of %i', async (status, why) => {
    const releases = await releasesOf((response) => response.writeHead(status, json).end('{"message":"evil"}'))
    expect(await askForUpdate(releases, '1.9.0', never)).toEqual({ kind: 'unknown', why: expect.stringContaining(why) })
  })

  it('is not forwarded to another address', async () => {
    let isAsked = false
    const other = await releasesOf((response) => {
      isAsked = true
      response.writeHead(200, json).end('{"tag_name":"v2.0.0","prerelease":false}')
    })
    const releases = await releasesOf((response) => response.writeHead(302, { location: other.latest }).end())
    expect(await askForUpdate(releases, '1.9.0', never)).toMatchObject({ kind: 'unknown' })
    expect(isAsked).toBe(false)
  })

  it.each(['before its answer', 'within it'])('gives up %s after the time limit', async (when) => {
    const time = new AbortController()
    const releases = await releasesOf((response) => {
      if (when === 'within it') response.writeHead(200, json).write('{"tag_name":')
      time.abort()
    })
    expect(await askForUpdate(releases, '1.9.0', time.signal)).toMatchObject({ kind: 'unknown' })
  })

  it('reports that the server cannot be reached', async () => {
    const releases = await saying({})
    servers.splice(0).forEach((server) => server.close())
    expect(await askForUpdate(releases, '1.9.0', never)).toMatchObject({ kind: 'unknown' })
  })
})
