import { readPicture } from './picture'

/**
 * The chunks of a Blorb file (Blorb specification 2.0.4) that the app uses: the story, its iFiction record (Treaty of
 * Babel 9) and its cover.
 */
export interface Blorb {
  readonly story: Uint8Array
  /** XML in UTF-8. */
  readonly record: Uint8Array | null
  /** PNG or JPEG. */
  readonly cover: Uint8Array | null
}

interface Chunk {
  readonly type: string
  /** Offset of the chunk's header. */
  readonly start: number
  readonly length: number
  readonly data: Uint8Array
}

/** The largest games have a few hundred pictures and sounds. */
const MAX_CHUNKS = 10_000
const MAX_RECORD_BYTES = 256 << 10
const MAX_COVER_BYTES = 2 << 20
/** Limited because a page decodes a cover at full size, with four bytes per pixel. */
const MAX_COVER_SIDE = 3000

export const isBlorb = (file: Uint8Array): boolean => typeAt(file, 0) === 'FORM' && typeAt(file, 8) === 'IFRS'

/** All chunks of a Blorb. The data of the last one may be cut off, and shorter than its length. */
export function chunksOf(file: Uint8Array): readonly Chunk[] {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const chunks: Chunk[] = []
  for (let start = 12; start + 8 <= file.length && chunks.length < MAX_CHUNKS;) {
    const length = view.getUint32(start + 4)
    chunks.push({ type: typeAt(file, start), start, length, data: file.subarray(start + 8, start + 8 + length) })
    start += 8 + length + (length & 1)
  }
  return chunks
}

/**
 * Null if the Blorb has no complete story. A record that is too large is omitted. So is a cover that is too large, or
 * that is neither PNG nor JPEG.
 */
export function readBlorb(file: Uint8Array): Blorb | null {
  const chunks = chunksOf(file)
  const [story, record] = ['ZCOD', 'IFmd'].map((name) => chunks.find(({ type }) => type === name))
  if (!story || !isWhole(story)) return null
  return {
    story: story.data,
    record: record && isWhole(record) && record.length <= MAX_RECORD_BYTES ? record.data : null,
    cover: coverIn(chunks),
  }
}

const isWhole = ({ data, length }: Chunk): boolean => data.length === length

/** The frontispiece (specification 11.3), which the resource index lists as a picture with its number. */
function coverIn(chunks: readonly Chunk[]): Uint8Array | null {
  const [frontispiece, index] = ['Fspc', 'RIdx'].map((name) => chunks.find(({ type }) => type === name)?.data)
  if (!frontispiece || frontispiece.length < 4 || !index) return null
  const number = viewOf(frontispiece).getUint32(0)
  const entries = viewOf(index)
  for (let at = 4; at + 12 <= index.length; at += 12) {
    if (typeAt(index, at) !== 'Pict' || entries.getUint32(at + 4) !== number) continue
    const start = entries.getUint32(at + 8)
    const chunk = chunks.find((candidate) => candidate.start === start)
    return chunk && isWhole(chunk) && isCover(chunk.data) ? chunk.data : null
  }
  return null
}

export function isCover(bytes: Uint8Array): boolean {
  const picture = readPicture(bytes)
  if (picture === null || bytes.length > MAX_COVER_BYTES) return false
  const { width, height } = picture
  return Math.min(width, height) > 0 && Math.max(width, height) <= MAX_COVER_SIDE
}

const PICTURE = 1

/** A Blorb with these parts, and with everything else that the specification requires. */
export function writeBlorb({ story, record, cover }: Blorb): Uint8Array<ArrayBuffer> {
  const resources = [
    { usage: 'Exec', number: 0, chunk: chunk('ZCOD', story) },
    ...(cover === null
      ? []
      : [
          {
            usage: 'Pict',
            number: PICTURE,
            chunk: chunk(readPicture(cover)?.type === 'image/png' ? 'PNG ' : 'JPEG', cover),
          },
        ]),
  ]
  const index = new Uint8Array(4 + resources.length * 12)
  viewOf(index).setUint32(0, resources.length)
  let start = 12 + 8 + index.length
  for (const [place, { usage, number, chunk: bytes }] of resources.entries()) {
    const at = 4 + place * 12
    index.set(codesOf(usage), at)
    viewOf(index).setUint32(at + 4, number)
    viewOf(index).setUint32(at + 8, start)
    start += bytes.length
  }
  const body = [
    codesOf('IFRS'),
    chunk('RIdx', index),
    ...resources.map(({ chunk: bytes }) => bytes),
    ...(record === null ? [] : [chunk('IFmd', record)]),
    ...(cover === null ? [] : [chunk('Fspc', new Uint8Array([0, 0, 0, PICTURE]))]),
  ]
  return chunk('FORM', joined(body))
}

function chunk(type: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const length = new Uint8Array(4)
  viewOf(length).setUint32(0, data.length)
  return joined([codesOf(type), length, data, new Uint8Array(data.length & 1)])
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const typeAt = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4))
const codesOf = (type: string): Uint8Array => Uint8Array.from(type, (letter) => letter.charCodeAt(0))
const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
