import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { GoodModel } from '@shared/models/good-models'
import { closeServer, listenOnLoopback } from '../../base/limits/connections'
import { tinyModel } from '../tiny-model.testkit'
import { Downloads } from './downloads'
import { ModelFolder } from './model-folder'

const file = tinyModel({ answer: ['look'] })
const model: GoodModel = {
  id: 'tiny',
  title: 'Tiny',
  file: 'maker/tiny/resolve/main/tiny.gguf',
  licence: 'MIT',
  quantization: 'F32',
  parameters: 1,
  sizeBytes: file.length,
  contextBytesPerToken: 0,
  sha256: createHash('sha256').update(file).digest('hex'),
  goodFor: 'Tests.',
}

/** How the next answers differ from the usual one. */
interface Answers {
  bytes: Buffer
  etag: string | null
  /** Breaks the connection after this many bytes of an answer. */
  breaksAfter: number | null
  /** Sends this many bytes, and then nothing. */
  stopsAfter: number | null
  status: number | null
  ignoresRanges: boolean
}

let folder: ModelFolder
let answers: Answers
let asked: (string | undefined)[]
let address: string
let downloads: Downloads

beforeEach(async () => {
  const home = mkdtempSync(join(tmpdir(), 'zorkgpt-download-'))
  folder = new ModelFolder(join(home, 'models'))
  answers = { bytes: file, etag: '"one"', breaksAfter: null, stopsAfter: null, status: null, ignoresRanges: false }
  asked = []
  const server = serveFile()
  address = `http://127.0.0.1:${await listenOnLoopback(server, 0)}`
  downloads = open({})
  onTestFinished(async () => {
    await downloads.close()
    await closeServer(server)
    rmSync(home, { recursive: true })
  })
})

const open = (options: { readonly totalMemory?: number }) =>
  new Downloads({
    folder,
    address: () => address,
    contextTokens: () => 8192,
    onChange: () => {},
    ...options,
  })

/** A file server with ranges and tags, like the usual ones. */
function serveFile(): Server {
  return createServer((request, response) => {
    const { range, 'if-range': ifRange } = request.headers
    asked.push(range)
    const { bytes, etag, breaksAfter, stopsAfter, status, ignoresRanges } = answers
    if (request.url !== `/${model.file}` || status !== null) return void response.writeHead(status ?? 404).end('No')
    const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0)
    const isPart = from > 0 && ifRange === etag && !ignoresRanges
    const sent = isPart ? bytes.subarray(from) : bytes
    response.writeHead(isPart ? 206 : 200, {
      'content-length': sent.length,
      ...(isPart && { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` }),
      ...(etag !== null && { etag }),
    })
    if (breaksAfter !== null) response.write(sent.subarray(0, breaksAfter), () => response.destroy())
    else if (stopsAfter !== null) response.write(sent.subarray(0, stopsAfter))
    else response.end(sent)
  })
}

const stateOf = async () => downloads.stateOf(model)
/** Resolves when this many bytes are on disk. */
const received = (bytes: number) => expect.poll(async () => (await stateOf())?.receivedBytes).toBe(bytes)
const filesIn = () => (existsSync(folder.path) ? readdirSync(folder.path).toSorted() : [])

describe('a download', () => {
  it('becomes a model with its hash', async () => {
    expect(await downloads.start(model)).toMatchObject({ name: 'tiny', sha256: model.sha256 })
    expect(filesIn()).toEqual(['tiny.gguf', 'tiny.model.json'])
    expect(readFileSync(join(folder.path, 'tiny.gguf')).equals(file)).toBe(true)
    expect(await stateOf()).toBe(null)
  })

  it('continues where it was paused', async () => {
    answers.stopsAfter = 300_000
    const started = downloads.start(model)
    await received(300_000)
    await downloads.pause(model)
    await expect(started).rejects.toMatchObject({ kind: 'canceled' })
    expect(await stateOf()).toMatchObject({ state: 'paused', receivedBytes: 300_000 })
    answers.stopsAfter = null
    expect(await downloads.start(model)).toMatchObject({ sha256: model.sha256 })
    expect(asked).toEqual([undefined, 'bytes=300000-'])
  })

  it('continues where the connection broke, in another process too', async () => {
    answers.breaksAfter = 200_000
    await expect(downloads.start(model)).rejects.toMatchObject({
      kind: 'not_received',
      message: expect.stringContaining('was interrupted') as string,
    })
    expect(await stateOf()).toMatchObject({ state: 'failed', reason: expect.stringContaining('Tiny') as string })
    answers.breaksAfter = null
    downloads = open({})
    expect(await stateOf()).toMatchObject({ state: 'paused' })
    await downloads.start(model)
    expect(asked[1]).toMatch(/^bytes=\d+-$/)
  })

  it.each([
    ['the server has another version of the file', () => void (answers.etag = '"two"')],
    ['the server sends no parts', () => void (answers.ignoresRanges = true)],
  ])('begins again if %s', async (_what, change) => {
    answers.breaksAfter = 200_000
    await expect(downloads.start(model)).rejects.toThrow()
    answers.breaksAfter = null
    change()
    expect(await downloads.start(model)).toMatchObject({ sha256: model.sha256 })
  })

  it.each([null, 'W/"weak"'])('begins again if the tag of the file was %s', async (etag) => {
    answers.breaksAfter = 200_000
    answers.etag = etag
    await expect(downloads.start(model)).rejects.toThrow()
    answers.breaksAfter = null
    await downloads.start(model)
    expect(asked).toEqual([undefined, undefined])
  })

  it('with a wrong checksum is deleted', async () => {
    answers.bytes = Buffer.from(file)
    answers.bytes[500_000] = 1
    await expect(downloads.start(model)).rejects.toMatchObject({
      message: expect.stringMatching(/its SHA-256 is [0-9a-f]{64}, not [0-9a-f]{64}. It was deleted/) as string,
    })
    expect(filesIn()).toEqual([])
  })

  it('of another size is refused before it is received', async () => {
    answers.bytes = Buffer.concat([file, Buffer.alloc(1)])
    await expect(downloads.start(model)).rejects.toThrow(/has a different file for Tiny than expected/)
  })

  it('names the status of a server that refuses', async () => {
    answers.status = 503
    await expect(downloads.start(model)).rejects.toThrow(/answers 503 for maker\/tiny/)
  })

  it('that is cancelled leaves nothing', async () => {
    answers.stopsAfter = 300_000
    const started = downloads.start(model)
    await received(300_000)
    await downloads.cancel(model)
    await expect(started).rejects.toThrow()
    expect(filesIn()).toEqual([])
    expect(await stateOf()).toBe(null)
  })

  it('needs room on the disk', async () => {
    await expect(downloads.start({ ...model, sizeBytes: 2 ** 51, contextBytesPerToken: 0 })).rejects.toMatchObject({
      kind: 'not_possible',
    })
    downloads = open({ totalMemory: 2 ** 60 })
    await expect(downloads.start({ ...model, sizeBytes: 2 ** 51 })).rejects.toMatchObject({
      kind: 'cannot_write',
      message: expect.stringMatching(/^There is not enough room in .*: [\d.]+ GB more are needed/) as string,
    })
    expect(asked).toEqual([])
  })

  it('of a model that the computer cannot hold is refused', async () => {
    downloads = open({ totalMemory: 1e9 })
    await expect(downloads.start(model)).rejects.toThrow(/^Tiny needs 0.3 GB of memory, and this computer has 1.0 GB/)
  })

  it('runs once, also if two programs want it', async () => {
    answers.stopsAfter = 300_000
    const first = downloads.start(model)
    expect(downloads.start(model)).toBe(first)
    await received(300_000)
    await expect(open({}).start(model)).rejects.toMatchObject({ kind: 'running' })
    expect((await stateOf())?.receivedBytes).toBe(300_000)
    await downloads.pause(model)
    await expect(first).rejects.toThrow()
  })
})
