import type { DictionaryWord } from '../environment'
import type { Grammar } from './grammar'
import { unlessFault } from '../zmachine/fault'
import type { Machine } from '../zmachine/machine'

/**
 * The standard dictionary with the flags of its words. Both compilers store flags after the text, with different
 * meanings.
 */
export function readDictionaryWords(machine: Machine, grammar: Grammar | null): DictionaryWord[] {
  const {
    memory,
    dictionary: { dictionary },
  } = machine
  const textBytes = machine.header.version <= 3 ? 4 : 6
  return Array.from({ length: dictionary.count }, (_, index) => {
    const address = dictionary.firstEntry + index * dictionary.entryBytes
    const word = unlessFault(() => machine.text.decode(address).text, '')
    if (grammar === null || dictionary.entryBytes <= textBytes) return { word, address }
    const flags = memory[address + textBytes]!
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
