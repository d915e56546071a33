import { Fault } from '../fault'
import type { StoryHeader } from '../header'
import type { CharacterSet } from './zscii'

interface DecodedText {
  readonly text: string
  /** Byte address after the last word of the text. */
  readonly end: number
  /** Number of words read, including those of abbreviations: the cost of decoding. */
  readonly words: number
}

const A0 = 'abcdefghijklmnopqrstuvwxyz'
const A1 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const A2_V1 = ' 0123456789.,!?_#\'"/\\<-:()'
const A2 = ' \n0123456789.,!?_#\'"/\\-:()'
/** Maximum nesting of abbreviations, which only a damaged story exceeds. */
const DEEPEST_ABBREVIATION = 2
/** Maximum number of words of a text (128 kB). */
const MAX_WORDS = 0x10000
/** Maximum number of words of all cached texts. */
const MAX_CACHED_WORDS = 0x100000

/** Z-encoded text (Standard §3): decoding with a cache for static memory, and encoding of dictionary words. */
export class StoryText {
  readonly #memory: Uint8Array
  readonly #header: StoryHeader
  readonly #characters: CharacterSet
  readonly #toleratedFaults: Set<string>
  /** Three alphabets in a row, indexed by 26 * alphabet + zchar - 6. */
  readonly #alphabet: readonly string[]
  readonly #zcharOf: ReadonlyMap<string, number>
  readonly #cache = new Map<number, DecodedText>()
  #cachedWords = 0

  constructor(memory: Uint8Array, header: StoryHeader, characters: CharacterSet, toleratedFaults: Set<string>) {
    this.#toleratedFaults = toleratedFaults
    this.#memory = memory
    this.#header = header
    this.#characters = characters
    this.#alphabet = readAlphabet(memory, header, characters)
    const zcharOf = new Map<string, number>()
    // The lowest alphabet wins. The first two characters of A2 are an escape and a newline and encode nothing.
    for (let index = 77; index >= 0; index--)
      if (index !== 52 && !(index === 53 && header.version !== 1)) zcharOf.set(this.#alphabet[index]!, index)
    this.#zcharOf = zcharOf
  }

  /**
   * The text at a byte address. Only texts in static memory are cached, because dynamic memory may change. Throws a
   * `Fault` for a text of more than `maxWords` words.
   */
  decode(address: number, maxWords = MAX_WORDS): DecodedText {
    const known = this.#cache.get(address)
    if (known !== undefined && known.words <= maxWords) return known
    const decoded = this.#decodeUncached(address, 0, maxWords)
    if (address < this.#header.staticBase || this.#cachedWords > MAX_CACHED_WORDS) return decoded
    this.#cache.set(address, decoded)
    this.#cachedWords += decoded.words
    return decoded
  }

  #decodeUncached(address: number, depth: number, maxWords: number): DecodedText {
    const memory = this.#memory
    const alphabet = this.#alphabet
    const { version } = this.#header
    let text = ''
    let words = 0
    let at = address
    let shift = 0
    let shiftLock = 0
    let abbreviationBank = 0
    /** 0: none; 1: the high half of an escaped code comes next; 2: the low half. */
    let escape = 0
    let escapeHigh = 0
    for (let last = false; !last; at += 2) {
      if (at + 1 >= memory.length) {
        this.#toleratedFaults.add('A text ran past the end of the story and was cut there.')
        break
      }
      if (++words > maxWords)
        throw new Fault(
          'output-limit',
          `A text that begins at 0x${address.toString(16)} has more than ${maxWords} words, including those of its abbreviations.`,
        )
      const word = (memory[at]! << 8) | memory[at + 1]!
      last = word >= 0x8000
      for (let bits = 10; bits >= 0; bits -= 5) {
        const zchar = (word >> bits) & 31
        if (abbreviationBank > 0) {
          const abbreviation = this.#abbreviation((abbreviationBank - 1) * 32 + zchar, depth, maxWords)
          text += abbreviation.text
          words += abbreviation.words
          abbreviationBank = 0
        } else if (escape === 1) {
          escapeHigh = zchar
          escape = 2
        } else if (escape === 2) {
          text += this.#characters.textOf((escapeHigh << 5) | zchar)
          escape = 0
        } else if (zchar >= 6) {
          if (shift === 2 && zchar === 6) escape = 1
          else text += alphabet[shift * 26 + zchar - 6]!
          shift = shiftLock
        } else if (zchar === 0) {
          text += ' '
          shift = shiftLock
        } else if (version >= 3) {
          if (zchar <= 3) abbreviationBank = zchar
          else shift = zchar - 3
        } else if (zchar === 1) {
          if (version === 1) text += '\n'
          else abbreviationBank = 1
          shift = shiftLock
        } else {
          // v1–2 (§3.2.2): 2 and 3 shift once, 4 and 5 lock, both relative to the locked alphabet.
          const next = (shiftLock + (zchar & 1) + 1) % 3
          if (zchar >= 4) shiftLock = next
          shift = next
        }
        if (abbreviationBank > 0) shift = shiftLock
      }
    }
    return { text, end: at, words }
  }

  #abbreviation(index: number, depth: number, maxWords: number): DecodedText {
    if (depth >= DEEPEST_ABBREVIATION) throw new Fault('bad-address', 'Abbreviations are nested too deeply.')
    const entry = this.#header.abbreviations + index * 2
    const address = (((this.#memory[entry] ?? 0) << 8) | (this.#memory[entry + 1] ?? 0)) * 2
    return this.#decodeUncached(address, depth + 1, maxWords)
  }

  /** The bytes that a dictionary compares (Standard §3.7): 4 in v1–3, 6 later. Longer words are truncated. */
  encodeWord(word: string): Uint8Array {
    const zchars = this.#zcharsOf(word)
    const words = this.#header.version <= 3 ? 2 : 3
    const bytes = new Uint8Array(words * 2)
    for (let index = 0; index < words; index++) {
      const packed = (zchars[index * 3]! << 10) | (zchars[index * 3 + 1]! << 5) | zchars[index * 3 + 2]!
      bytes[index * 2] = (packed >> 8) | (index === words - 1 ? 0x80 : 0)
      bytes[index * 2 + 1] = packed & 0xff
    }
    return bytes
  }

  #zcharsOf(word: string): number[] {
    const { version } = this.#header
    const length = version <= 3 ? 6 : 9
    const shiftBase = version <= 2 ? 1 : 3
    const zchars: number[] = []
    for (let index = 0; index < word.length && zchars.length < length; index++) {
      const place = this.#zcharOf.get(word[index]!)
      if (word[index] === ' ') zchars.push(0)
      else if (place === undefined) {
        const code = this.#characters.codeOf(word.charCodeAt(index))
        zchars.push(shiftBase + 2, 6, code >> 5, code & 31)
      } else {
        if (place >= 26) zchars.push(shiftBase + Math.floor(place / 26))
        zchars.push((place % 26) + 6)
      }
    }
    while (zchars.length < length) zchars.push(5)
    return zchars.slice(0, length)
  }
}

function readAlphabet(memory: Uint8Array, header: StoryHeader, characters: CharacterSet): string[] {
  if (header.alphabetTable === 0 || header.alphabetTable + 78 > memory.length)
    return Array.from(A0 + A1 + (header.version === 1 ? A2_V1 : A2))
  const own = Array.from(memory.subarray(header.alphabetTable, header.alphabetTable + 78), (code) =>
    characters.textOf(code),
  )
  own[53] = '\n' // §3.5.5.1: the newline cannot be redefined
  return own
}
