import { QuetzalError } from '../fault'
import type { StoryHeader } from '../header'
import { DISCARD_RESULT } from '../memory/call-stack'
import { FRAME_WORDS, MAX_FRAMES, STACK_WORDS } from '../memory/machine-space'
import type { MachineImage } from './machine-state'

interface QuetzalContent {
  readonly image: MachineImage
  /** This interpreter's own chunk; null if another interpreter wrote the file. */
  readonly ownData: Uint8Array | null
}

/** IntD (Quetzal §7): operating system, flags (1: only for this interpreter), contents, reserved, interpreter. */
const OWN_DATA_HEAD = Uint8Array.from([...ascii('    '), 1, 0, 0, 0, ...ascii('ZGPT')])
const DISCARD_FLAG = 0x10

/** Writes a Quetzal 1.4 file: IFhd, the difference between memory and story as CMem, Stks, and `ownData` as IntD. */
export function encodeQuetzal(
  story: Uint8Array,
  header: StoryHeader,
  image: MachineImage,
  ownData: Uint8Array | null,
): Uint8Array {
  const identity = Uint8Array.from([
    ...story.subarray(2, 4),
    ...story.subarray(0x12, 0x18),
    ...story.subarray(0x1c, 0x1e),
    image.pc >> 16,
    (image.pc >> 8) & 0xff,
    image.pc & 0xff,
  ])
  const chunks = [chunk('IFhd', identity)]
  if (ownData !== null) chunks.push(chunk('IntD', join([OWN_DATA_HEAD, ownData])))
  chunks.push(chunk('CMem', compress(image.dynamic, story)), chunk('Stks', encodeStack(image)))
  return chunk('FORM', join([ascii('IFZS'), ...chunks]), false)
}

/** Reads CMem or UMem, and Stks. Throws QuetzalError if the file is damaged or of another story. */
export function decodeQuetzal(bytes: Uint8Array, story: Uint8Array, header: StoryHeader): QuetzalContent {
  const chunks = readChunks(bytes)
  const identity = chunks.get('IFhd')
  if (identity === undefined || identity.length < 13)
    throw new QuetzalError('IFhd', identity === undefined ? null : `${identity.length} bytes`, '13 bytes')
  compareIdentity('release', identity.subarray(0, 2), story.subarray(2, 4))
  compareIdentity('serial', identity.subarray(2, 8), story.subarray(0x12, 0x18))
  compareIdentity('checksum', identity.subarray(8, 10), story.subarray(0x1c, 0x1e))
  const stacks = chunks.get('Stks')
  if (stacks === undefined) throw new QuetzalError('Stks', null, 'the stack')
  const pc = (identity[10]! << 16) | (identity[11]! << 8) | identity[12]!
  if (pc >= story.length) throw new QuetzalError('IFhd', `a program counter of ${pc}`, `one below ${story.length}`)
  const own = chunks.get('IntD')
  const isOwn =
    own !== undefined && own.length >= OWN_DATA_HEAD.length && OWN_DATA_HEAD.every((byte, index) => own[index] === byte)
  return {
    image: { pc, dynamic: readMemory(chunks, story, header.staticBase), ...decodeStack(stacks) },
    ownData: isOwn ? own.subarray(OWN_DATA_HEAD.length) : null,
  }
}

function compareIdentity(field: string, found: Uint8Array, expected: Uint8Array): void {
  const show = (bytes: Uint8Array) =>
    `the ${field} ${field === 'serial' ? String.fromCharCode(...bytes) : String((bytes[0]! << 8) | bytes[1]!)}`
  if (expected.some((byte, index) => byte !== found[index])) throw new QuetzalError('IFhd', show(found), show(expected))
}

/** Quetzal §3.7: memory XOR story. A run of n zeros is stored as 0 and n-1; zeros at the end are left out. */
function compress(dynamic: Uint8Array, story: Uint8Array): Uint8Array {
  const out: number[] = []
  let zeros = 0
  for (let address = 0; address < dynamic.length; address++) {
    const difference = dynamic[address]! ^ story[address]!
    if (difference === 0) zeros++
    else {
      for (; zeros > 0; zeros -= Math.min(zeros, 256)) out.push(0, Math.min(zeros, 256) - 1)
      out.push(difference)
    }
  }
  return Uint8Array.from(out)
}

function readMemory(chunks: ReadonlyMap<string, Uint8Array>, story: Uint8Array, size: number): Uint8Array {
  const plain = chunks.get('UMem')
  if (plain !== undefined) {
    if (plain.length !== size) throw new QuetzalError('UMem', `${plain.length} bytes`, `${size} bytes`)
    return plain.slice()
  }
  const compressed = chunks.get('CMem')
  if (compressed === undefined) throw new QuetzalError('CMem', null, 'the memory')
  const dynamic = story.slice(0, size)
  let address = 0
  for (let at = 0; at < compressed.length; at++) {
    const byte = compressed[at]!
    if (byte === 0) address += (compressed[++at] ?? 0) + 1
    else {
      if (address < size) dynamic[address]! ^= byte
      address++
    }
    if (address > size) throw new QuetzalError('CMem', 'more memory', `${size} bytes`)
  }
  return dynamic
}

/** Frames (Quetzal §4): return address (3 bytes), flags, result, arguments given, stack words, locals, stack. */
function encodeStack(image: MachineImage): Uint8Array {
  const { frames, stack } = image
  const out: number[] = []
  for (let frame = 0; frame < frames.length; frame += FRAME_WORDS) {
    const [returnPc, result, base, locals, given] = [
      frames[frame]!,
      frames[frame + 1]!,
      frames[frame + 2]!,
      frames[frame + 3]!,
      frames[frame + 4]!,
    ]
    const end = frame + FRAME_WORDS < frames.length ? frames[frame + FRAME_WORDS + 2]! : stack.length
    const words = end - base - locals
    out.push(returnPc >> 16, (returnPc >> 8) & 0xff, returnPc & 0xff)
    out.push(
      locals | (result < 0 && frame > 0 ? DISCARD_FLAG : 0),
      result < 0 ? 0 : result,
      (1 << Math.min(given, 7)) - 1,
      words >> 8,
      words & 0xff,
    )
    for (let index = base; index < end; index++) out.push(stack[index]! >> 8, stack[index]! & 0xff)
  }
  return Uint8Array.from(out)
}

function decodeStack(bytes: Uint8Array): { stack: Uint16Array; frames: Int32Array } {
  const stack: number[] = []
  const frames: number[] = []
  for (let at = 0; at < bytes.length;) {
    if (at + 8 > bytes.length) throw new QuetzalError('Stks', 'half a frame at its end', 'whole frames')
    const flags = bytes[at + 3]!
    const locals = flags & 15
    const words = (bytes[at + 6]! << 8) | bytes[at + 7]!
    const isFirst = frames.length === 0
    frames.push(
      (bytes[at]! << 16) | (bytes[at + 1]! << 8) | bytes[at + 2]!,
      isFirst || (flags & DISCARD_FLAG) !== 0 ? DISCARD_RESULT : bytes[at + 4]!,
      stack.length,
      locals,
      countBits(bytes[at + 5]!),
    )
    at += 8
    const end = at + (locals + words) * 2
    if (end > bytes.length) throw new QuetzalError('Stks', 'half a frame at its end', 'whole frames')
    for (; at < end; at += 2) stack.push((bytes[at]! << 8) | bytes[at + 1]!)
  }
  if (frames.length === 0 || frames.length > MAX_FRAMES * FRAME_WORDS || stack.length > STACK_WORDS)
    throw new QuetzalError(
      'Stks',
      `${frames.length / FRAME_WORDS} frames and ${stack.length} words`,
      `1 to ${MAX_FRAMES} frames and at most ${STACK_WORDS} words`,
    )
  return { stack: Uint16Array.from(stack), frames: Int32Array.from(frames) }
}

function countBits(mask: number): number {
  let bits = 0
  for (let rest = mask; rest !== 0; rest >>= 1) bits += rest & 1
  return bits
}

function readChunks(bytes: Uint8Array): Map<string, Uint8Array> {
  const name = (at: number) => String.fromCharCode(...bytes.subarray(at, at + 4))
  if (bytes.length < 12 || name(0) !== 'FORM' || name(8) !== 'IFZS')
    throw new QuetzalError(
      'FORM',
      bytes.length < 12 ? `${bytes.length} bytes` : `"${name(0)} ${name(8)}"`,
      '"FORM IFZS"',
    )
  const chunks = new Map<string, Uint8Array>()
  for (let at = 12; at + 8 <= bytes.length;) {
    const length = ((bytes[at + 4]! << 24) | (bytes[at + 5]! << 16) | (bytes[at + 6]! << 8) | bytes[at + 7]!) >>> 0
    if (at + 8 + length > bytes.length)
      throw new QuetzalError(name(at), `${bytes.length - at - 8} bytes`, `${length} bytes`)
    if (!chunks.has(name(at))) chunks.set(name(at), bytes.subarray(at + 8, at + 8 + length))
    at += 8 + length + (length & 1)
  }
  return chunks
}

function chunk(name: string, content: Uint8Array, padded = true): Uint8Array {
  const { length } = content
  const head = Uint8Array.from([
    ...ascii(name),
    length >>> 24,
    (length >> 16) & 0xff,
    (length >> 8) & 0xff,
    length & 0xff,
  ])
  return join([head, content, new Uint8Array(padded ? length & 1 : 0)])
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

function ascii(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}
