/** One file of an archive. Its name is of plain letters, digits, dots and the like. */
export interface ZipEntry {
  readonly name: string
  readonly text: string
}

/** A ZIP without its 64-bit extension holds no more, in files and in bytes. */
const MOST_FILES = 0xffff
const MOST_BYTES = 0xffffffff
const [LOCAL, CENTRAL, END] = [0x04034b50, 0x02014b50, 0x06054b50]
const [DEFLATE, UTF8_NAMES, VERSION] = [8, 0x0800, 20]
/** 1 January 1980, the first day that a ZIP knows: an archive of the same files is the same archive. */
const NO_DATE = 0x0021

/**
 * An archive that takes one file after the other, each compressed as it comes: all that is kept is what is in the
 * archive.
 */
export class ZipWriter {
  readonly #parts: BlobPart[] = []
  readonly #directory: BlobPart[] = []
  #files = 0
  #bytes = 0
  #directoryBytes = 0

  /** Rejects with a `RangeError` if it does not fit any more; the archive is then as it was. */
  async add({ name, text }: ZipEntry): Promise<void> {
    const plain = new TextEncoder().encode(text)
    const packed = new Uint8Array(
      await new Response(new Blob([plain]).stream().pipeThrough(new CompressionStream('deflate-raw'))).arrayBuffer(),
    )
    const label = new TextEncoder().encode(name)
    const about = fields(
      [VERSION, 2],
      [UTF8_NAMES, 2],
      [DEFLATE, 2],
      [0, 2],
      [NO_DATE, 2],
      [crc32(plain), 4],
      [packed.length, 4],
      [plain.length, 4],
      [label.length, 2],
      [0, 2],
    )
    const size = 4 + about.length + label.length + packed.length
    if (this.#files === MOST_FILES || this.#bytes + this.#directoryBytes + 2 * size > MOST_BYTES)
      throw new RangeError('There is no room for it in the archive.')
    this.#parts.push(fields([LOCAL, 4]), about, label, packed)
    // Comment, disk, attributes inside and outside, and where the file begins.
    const place = fields([0, 2], [0, 2], [0, 2], [0, 4], [this.#bytes, 4])
    this.#directory.push(fields([CENTRAL, 4], [VERSION, 2]), about, place, label)
    this.#directoryBytes += 6 + about.length + place.length + label.length
    this.#bytes += size
    this.#files++
  }

  finish(): Blob {
    const end = fields(
      [END, 4],
      [0, 2],
      [0, 2],
      [this.#files, 2],
      [this.#files, 2],
      [this.#directoryBytes, 4],
      [this.#bytes, 4],
      [0, 2],
    )
    return new Blob([...this.#parts, ...this.#directory, end], { type: 'application/zip' })
  }
}

/** Numbers of so many bytes, the lowest first. */
function fields(...numbers: readonly (readonly [value: number, bytes: 2 | 4])[]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(numbers.reduce((sum, [, bytes]) => sum + bytes, 0)))
  let at = 0
  for (const [value, bytes] of numbers) {
    if (bytes === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += bytes
  }
  return new Uint8Array(view.buffer)
}

/** Of a byte, for the sum of many. */
const REMAINDERS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte
  for (let bit = 0; bit < 8; bit++) remainder = remainder & 1 ? (remainder >>> 1) ^ 0xedb88320 : remainder >>> 1
  return remainder
})

function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff
  for (const byte of bytes) sum = (sum >>> 8) ^ (REMAINDERS[(sum ^ byte) & 0xff] ?? 0)
  return (sum ^ 0xffffffff) >>> 0
}
