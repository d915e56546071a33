import { createHash } from 'node:crypto'
import { ExpectedError } from '@shared/base/expected-error'
import type { BundleDownload } from '@shared/contract/bundles'
import { whyNoDownload } from '@shared/mcp/registry/why-no-address'
import { fetchFromNetwork } from '../../base/network/system-certificates'
import { whyUnreached } from '../registry/search-registry'
import { hostOf } from '../sign-in/authorization-fetch'

export interface BundleSource {
  /** The registry that names the file. Only a registry on this computer may name addresses of this computer. */
  readonly registry: string
  readonly url: string
  readonly sha256: string
}

interface Limits {
  readonly maxBytes: number
  /** After this time without a byte the download fails. */
  readonly silenceMs?: number
}

const SILENCE_MS = 60_000
/** Minimum time between two progress reports. */
const REPORT_MS = 200
/** Maximum number of redirects; releases of GitHub need one to another host. */
const MAX_REDIRECTS = 5

/**
 * Receives a bundle into memory and checks its SHA-256. Redirects are followed to addresses that the registry may name,
 * because nothing secret is sent. Rejects with `not_received` or `bad_file` and one sentence, or with the signal's
 * reason.
 */
export async function* receiveBundle(
  { registry, url, sha256 }: BundleSource,
  { maxBytes, silenceMs = SILENCE_MS }: Limits,
  signal: AbortSignal,
): AsyncGenerator<BundleDownload, SharedArrayBuffer> {
  const host = hostOf(url)
  const failed = (reason: string) => new ExpectedError('not_received', `${host} ${reason}`)
  const tooLong = () => new ExpectedError('bad_file', `The file is longer than the maximum of ${maxBytes >> 20} MB.`)
  const silence = new AbortController()
  let hasBegun = false
  const timer = setTimeout(() => silence.abort(), silenceMs)
  try {
    const response = await request(url, registry, AbortSignal.any([signal, silence.signal]))
    if (!response.ok) throw failed(`answered with status ${response.status}.`)
    const totalBytes = lengthOf(response)
    if (totalBytes !== null && totalBytes > maxBytes) throw tooLong()
    hasBegun = true
    const archive = new Uint8Array(new SharedArrayBuffer(totalBytes ?? maxBytes))
    const hash = createHash('sha256')
    let receivedBytes = 0
    let reportedMs = -Infinity
    for await (const chunk of response.body ?? []) {
      timer.refresh()
      if (receivedBytes + chunk.length > archive.length) throw tooLong()
      archive.set(chunk, receivedBytes)
      hash.update(chunk)
      receivedBytes += chunk.length
      if (performance.now() - reportedMs < REPORT_MS) continue
      reportedMs = performance.now()
      yield { receivedBytes, totalBytes, bundle: null }
      timer.refresh()
    }
    const received = hash.digest('hex')
    if (received !== sha256)
      throw failed(`sent another file than the registry describes: its SHA-256 is ${received}, not ${sha256}.`)
    return archive.buffer.slice(0, receivedBytes)
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof ExpectedError) throw error
    if (silence.signal.aborted) throw failed(`sent nothing for ${silenceMs / 1000} seconds.`)
    throw failed(hasBegun ? 'ended the connection before the whole file was received.' : whyUnreached(error))
  } finally {
    clearTimeout(timer)
    silence.abort()
  }
}

async function request(url: string, registry: string, signal: AbortSignal): Promise<Response> {
  let at = url
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const refused = whyNoDownload(at, registry)
    if (refused !== null)
      throw new ExpectedError(
        'not_received',
        at === url ? refused : `${hostOf(url)} redirects to another address: ${refused}`,
      )
    const response = await fetchFromNetwork(at, {
      headers: { accept: 'application/octet-stream, */*', 'accept-encoding': 'identity' },
      redirect: 'manual',
      signal,
    })
    const location = response.headers.get('location')
    if (response.status < 300 || response.status > 399 || location === null) return response
    await response.body?.cancel()
    at = URL.canParse(location, at) ? new URL(location, at).href : location
  }
  throw new ExpectedError('not_received', `${hostOf(url)} redirects too often.`)
}

/** Null if unknown: the length of a compressed answer is that of the compressed bytes. */
function lengthOf({ headers }: Response): number | null {
  const length = headers.get('content-length')
  return length === null || headers.has('content-encoding') ? null : Number(length)
}
