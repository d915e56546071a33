import type { GrammarLine, DictionaryWord } from '../environment'
import { catchFault } from '../zmachine/fault'
import type { Machine } from '../zmachine/machine'
import { decodeInfocomGrammar } from './grammar-infocom'
import { decodeInformGrammar } from './grammar-inform'
import type { VerbEntry } from './grammar-tables'

export interface Grammar {
  readonly compiler: 'infocom' | 'inform'
  readonly lines: readonly GrammarLine[]
}

const HIGHEST_VERB = 255
const COMPILER_VERSION = 0x3c

/** The grammar of a story with Infocom's or Inform's parser; null if the tables have another format. */
export function decodeGrammar(machine: Machine): Grammar | null {
  const entries = readVerbEntries(machine)
  if (entries === null) return null
  const decoders = [
    { compiler: 'inform', decode: decodeInformGrammar },
    { compiler: 'infocom', decode: decodeInfocomGrammar },
  ] as const
  for (const { compiler, decode } of looksLikeInform(machine) ? decoders : decoders.toReversed()) {
    const lines = catchFault(() => decode(machine, entries), null)
    if (lines !== null && lines.length > 0) return { compiler, lines }
  }
  return null
}

/**
 * Whether to try Inform's format first. Inform writes its version into the header; its older stories have typical
 * serial numbers.
 */
function looksLikeInform(machine: Machine): boolean {
  const digit = machine.story[COMPILER_VERSION]! - 48
  return (digit >= 5 && digit <= 9) || /^(?:9|0|1)\d{5}$/.test(machine.header.serial)
}

/** Reads the pointers to the entries of verbs 255 and below at the start of static memory; null if they are invalid. */
function readVerbEntries(machine: Machine): VerbEntry[] | null {
  const base = machine.header.staticBase
  const first = machine.readWord(base)
  const count = (first - base) / 2
  if (!Number.isInteger(count) || count < 1 || count > HIGHEST_VERB + 1) return null
  const addresses = Array.from({ length: count }, (_, index) => machine.readWord(base + index * 2))
  if (addresses.some((address, index) => index > 0 && address <= addresses[index - 1]!)) return null
  return addresses.map((address, index) => ({
    number: HIGHEST_VERB - index,
    address,
    end: addresses[index + 1] ?? null,
  }))
}

/** The standard dictionary with the flags of its words, which differ between the compilers. */
export function readDictionaryWords(machine: Machine, grammar: Grammar | null): DictionaryWord[] {
  const { memory, dictionary } = machine
  return dictionary.addresses().map((address) => {
    const word = catchFault(() => machine.text.decode(address).text, '')
    if (grammar === null || dictionary.dictionary.entryBytes <= dictionary.encodedBytes) return { word, address }
    const flags = memory[address + dictionary.encodedBytes]!
    const has = (bit: number) => (flags & bit) !== 0
    return grammar.compiler === 'inform'
      ? {
          word,
          address,
          isNoun: has(0x80),
          isPreposition: has(0x08),
          isPlural: has(0x04),
          isMeta: has(0x02),
          isVerb: has(0x01),
        }
      : {
          word,
          address,
          isNoun: has(0x80),
          isVerb: has(0x40),
          isAdjective: has(0x20),
          isDirection: has(0x10),
          isPreposition: has(0x08),
          isSpecial: has(0x04),
        }
  })
}
