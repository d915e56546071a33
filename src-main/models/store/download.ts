import { createHash, type Hash } from 'node:crypto'
import { type FileHandle, open, rm, statfs } from 'node:fs/promises'
import { z } from 'zod'
import { ExpectedError, isExpected, messageOf } from '@shared/base/expected-error'
import { parseJson } from '@shared/base/json/bound-json'
import type { GoodModel } from '@shared/models/good-models'
import { acquireLease } from '../../base/files/lease'
import { openPlain, readPlain, type RootedPath, statPlain } from '../../base/files/plain-file'
import { replacePlain } from '../../base/files/replace-file'
import { writeError } from '../../base/files/write-error'
import { fetchFromNetwork } from '../../base/network/system-certificates'
import { type ModelFile, type ModelFolder, nameOfFile } from './model-folder'

/** The progress of a download. `checking`: the bytes on disk are read for the checksum. */
export interface DownloadProgress {
  readonly state: 'receiving' | 'checking'
  readonly receivedBytes: number
}

interface DownloadOptions {
  readonly folder: ModelFolder
  /** The beginning of the file's URL, such as https://huggingface.co. */
  readonly address: string
  readonly signal: AbortSignal
  readonly onProgress: (progress: DownloadProgress) => void
}

const PART_ENDING = '.gguf.part'
const PLAN_ENDING = '.gguf.part.json'
const LEASE_ENDING = '.gguf.lease'

/** Stored beside a partial download: the version of the file. */
const plan = z.object({ id: z.string(), etag: z.string().nullable() })

export const nameOfDownload = ({ file }: GoodModel): string => nameOfFile(file)

/** Size of an interrupted download on disk, in bytes; null if there is none. */
export const bytesOfPart = (folder: ModelFolder, model: GoodModel): Promise<number | null> =>
  statPlain(partOf(folder, model)).then(
    ({ size }) => size,
    () => null,
  )

export async function discardPart(folder: ModelFolder, model: GoodModel): Promise<void> {
  await rm(partOf(folder, model).path, { force: true })
  await rm(folder.placeOf(nameOfDownload(model), PLAN_ENDING).path, { force: true })
}

/**
 * Downloads a model, or continues an interrupted download if the server still has the same file. Rejects with the
 * signal's reason when aborted. Received bytes stay on disk, unless the checksum is wrong.
 */
export async function download(model: GoodModel, options: DownloadOptions): Promise<ModelFile> {
  const { folder, signal } = options
  await folder.make()
  const lease = await acquireLease(folder.placeOf(nameOfDownload(model), LEASE_ENDING))
  if (lease === null) throw new ExpectedError('running', `${model.title} is being downloaded by another program.`)
  try {
    const part = partOf(folder, model)
    const file = await openPlain(part, 'read and append').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      return openPlain(part, 'create')
    })
    let sha256: string
    try {
      sha256 = await receiveAll(file, model, options)
      await file.sync()
    } finally {
      await file.close()
    }
    if (model.sha256 !== null && sha256 !== model.sha256) {
      await discardPart(folder, model)
      throw new ExpectedError(
        'not_received',
        `The file received for ${model.title} is not the expected one: its SHA-256 is ${sha256}, not ${model.sha256}. It was deleted.`,
      )
    }
    try {
      return await folder.adopt(part, nameOfDownload(model), sha256)
    } finally {
      await discardPart(folder, model)
    }
  } catch (error) {
    signal.throwIfAborted()
    throw isExpected(error) ? error : failureOf(model, folder, error)
  } finally {
    await lease.release()
  }
}

/** Appends the missing bytes. Resolves to the hash of the whole file. */
async function receiveAll(file: FileHandle, model: GoodModel, options: DownloadOptions): Promise<string> {
  const { folder, signal, onProgress } = options
  const { size } = await file.stat()
  const known = size > 0 ? await readPlan(folder, model) : null
  const isUsable = size <= model.sizeBytes && known?.id === model.id && known.etag !== null
  if (!isUsable) await file.truncate(0)
  let hash = createHash('sha256')
  let received = isUsable ? size : 0
  if (received > 0) await hashPart(partOf(folder, model), hash, signal, onProgress)
  if (received === model.sizeBytes) return hash.digest('hex')
  await requireRoom(folder, model, received)
  const response = await ask(model, received, known?.etag ?? null, options)
  if (response.status === 200 && received > 0) {
    // The server has another version of the file, or does not support ranges.
    await file.truncate(0)
    hash = createHash('sha256')
    received = 0
  }
  if (response.status === 206 && startOf(response) !== received)
    throw new ExpectedError(
      'not_received',
      `${options.address} sends a different part of ${model.title} than requested.`,
    )
  const total = totalOf(response, received)
  if (total !== null && total !== model.sizeBytes)
    throw new ExpectedError(
      'not_received',
      `${options.address} has a different file for ${model.title} than expected: ${total.toLocaleString('en')} bytes, not ${model.sizeBytes.toLocaleString('en')}.`,
    )
  await writePlan(folder, model, strongTagOf(response))
  for await (const chunk of chunksOf(response)) {
    received += chunk.length
    if (received > model.sizeBytes)
      throw new ExpectedError('not_received', `${options.address} sends more than expected for ${model.title}.`)
    hash.update(chunk)
    await writeAll(file, chunk)
    onProgress({ state: 'receiving', receivedBytes: received })
  }
  if (received < model.sizeBytes) throw new Error('the connection ended early')
  return hash.digest('hex')
}

const partOf = (folder: ModelFolder, model: GoodModel): RootedPath => folder.placeOf(nameOfDownload(model), PART_ENDING)

async function readPlan(folder: ModelFolder, model: GoodModel) {
  try {
    const bytes = await readPlain(folder.placeOf(nameOfDownload(model), PLAN_ENDING), 10_000)
    return plan.parse(parseJson(bytes.toString('utf8')))
  } catch {
    return null
  }
}

const writePlan = (folder: ModelFolder, model: GoodModel, etag: string | null): Promise<void> =>
  replacePlain(
    folder.placeOf(nameOfDownload(model), PLAN_ENDING),
    `${JSON.stringify({ id: model.id, etag } satisfies z.infer<typeof plan>)}\n`,
  )

async function hashPart(
  part: RootedPath,
  hash: Hash,
  signal: AbortSignal,
  onProgress: DownloadOptions['onProgress'],
): Promise<void> {
  let read = 0
  const file = await open(part.path, 'r')
  for await (const chunk of file.createReadStream({ highWaterMark: 1 << 20, signal })) {
    hash.update(chunk as Buffer)
    read += (chunk as Buffer).length
    onProgress({ state: 'checking', receivedBytes: read })
  }
}

/** Free space that must remain on the disk. */
const MARGIN_BYTES = 200e6

async function requireRoom(folder: ModelFolder, model: GoodModel, received: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder.path)
  const missing = model.sizeBytes - received + MARGIN_BYTES - bavail * bsize
  if (missing > 0)
    throw new ExpectedError(
      'cannot_write',
      `There is not enough room in ${folder.path} for ${model.title}: ${gigabytes(missing)} GB more are needed.`,
    )
}

const gigabytes = (bytes: number) => (Math.ceil(bytes / 1e8) / 10).toFixed(1)

async function ask(
  { file }: GoodModel,
  received: number,
  etag: string | null,
  { address, signal }: DownloadOptions,
): Promise<Response> {
  const isContinued = received > 0 && etag !== null
  const response = await fetchFromNetwork(`${address.replace(/\/+$/, '')}/${file}`, {
    signal,
    headers: isContinued ? { range: `bytes=${received}-`, 'if-range': etag } : {},
  })
  if (response.ok) return response
  await response.body?.cancel()
  throw new ExpectedError('not_received', `${address} answers ${response.status} for ${file}. Try again later.`)
}

/** Size of the whole file according to the answer, in bytes; null if unknown. */
function totalOf(response: Response, received: number): number | null {
  const ranged = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1]
  if (ranged !== undefined) return Number(ranged)
  const length = response.headers.get('content-length')
  // For a compressed answer, this is the compressed length.
  return length === null || response.headers.has('content-encoding') ? null : Number(length) + received
}

const startOf = ({ headers }: Response): number =>
  Number(/^bytes (\d+)-/.exec(headers.get('content-range') ?? '')?.[1] ?? NaN)

/** A weak tag does not identify the bytes (RFC 9110, 13.1.5). */
function strongTagOf({ headers }: Response): string | null {
  const tag = headers.get('etag')
  return tag === null || tag.startsWith('W/') ? null : tag
}

/** A server that sends no data for this time counts as gone. */
const SILENCE_MS = 60_000

async function* chunksOf({ body }: Response): AsyncGenerator<Uint8Array> {
  const reader = (body as ReadableStream<Uint8Array>).getReader()
  try {
    for (;;) {
      let timer: NodeJS.Timeout | undefined
      const silence = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => reject(new Error(`the server sent no data for ${SILENCE_MS / 1000} s`)), SILENCE_MS)
      })
      const { done, value } = await Promise.race([reader.read(), silence]).finally(() => clearTimeout(timer))
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let at = 0; at < chunk.length;) at += (await file.write(chunk, at)).bytesWritten
}

/** Converts an error: `cannot_write` for system calls on the file, otherwise `not_received`. */
function failureOf(model: GoodModel, folder: ModelFolder, error: unknown): ExpectedError {
  const { syscall } = error as NodeJS.ErrnoException
  if (syscall !== undefined && ['write', 'open', 'rename', 'fsync', 'ftruncate', 'link'].includes(syscall))
    return writeError(`The download of ${model.title} stopped`, folder.path, error)
  const cause = (error as Error).cause
  return new ExpectedError(
    'not_received',
    `The download of ${model.title} was interrupted: ${messageOf(cause ?? error)}. Continue it to receive the rest.`,
  )
}
