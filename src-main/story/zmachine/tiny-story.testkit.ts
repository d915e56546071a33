/** A story of a few instructions, assembled by hand. */
export interface TinyStory {
  readonly version: 1 | 2 | 3 | 4 | 5 | 7 | 8
  /** Machine code of the main program, without a final `quit`. */
  readonly code: readonly number[]
  /** Bytes at ROUTINE, for calls and packed strings. */
  readonly extra?: readonly number[]
  /** Bytes at SCRATCH, in dynamic memory. */
  readonly scratch?: readonly number[]
  /** v7: the offsets of routines and strings, in units of 8 bytes. */
  readonly offset?: number
}

const ABBREVIATIONS = 0x40
const OBJECTS = 0x100
const GLOBALS = 0x200
/** Free dynamic memory. */
export const SCRATCH = 0x3e0
const STATIC = 0x480
const DICTIONARY = 0x480
const CODE = 0x500
/** Address of `extra`; a multiple of 8. */
export const ROUTINE = 0x600
const LENGTH = 0x700
const QUIT = 0xba
const LENGTH_UNIT = { 1: 2, 2: 2, 3: 2, 4: 4, 5: 4, 7: 8, 8: 8 } as const

export function assembleStory({ version, code, extra = [], scratch = [], offset = 0 }: TinyStory): Uint8Array {
  const story = new Uint8Array(LENGTH)
  const word = (address: number, value: number) => story.set([value >> 8, value & 0xff], address)
  story[0] = version
  word(0x02, 1)
  word(0x04, STATIC)
  word(0x06, CODE)
  word(0x08, DICTIONARY)
  word(0x0a, OBJECTS)
  word(0x0c, GLOBALS)
  word(0x0e, STATIC)
  story.set(
    Array.from('260101', (digit) => digit.charCodeAt(0)),
    0x12,
  )
  word(0x18, ABBREVIATIONS)
  word(0x1a, LENGTH / LENGTH_UNIT[version])
  word(0x28, offset)
  word(0x2a, offset)
  // An empty dictionary: no separators, the version's length of an entry, no entries.
  story.set([0, version <= 3 ? 7 : 9, 0, 0], DICTIONARY)
  story.set([...code, QUIT], CODE)
  story.set(extra, ROUTINE)
  story.set(scratch, SCRATCH)
  word(
    0x1c,
    story.subarray(0x40).reduce((sum, byte) => (sum + byte) & 0xffff, 0),
  )
  return story
}

/** Packs Z-characters, three per word, padded with 5, with the end bit on the last word. */
export function packZchars(zchars: readonly number[]): number[] {
  const words = Math.max(1, Math.ceil(zchars.length / 3))
  return Array.from({ length: words }, (_, index) => {
    const [a = 5, b = 5, c = 5] = zchars.slice(index * 3, index * 3 + 3)
    const packed = (a << 10) | (b << 5) | c | (index === words - 1 ? 0x8000 : 0)
    return [packed >> 8, packed & 0xff]
  }).flat()
}
