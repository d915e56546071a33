import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openEpisodeGame } from '../../story/episode/episode-game'
import { BUNDLED_STORY, NEEDS_SHARED, readShared, SHARED_IS_ABSENT } from '../../story/shared-files.testkit'
import { downloadFile } from '../stories/download-file'
import { createStoryShelf } from '../stories/story-shelf'
import { storyApi } from './stories'

const bundledFolder = resolve(import.meta.dirname, '../../../build/story')
const MANOR = resolve(import.meta.dirname, '../../story/fixtures/manor.z3')
let folder: string
let server: Server | null = null
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stories-'))
})
afterEach(async () => {
  server?.closeAllConnections()
  server?.close()
  server = null
  await rm(folder, { recursive: true, force: true })
})

function openShelf(mirror?: string) {
  const ownFolder = join(folder, '.stories')
  const shelf = createStoryShelf({ bundledFolder, ownFolder, mirror, openGame: openEpisodeGame })
  return { library: shelf.library, api: storyApi(shelf) }
}
const titles = async (shelf = openShelf()) => (await shelf.api.listStories({})).map(({ title }) => title)

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  server = createServer(answer).listen(0, '127.0.0.1')
  await new Promise((ready) => server?.once('listening', ready))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('the library of stories', () => {
  it('keeps what was added, by hash and not by name, and always has the bundled story', async () => {
    const first = await openShelf().api.openStory({ path: MANOR })
    expect(first).toMatchObject({ id: 'manor', version: 3, bundled: false, licence: null, maxScore: null })
    const again = await openShelf().api.addStory({
      fileName: 'renamed.z3',
      base64: (await readFile(MANOR)).toString('base64'),
    })
    expect(again).toEqual(first)
    expect(await titles()).toEqual(['Glass Weather', 'manor'])
    await openShelf().api.addStory({
      fileName: '../../manor.z5',
      base64: (await readFile(MANOR.replace('z3', 'z5'))).toString('base64'),
    })
    expect((await readdir(join(folder, '.stories'))).toSorted()).toEqual([
      expect.stringMatching(/^manor-[0-9a-f]{6}\.z5$/),
      'manor.z3',
    ])
  })

  it('takes a story out and puts it back, but not a bundled one', async () => {
    const shelf = openShelf()
    await shelf.api.openStory({ path: MANOR })
    await shelf.api.removeStory({ id: 'manor' })
    expect(await titles(shelf)).toEqual(['Glass Weather'])
    await shelf.api.restoreStory({ id: 'manor' })
    expect(await titles(shelf)).toEqual(['Glass Weather', 'manor'])
    await expect(shelf.api.removeStory({ id: 'glass-weather' })).rejects.toThrow(
      'Glass Weather is part of the app and stays in the library.',
    )
  })

  it('refuses what is no story, saying what is wrong with it, and keeps nothing of it', async () => {
    const file = join(folder, 'notes.z5')
    await writeFile(file, 'These are notes, and notes are no story at all, however long they may become in the end.')
    const { api } = openShelf()
    await expect(api.openStory({ path: file })).rejects.toThrow(
      /the version \(byte 0\) of .*notes\.z5 is 84, expected 1 to 5, 7 or 8 \(is this a Z-machine story\?\)/,
    )
    await expect(api.openStory({ path: join(folder, 'none.z3') })).rejects.toThrow('is missing')
    await expect(api.addStory({ fileName: 'x.z3', base64: '' })).rejects.toThrow('the file is empty')
    expect(existsSync(join(folder, '.stories'))).toBe(false)
  })

  it('a story opened by its path for one run leaves no trace', async () => {
    const shelf = openShelf()
    expect((await shelf.library.find(MANOR)).id).toBe('manor')
    expect(await titles(shelf)).toEqual(['Glass Weather'])
  })

  it('says what the game can tell about itself', async () => {
    const { api } = openShelf()
    expect(await api.examineStory({ id: 'glass-weather' })).toMatchObject({
      support: { score: 'inferred', room: 'inferred', validActions: 'inferred' },
      maxScore: 100,
    })
  })
})

describe('a download', () => {
  const wanted = Buffer.alloc(60_000, 'story ')
  const sha256 = createHash('sha256').update(wanted).digest('hex')
  const file = () => join(folder, 'story.z3')
  const get = (url: string, over: Partial<Parameters<typeof downloadFile>[0]> = {}) =>
    downloadFile({
      url: `${url}/story`,
      sha256,
      bytes: wanted.length,
      file: file(),
      signal: new AbortController().signal,
      onProgress: () => undefined,
      ...over,
    })

  it('of a server that sends slowly tells how far it is', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(200)
      const parts = [0, 1, 2].map((part) => wanted.subarray(part * 20_000, (part + 1) * 20_000))
      const send = () => {
        const part = parts.shift()
        if (part) response.write(part, () => setTimeout(send, 30))
        else response.end()
      }
      send()
    })
    const progress: number[] = []
    await get(url, { onProgress: (received) => progress.push(received) })
    expect(progress.length).toBeGreaterThan(2)
    expect(progress.at(-1)).toBe(wanted.length)
    expect(await readFile(file())).toEqual(wanted)
  })

  it('that was cut off leaves nothing behind and can be tried again', async () => {
    let isFirst = true
    const url = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': wanted.length })
      if (!isFirst) return void response.end(wanted)
      isFirst = false
      response.write(wanted.subarray(0, 25_000), () => setTimeout(() => response.destroy(), 20))
    })
    await expect(get(url)).rejects.toMatchObject({
      kind: 'not_received',
      message: 'The connection ended after 25000 of 60000 bytes. Try again.',
    })
    expect(await readdir(folder)).toEqual([])
    await get(url)
    expect(await readFile(file())).toEqual(wanted)
  })

  it('of a server that lies is refused and not kept', async () => {
    await expect(
      get(await serve((_request, response) => response.end(Buffer.alloc(wanted.length, 'other ')))),
    ).rejects.toMatchObject({
      kind: 'not_received',
      message: expect.stringContaining(`not ${sha256}. It was not kept.`) as string,
    })
    server?.close()
    await expect(
      get(await serve((_request, response) => response.end(Buffer.concat([wanted, wanted])))),
    ).rejects.toMatchObject({
      kind: 'not_received',
      message: expect.stringContaining('longer than 60000 bytes') as string,
    })
    expect(await readdir(folder)).toEqual([])
  })

  it('of a file that is gone, or a server that fails, says so', async () => {
    await expect(get(await serve((_request, response) => response.writeHead(404).end('no')))).rejects.toMatchObject({
      kind: 'not_received',
      message: expect.stringContaining('no longer at') as string,
    })
    server?.close()
    await expect(get(await serve((_request, response) => response.writeHead(503).end('no')))).rejects.toMatchObject({
      kind: 'not_received',
      message: expect.stringContaining('status 503') as string,
    })
  })

  it('without a network says what to do', async () => {
    const url = await serve(() => undefined)
    await new Promise((closed) => server?.close(closed))
    await expect(get(url)).rejects.toMatchObject({
      kind: 'not_received',
      message: expect.stringMatching(
        /cannot be reached \(ECONNREFUSED\)\. Check the connection and try again, or add a story file that you have\./,
      ) as string,
    })
  })

  it('is given up after a silence, and cancelled at once; neither leaves anything behind', async () => {
    const url = await serve((_request, response) => void response.writeHead(200).write(wanted.subarray(0, 10_000)))
    await expect(get(url, { stallMs: 80 })).rejects.toThrow('sent nothing for')
    const abort = new AbortController()
    await expect(get(url, { signal: abort.signal, onProgress: () => abort.abort() })).rejects.toMatchObject({
      kind: 'canceled',
    })
    expect(await readdir(folder)).toEqual([])
  })
})

it.skipIf(SHARED_IS_ABSENT)(`the three offered stories are those whose hashes are pinned${NEEDS_SHARED}`, async () => {
  const asked: string[] = []
  const shelf = openShelf(
    await serve(({ url = '' }, response) => {
      asked.push(url)
      response.end(readShared(`games/${url.split('/').at(-1)}`))
    }),
  )
  const { offers } = (await shelf.api.watchStories({}, new AbortController().signal)[Symbol.asyncIterator]().next())
    .value
  for (const { sha256 } of offers) await shelf.api.downloadStory({ sha256 })
  expect(asked).toEqual(
    [1, 2, 3].map(
      (part) =>
        expect.stringMatching(
          new RegExp(`^/historicalsource/zork${part}/[0-9a-f]{40}/COMPILED/zork${part}\\.z3$`),
        ) as string,
    ),
  )
  expect(await titles(shelf)).toEqual(['Glass Weather', 'Zork I', 'Zork II', 'Zork III'])
  expect(offers[0]).toMatchObject({
    licence: 'MIT',
    licenceText: expect.stringContaining('Permission is hereby granted') as string,
    maxScore: 350,
  })
})

it('two presses on the same offer are one download', async () => {
  let asked = 0
  const { api } = openShelf(
    await serve((_request, response) => {
      asked++
      response.writeHead(404).end()
    }),
  )
  const { offers } = (await api.watchStories({}, new AbortController().signal)[Symbol.asyncIterator]().next()).value
  const get = () => api.downloadStory({ sha256: offers[0]?.sha256 ?? '' })
  const [first, second] = await Promise.allSettled([get(), get()])
  expect([first, second]).toMatchObject([{ reason: { kind: 'not_received' } }, { reason: { kind: 'running' } }])
  expect(asked).toBe(1)
})

it('the known hash of the bundled story is that of its file', async () => {
  const { sha256 } = (await openShelf().api.listStories({}))[0] ?? {}
  expect(
    createHash('sha256')
      .update(await readFile(BUNDLED_STORY))
      .digest('hex'),
  ).toBe(sha256)
  expect(openShelf().library.known[0]?.sha256).toBe(sha256)
})
