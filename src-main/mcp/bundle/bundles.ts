import { createHash, type Hash } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, sep } from 'node:path'
import { describeBytes } from '@shared/base/describe-bytes'
import { ExpectedError } from '@shared/base/expected-error'
import type { BundleDownload, BundlePart, McpBundle } from '@shared/contract/bundles'
import type { readBundle, unpackBundle } from './bundle-archive'
import { type BundleSource, receiveBundle } from './receive-bundle'

/** MCP bundles, which are archives of servers. They are checked before they are unpacked. */
export interface Bundles {
  /**
   * Takes a part of a file. Resolves to the bundle after the last part, else to null. Rejects with `bad_input` or
   * `bad_file`.
   */
  open(part: BundlePart): Promise<McpBundle | null>
  /** Yields the progress, and the bundle at the end. Rejects with `not_received`, `bad_file` or `not_possible`. */
  download(source: BundleSource, signal: AbortSignal): AsyncGenerator<BundleDownload>
  /** Unpacks a bundle that was opened. Rejects with `not_found` or `cannot_write`. */
  install(sha256: string): Promise<void>
  /** Frees a bundle that was opened. */
  close(sha256: string): void
  /**
   * Deletes the folders of bundles that the saved text does not name, if the text before named them or they are older
   * than a day. Never rejects.
   */
  deleteUnused(before: string, saved: string): Promise<void>
}

interface BundleOptions {
  /** Contains the bundles of this config file only, because another config file names other bundles. */
  readonly folder: string
  readonly platform: NodeJS.Platform
  readonly now: () => Date
  /** Reads and unpacks archives, in another thread if the host must not block. */
  readonly work: { readonly readBundle: typeof readBundle; readonly unpackBundle: typeof unpackBundle }
}

/** Maximum size and number of open bundles, which stay in memory until they are unpacked or closed. */
const MAX_BYTES = 128 << 20
const MAX_OPEN = 2
/** Minimum age of an unused folder that is deleted, because an unsaved draft of a window may name a newer one. */
const KEPT_MS = 24 * 60 * 60 * 1000

interface Received {
  readonly archive: Uint8Array<SharedArrayBuffer>
  readonly hash: Hash
  bytes: number
}

export function openBundles({ folder, platform, now, work }: BundleOptions): Bundles {
  const receiving = new Map<string, Received>()
  const opened = new Map<string, SharedArrayBuffer>()
  let downloads = 0
  const isNew = async (path: string) =>
    now().getTime() - (await stat(path).catch(() => ({ mtimeMs: 0 }))).mtimeMs < KEPT_MS
  const folderOf = (sha256: string) => join(folder, sha256.slice(0, 32))
  const take = async (archive: SharedArrayBuffer, sha256: string, signal?: AbortSignal): Promise<McpBundle> => {
    const read = await work.readBundle({ archive })
    // The window would not receive the bundle, and could not close it.
    signal?.throwIfAborted()
    keepNewest(opened, sha256, archive)
    return { ...read, sha256, place: { folder: folderOf(sha256), platform, home: homedir(), separator: sep } }
  }

  return {
    async open({ upload, at, totalBytes, bytes }) {
      if (totalBytes > MAX_BYTES)
        throw new ExpectedError(
          'bad_file',
          `The bundle has ${describeBytes(totalBytes)}; the maximum is ${describeBytes(MAX_BYTES)}.`,
        )
      const received =
        at === 0
          ? { archive: new Uint8Array(new SharedArrayBuffer(totalBytes)), hash: createHash('sha256'), bytes: 0 }
          : receiving.get(upload)
      if (received === undefined || at !== received.bytes || at + bytes.length > received.archive.length) {
        receiving.delete(upload)
        throw new ExpectedError('bad_input', 'The parts of the file are out of order.')
      }
      received.archive.set(bytes, at)
      received.hash.update(bytes)
      received.bytes += bytes.length
      keepNewest(receiving, upload, received)
      if (received.bytes < received.archive.length) return null
      receiving.delete(upload)
      return take(received.archive.buffer, received.hash.digest('hex'))
    },
    async *download(source, signal) {
      if (downloads >= MAX_OPEN)
        throw new ExpectedError('not_possible', 'Two bundles are being downloaded already. Try again later.')
      downloads++
      try {
        const archive = yield* receiveBundle(source, { maxBytes: MAX_BYTES }, signal)
        const bytes = archive.byteLength
        yield { receivedBytes: bytes, totalBytes: bytes, bundle: await take(archive, source.sha256, signal) }
      } finally {
        downloads--
      }
    },
    async install(sha256) {
      const archive = opened.get(sha256)
      if (archive === undefined) throw new ExpectedError('not_found', 'This bundle is no longer open. Open it again.')
      await work.unpackBundle({ archive, root: folder, to: folderOf(sha256) })
      opened.delete(sha256)
    },
    close: (sha256) => void opened.delete(sha256),
    async deleteUnused(before, saved) {
      const names = await readdir(folder).catch(() => [])
      for (const name of names) {
        const path = join(folder, name)
        // The path as it is written in JSON, which doubles the backslashes of Windows.
        const written = JSON.stringify(path).slice(1, -1)
        if (saved.includes(written) || (!before.includes(written) && (await isNew(path)))) continue
        await rm(path, { recursive: true, force: true }).catch(() => {})
      }
    },
  }
}

function keepNewest<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key)
  map.set(key, value)
  for (const oldest of [...map.keys()].slice(0, -MAX_OPEN)) map.delete(oldest)
}
