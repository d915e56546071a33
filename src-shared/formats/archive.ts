// fflate's build for Node declares a `require`, which a bundle has already.
import { Inflate, strFromU8 } from 'fflate/browser'
import { describeBytes } from '../base/describe-bytes'

/** A file in an archive from an untrusted source. */
export interface ArchivedFile {
  /** Unpacked size in bytes, as declared. */
  readonly size: number
  /** Unix file type and permissions; 0 if the archive has none. */
  readonly mode: number
  /** Unpacks the file. Throws a `RangeError` with the reason if that is impossible. */
  readonly read: () => Uint8Array
}

/** Maximum number of unpacked bytes of one file, and of all files. */
const LONGEST_FILE = 256 << 20
const MAX_BYTES = 32 * LONGEST_FILE

const DAMAGED = 'it is not a valid ZIP archive'

/**
 * The files of a ZIP archive by name, not unpacked yet. If a name is repeated, the last file counts, as in other
 * programs. Throws a `RangeError` with the reason if the archive is invalid, if its files together are longer than the
 * archive (they overlap), or if they unpack to more than `MAX_BYTES`.
 */
export function filesIn(archive: Uint8Array): ReadonlyMap<string, ArchivedFile> {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength)
  const end = endOf(view)
  const files = new Map<string, ArchivedFile>()
  let at = view.getUint32(end + 16, true)
  let [packed, size] = [0, 0]
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    if (at + 46 > end || view.getUint32(at, true) !== ENTRY) throw new RangeError(DAMAGED)
    const nameEnd = at + 46 + view.getUint16(at + 28, true)
    const entry: Entry = {
      method: view.getUint16(at + 10, true),
      isSecret: (view.getUint16(at + 8, true) & 1) === 1,
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      at: view.getUint32(at + 42, true),
    }
    packed += entry.packed
    size += entry.size
    const name = strFromU8(archive.subarray(at + 46, nameEnd))
    // The upper half of the external attributes, if the entry was made on Unix.
    const mode = view.getUint8(at + 5) === UNIX ? view.getUint16(at + 40, true) : 0
    files.set(name, { size: entry.size, mode, read: () => readEntry(archive, view, name, entry) })
    at = nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  if (packed > archive.length) throw new RangeError(DAMAGED)
  if (size > MAX_BYTES)
    throw new RangeError(`its files unpack to ${describeBytes(size)}; the limit is ${describeBytes(MAX_BYTES)}`)
  return files
}

interface Entry {
  readonly method: number
  readonly isSecret: boolean
  readonly packed: number
  readonly size: number
  /** Offset of the local header. */
  readonly at: number
}

const [ENTRY, END] = [0x02014b50, 0x06054b50]
/** Length of the end of central directory record, and of its longest comment. */
const [END_LENGTH, LONGEST_COMMENT] = [22, 0xffff]
const [STORED, DEFLATED] = [0, 8]
/** The Unix system, in the upper byte of "version made by". */
const UNIX = 3

function endOf(view: DataView): number {
  const last = view.byteLength - END_LENGTH
  for (let at = last; at >= Math.max(0, last - LONGEST_COMMENT); at--) if (view.getUint32(at, true) === END) return at
  throw new RangeError(DAMAGED)
}

function readEntry(archive: Uint8Array, view: DataView, name: string, entry: Entry): Uint8Array {
  const { method, isSecret, packed, size, at } = entry
  if (size > LONGEST_FILE)
    throw new RangeError(`its ${name} unpacks to ${describeBytes(size)}; the limit is ${describeBytes(LONGEST_FILE)}`)
  if (isSecret || (method !== STORED && method !== DEFLATED))
    throw new RangeError(`its ${name} is ${isSecret ? 'encrypted' : `compressed by method ${method}, not deflate`}`)
  if (at + 30 > archive.length) throw new RangeError(DAMAGED)
  const start = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true)
  const bytes = archive.subarray(start, start + packed)
  const whole = method === STORED ? bytes : inflate(bytes, size)
  if (whole.length !== size || bytes.length !== packed) throw new RangeError(DAMAGED)
  return whole
}

/** Number of compressed bytes that are unpacked at a time. They may unpack to about a thousand times as many. */
const SLICE = 128 << 10

/** Unpacks at most `size` bytes, and throws a `RangeError` if there are more. */
function inflate(packed: Uint8Array, size: number): Uint8Array {
  const whole = new Uint8Array(size)
  let length = 0
  const inflating = new Inflate((part, isLast) => {
    if (length + part.length > size || (part.length === 0 && !isLast)) throw new RangeError(DAMAGED)
    whole.set(part, length)
    length += part.length
  })
  try {
    for (let at = 0; at < packed.length; at += SLICE)
      inflating.push(packed.subarray(at, at + SLICE), at + SLICE >= packed.length)
  } catch {
    throw new RangeError(DAMAGED)
  }
  return whole.subarray(0, length)
}
