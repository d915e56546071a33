import { createHash } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { contractError } from '@shared/contract/rpc'
import { makePlainFolder } from '../../files/make-folder'
import { openPlain, placeInside, statPlain } from '../../files/plain-file'

export interface Download {
  readonly url: string
  readonly sha256: string
  /** The length of the whole file. */
  readonly bytes: number
  readonly file: string
  readonly signal: AbortSignal
  readonly onProgress: (receivedBytes: number) => void
  /** Silence after which the connection is given up. */
  readonly stallMs?: number
}

/** What was received so far lies here and is kept, whatever happens, unless it is wrong. */
export const partOf = (file: string) => `${file}.part`
const partPlace = (file: string) => placeInside(dirname(file), basename(partOf(file)))

/** How much of a file has been received before; 0 if nothing. */
export const receivedBytesOf = (file: string): Promise<number> =>
  statPlain(partPlace(file)).then(
    ({ size }) => size,
    () => 0,
  )

/**
 * Gets a file whose hash is known, going on where an earlier attempt stopped if the server can. Rejects with a
 * ContractError: `offline`, `gone`, `refused`, `cut_off`, `stalled`, `wrong_file` or `cancelled`. A file that is not
 * the one that is known is removed, and never has its name.
 */
export async function downloadFile(download: Download): Promise<void> {
  const { file, sha256, bytes, signal } = download
  const part = partOf(file)
  await makePlainFolder(placeInside(dirname(file)))
  if ((await receivedBytesOf(file)) < bytes) await receive(download)
  if (signal.aborted) throw cancelled()
  const received = await receivedBytesOf(file)
  if (received < bytes)
    throw contractError(
      'cut_off',
      `The connection ended after ${received} of ${bytes} bytes. What was received is kept: go on with Resume.`,
    )
  const found = await hashOf(file)
  if (found !== sha256) {
    await rm(part)
    throw contractError(
      'wrong_file',
      `The file is not the one that was expected: its SHA-256 is ${found}, not ${sha256}. It was removed.`,
    )
  }
  await rename(part, file)
}

async function receive(download: Download): Promise<void> {
  const { url, file, bytes, signal, onProgress, stallMs = 20_000 } = download
  const before = await receivedBytesOf(file)
  const stall = new AbortController()
  let timer = setTimeout(() => stall.abort(), stallMs)
  try {
    const response = await fetch(url, {
      headers: before > 0 ? { range: `bytes=${before}-` } : {},
      signal: AbortSignal.any([signal, stall.signal]),
    })
    const goesOn =
      response.status === 206 && response.headers.get('content-range')?.startsWith(`bytes ${before}-`) === true
    if (!goesOn && response.status !== 200) {
      await response.body?.cancel()
      // The server knows another length than we do: from the beginning, then.
      if (before > 0 && (response.status === 416 || response.status === 206)) return await startOver(download)
      throw refusal(response.status, url)
    }
    if (!goesOn) await rm(partOf(file), { force: true })
    const part = await openPlain(partPlace(file), goesOn ? 'append' : 'begin anew')
    let received = goesOn ? before : 0
    try {
      for await (const chunk of response.body ?? []) {
        clearTimeout(timer)
        timer = setTimeout(() => stall.abort(), stallMs)
        received += chunk.length
        if (received > bytes) break
        await part.write(chunk)
        onProgress(received)
      }
    } finally {
      await part.close()
    }
    if (received > bytes) {
      await rm(partOf(file))
      throw contractError(
        'wrong_file',
        `The file is not the one that was expected: it is longer than ${bytes} bytes. It was removed.`,
      )
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && typeof error.code === 'string' && KNOWN.has(error.code))
      throw error
    if (signal.aborted) throw cancelled()
    if (stall.signal.aborted)
      throw contractError(
        'stalled',
        `${hostOf(url)} sent nothing for ${Math.round(stallMs / 1000)} s. What was received is kept: go on with Resume.`,
      )
    // Broken in the middle: what came counts, and how much is missing is said of the whole.
    if ((await receivedBytesOf(file)) > before) return
    throw contractError(
      'offline',
      `${hostOf(url)} cannot be reached (${causeOf(error)}). Check the connection and try again, or add a story file that you have.`,
    )
  } finally {
    clearTimeout(timer)
  }
}

const KNOWN: ReadonlySet<string> = new Set([
  'gone',
  'refused',
  'wrong_file',
  'cut_off',
  'stalled',
  'offline',
  'cancelled',
])

async function startOver(download: Download): Promise<void> {
  await rm(partOf(download.file))
  await receive(download)
}

function refusal(status: number, url: string) {
  if (status === 404 || status === 410)
    return contractError(
      'gone',
      `The file is no longer at ${url} (status ${status}). Add a story file that you have, or look for a newer version of the app.`,
    )
  return contractError('refused', `${hostOf(url)} answered with status ${status}. Try again later.`)
}

const cancelled = () => contractError('cancelled', 'Cancelled. What was received is kept: go on with Resume.')
const hostOf = (url: string) => new URL(url).host

function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? ('code' in cause ? String(cause.code) : cause.message) : String(error)
}

/** Of what was received. */
async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  const part = await openPlain(partPlace(file), 'read')
  for await (const chunk of part.createReadStream()) hash.update(chunk as Uint8Array)
  return hash.digest('hex')
}
