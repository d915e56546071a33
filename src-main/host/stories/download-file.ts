import { createHash } from 'node:crypto'
import { basename, dirname } from 'node:path'
import { ExpectedError } from '@shared/base/expected-error'
import { makePlainFolder } from '../../base/files/make-folder'
import { notWritten } from '../../base/files/not-written'
import { placeInside } from '../../base/files/plain-file'
import { replacePlain } from '../../base/files/replace-file'

export interface Download {
  readonly url: string
  readonly sha256: string
  /** The length of the whole file, which is held in memory until it is known to be the right one. */
  readonly bytes: number
  readonly file: string
  readonly signal: AbortSignal
  readonly onProgress: (receivedBytes: number) => void
  /** Silence after which the connection is given up. */
  readonly stallMs?: number
}

/**
 * Gets a file whose hash is known. Rejects with `not_received`, `canceled` or `cannot_write`. Nothing is written but
 * the file that is known, whole.
 */
export async function downloadFile(download: Download): Promise<void> {
  const { url, sha256, bytes, file } = download
  const { status, content } = await receive(download)
  if (status !== 200) throw refusal(status, url)
  if (content.length < bytes) throw cutOff(content.length, bytes)
  const found = createHash('sha256').update(content).digest('hex')
  const wrong = content.length > bytes ? `it is longer than ${bytes} bytes` : `its SHA-256 is ${found}, not ${sha256}`
  if (found !== sha256)
    throw new ExpectedError('not_received', `The file is not the one that was expected: ${wrong}. It was not kept.`)
  try {
    await makePlainFolder(placeInside(dirname(file)))
    await replacePlain(placeInside(dirname(file), basename(file)), content)
  } catch (error) {
    throw notWritten('Not kept', file, error)
  }
}

/** What is longer than the file is read no further. */
async function receive({ url, bytes, signal, onProgress, stallMs = 20_000 }: Download) {
  const stall = new AbortController()
  let timer = setTimeout(() => stall.abort(), stallMs)
  const parts: Uint8Array[] = []
  let received = 0
  try {
    const { status, body } = await fetch(url, { signal: AbortSignal.any([signal, stall.signal]) })
    if (status !== 200) await body?.cancel()
    else
      for await (const chunk of body ?? []) {
        clearTimeout(timer)
        timer = setTimeout(() => stall.abort(), stallMs)
        parts.push(chunk)
        received += chunk.length
        if (received > bytes) break
        onProgress(received)
      }
    return { status, content: Buffer.concat(parts) }
  } catch (error) {
    if (signal.aborted) throw new ExpectedError('canceled', 'Cancelled.')
    const silence = `${hostOf(url)} sent nothing for ${Math.round(stallMs / 1000)} s. Try again later.`
    if (stall.signal.aborted) throw new ExpectedError('not_received', silence)
    if (received > 0) throw cutOff(received, bytes)
    throw new ExpectedError(
      'not_received',
      `${hostOf(url)} cannot be reached (${causeOf(error)}). Check the connection and try again, or add a story file that you have.`,
    )
  } finally {
    clearTimeout(timer)
  }
}

const cutOff = (received: number, bytes: number) =>
  new ExpectedError('not_received', `The connection ended after ${received} of ${bytes} bytes. Try again.`)

function refusal(status: number, url: string) {
  if (status === 404 || status === 410)
    return new ExpectedError(
      'not_received',
      `The file is no longer at ${url} (status ${status}). Add a story file that you have, or look for a newer version of the app.`,
    )
  return new ExpectedError('not_received', `${hostOf(url)} answered with status ${status}. Try again later.`)
}

const hostOf = (url: string) => new URL(url).host

function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return String(error)
  return 'code' in cause ? String(cause.code) : cause.message
}
