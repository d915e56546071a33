import type { GrammarLine, GrammarToken } from './environment'
import { decodeInfocomGrammar } from './grammar-infocom'
import { decodeInformGrammar } from './grammar-inform'
import { unlessFault } from './zmachine/fault'
import type { Machine } from './zmachine/machine'

export interface Grammar {
  readonly compiler: 'infocom' | 'inform'
  readonly lines: readonly GrammarLine[]
}

/** A verb's lines in the story: the entry's address and that of the next one, where it must end; null for the last entry. */
export interface VerbEntry {
  readonly number: number
  readonly address: number
  readonly end: number | null
}

export interface RawLine {
  readonly action: number
  readonly tokens: readonly GrammarToken[]
}

const HIGHEST_VERB = 255
const COMPILER_VERSION = 0x3c

/** The grammar of a story written with Infocom's or Inform's parser; null when the tables are of neither form. */
export function decodeGrammar(machine: Machine): Grammar | null {
  const entries = readVerbEntries(machine)
  if (entries === null) return null
  const decoders = [{ compiler: 'inform', decode: decodeInformGrammar }, { compiler: 'infocom', decode: decodeInfocomGrammar }] as const
  for (const { compiler, decode } of looksLikeInform(machine) ? decoders : decoders.toReversed()) {
    const lines = unlessFault(() => decode(machine, entries), null)
    if (lines !== null && lines.length > 0) return { compiler, lines }
  }
  return null
}

/** Inform 6 and later write their version into the last bytes of the header; of older stories only Infocom's are of the eighties. Both formats check themselves. */
function looksLikeInform(machine: Machine): boolean {
  const digit = machine.story[COMPILER_VERSION]! - 48
  return (digit >= 5 && digit <= 9) || /^(?:9|0|1)\d{5}$/.test(machine.header.serial)
}

/** Both parsers begin static memory with pointers to verb entries, for verb numbers from 255 down; the first entry follows the last pointer. */
function readVerbEntries(machine: Machine): VerbEntry[] | null {
  const base = machine.header.staticBase
  const first = machine.readWord(base)
  const count = (first - base) / 2
  if (!Number.isInteger(count) || count < 1 || count > HIGHEST_VERB + 1) return null
  const addresses = Array.from({ length: count }, (_, index) => machine.readWord(base + index * 2))
  if (addresses.some((address, index) => index > 0 && address <= addresses[index - 1]!)) return null
  return addresses.map((address, index) => ({ number: HIGHEST_VERB - index, address, end: addresses[index + 1] ?? null }))
}

/** Reads every entry with one line format; null when an entry does not end where the next begins. */
export function readLines(machine: Machine, entries: readonly VerbEntry[], verbsOf: (number: number) => readonly string[], readLine: (address: number) => { readonly line: RawLine; readonly next: number } | null): GrammarLine[] | null {
  const lines: GrammarLine[] = []
  for (const { number, address, end } of entries) {
    const verbs = verbsOf(number)
    let at = address + 1
    for (let left = machine.memory[address]!; left > 0; left--) {
      const read = readLine(at)
      if (read === null) return null
      if (verbs.length > 0) lines.push({ verbs, ...read.line })
      at = read.next
    }
    if (end !== null && at !== end) return null
  }
  return lines
}

/** The dictionary's words by a number in their data bytes: `numberOf` tells it, or null for words that have none. */
export function groupWords(machine: Machine, numberOf: (data: number) => number | null): ReadonlyMap<number, readonly string[]> {
  const { count, firstEntry, entryBytes } = machine.dictionary.dictionary
  const textBytes = machine.header.version <= 3 ? 4 : 6
  const groups = new Map<number, string[]>()
  for (let index = 0; index < count; index++) {
    const entry = firstEntry + index * entryBytes
    const number = numberOf(entry + textBytes)
    if (number === null) continue
    const group = groups.get(number) ?? []
    group.push(machine.text.decode(entry).text)
    groups.set(number, group)
  }
  return groups
}
