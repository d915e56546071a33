import { strToU8, Zip, ZipDeflate } from 'fflate/browser'
import { nextTask } from './next-frame'

export interface ZipEntry {
  readonly name: string
  readonly parts: readonly (Uint8Array | string)[]
}

/** Limits of a ZIP without its 64-bit extension, with room for the headers. */
const MAX_FILES = 65_000
const MAX_BYTES = 0xf000_0000
/** Compressing this many bytes takes about 5 ms, so that the window stays responsive. */
const STEP_BYTES = 256 * 1024
/** The earliest date in a ZIP. A fixed date makes archives of the same files identical. */
const NO_DATE = new Date(1980, 0, 1)

/** Builds an archive file by file; only compressed bytes stay in memory. */
export class ZipWriter {
  readonly #parts: BlobPart[] = []
  readonly #zip = new Zip((error, part) => {
    if (error !== null) throw error
    this.#parts.push(part as Uint8Array<ArrayBuffer>)
    this.#bytes += part.length
  })
  #files = 0
  #bytes = 0

  /** Rejects with a `RangeError` if the archive has no room for the file; the archive is then unchanged. */
  async add({ name, parts }: ZipEntry): Promise<void> {
    const contents = parts.map((part) => (typeof part === 'string' ? strToU8(part) : part))
    const length = contents.reduce((sum, content) => sum + content.length, 0)
    if (this.#files === MAX_FILES || this.#bytes + length > MAX_BYTES)
      throw new RangeError('The archive is full. Export fewer episodes.')
    this.#files++
    const file = new ZipDeflate(name, { level: 6 })
    file.mtime = NO_DATE
    this.#zip.add(file)
    for (const content of contents)
      for (let at = 0; at < content.length; at += STEP_BYTES) {
        file.push(content.subarray(at, at + STEP_BYTES))
        await nextTask()
      }
    file.push(new Uint8Array(), true)
  }

  finish(): Blob {
    this.#zip.end()
    return new Blob(this.#parts, { type: 'application/zip' })
  }
}
