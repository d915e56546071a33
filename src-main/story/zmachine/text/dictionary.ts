import type { StoryText } from './story-text'
import type { CharacterSet } from './zscii'

/** One dictionary (Standard §13): word separators, then entries of encoded text and data bytes. */
interface Dictionary {
  readonly separators: string
  readonly entryBytes: number
  /** Byte address of the first entry. */
  readonly firstEntry: number
  readonly count: number
  /** False if the count in the story is negative: the entries have any order. */
  readonly isSorted: boolean
}

interface Token {
  /** Offset from the start of the text, in characters. */
  readonly start: number
  readonly length: number
  /** Byte address of the dictionary entry; 0 if there is none. */
  readonly entry: number
}

export function readDictionary(memory: Uint8Array, address: number, characters: CharacterSet): Dictionary {
  const separatorCount = memory[address]!
  const at = address + 1 + separatorCount
  const signedCount = ((((memory[at + 1] ?? 0) << 8) | (memory[at + 2] ?? 0)) << 16) >> 16
  const entryBytes = memory[at] ?? 0
  const room = entryBytes === 0 ? 0 : Math.max(0, Math.floor((memory.length - at - 3) / entryBytes))
  return {
    separators: characters.decode(memory.subarray(address + 1, at)),
    entryBytes,
    firstEntry: at + 3,
    count: Math.min(Math.abs(signedCount), room),
    isSorted: signedCount >= 0,
  }
}

/** Looks up words in one dictionary by their encoded form, so that truncated words find their entry. */
export class DictionaryIndex {
  readonly dictionary: Dictionary
  /** Length in bytes of an entry's encoded text; its data bytes follow. */
  readonly encodedBytes: number
  readonly #text: StoryText
  readonly #separators: string
  readonly #entries: ReadonlyMap<number, number>
  readonly #wordCache = new Map<string, number>()

  constructor(memory: Uint8Array, dictionary: Dictionary, text: StoryText, encodedBytes: number) {
    this.dictionary = dictionary
    this.encodedBytes = encodedBytes
    this.#text = text
    this.#separators = dictionary.separators
    const entries = new Map<number, number>()
    for (const entry of this.addresses().toReversed()) entries.set(keyOf(memory, entry, encodedBytes), entry)
    this.#entries = entries
  }

  /** Byte addresses of all entries, in the order of the story. */
  addresses(): number[] {
    const { count, firstEntry, entryBytes } = this.dictionary
    return Array.from({ length: count }, (_, index) => firstEntry + index * entryBytes)
  }

  /** Byte address of the entry of a lower-case word; 0 if there is none. */
  find(word: string): number {
    const known = this.#wordCache.get(word)
    if (known !== undefined) return known
    const encoded = this.#text.encodeWord(word)
    const entry = this.#entries.get(keyOf(encoded, 0, encoded.length)) ?? 0
    if (this.#wordCache.size < 2000) this.#wordCache.set(word, entry)
    return entry
  }

  /** Splits a text into words (Standard §13.6) at spaces; a separator is a separate word. */
  tokenize(text: string): Token[] {
    const tokens: Token[] = []
    let start = 0
    for (let at = 0; at <= text.length; at++) {
      const isSeparator = at < text.length && this.#separators.includes(text[at]!)
      if (at < text.length && text[at] !== ' ' && !isSeparator) continue
      if (at > start) tokens.push({ start, length: at - start, entry: this.find(text.slice(start, at)) })
      if (isSeparator) tokens.push({ start: at, length: 1, entry: this.find(text[at]!) })
      start = at + 1
    }
    return tokens
  }
}

/** Up to six bytes as one exact number. */
function keyOf(bytes: Uint8Array, at: number, length: number): number {
  let key = 0
  for (let index = 0; index < length; index++) key = key * 256 + (bytes[at + index] ?? 0)
  return key
}
