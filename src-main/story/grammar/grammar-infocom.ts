import type { GrammarLine, GrammarToken } from '../environment'
import type { Machine } from '../zmachine/machine'
import { groupWords, readLines, type RawLine, type VerbEntry } from './grammar-tables'

/**
 * Dictionary flags of Infocom's parser. The low two bits tell whose number is in the first data byte after the flags.
 */
export const INFOCOM = {
  preposition: { flag: 0x08, first: 0 },
  verb: { flag: 0x40, first: 1 },
  adjective: { flag: 0x20, first: 2 },
} as const

const PLACE_HELD = 0x80 | 0x40
const PLACE_IN_ROOM = 0x20 | 0x10
const PLACE_MANY = 0x04
const FIXED_LINE_BYTES = 8
/** Line lengths by number of objects, in the shorter form of later stories. */
const SHORT_LINE_BYTES = [2, 4, 7]

/** Groups the words of a class by their number. */
export function groupInfocomWords(
  machine: Machine,
  { flag, first }: { readonly flag: number; readonly first: number },
): ReadonlyMap<number, readonly string[]> {
  const { memory } = machine
  return groupWords(machine, (data) => {
    if ((memory[data]! & flag) === 0) return null
    return (memory[data]! & 3) === first ? memory[data + 1]! : memory[data + 2]!
  })
}

/**
 * Decodes Infocom's two formats; null for any other. A long line has eight bytes; until 1984, a byte after each entry
 * makes its length even. A short line has two, four or seven bytes, with the number of objects in the top two bits.
 */
export function decodeInfocomGrammar(machine: Machine, entries: readonly VerbEntry[]): GrammarLine[] | null {
  const { memory } = machine
  const verbs = groupInfocomWords(machine, INFOCOM.verb)
  const prepositions = groupInfocomWords(machine, INFOCOM.preposition)
  const verbsOf = (number: number) => verbs.get(number) ?? []
  const tokensOf = (
    places: readonly { readonly preposition: number; readonly attribute: number; readonly hints: number }[],
    objects: number,
  ): GrammarToken[] =>
    places.flatMap(({ preposition, attribute, hints }, index): GrammarToken[] => {
      const words = preposition === 0 ? [] : [{ prepositions: prepositions.get(preposition) ?? [] }]
      return index < objects
        ? [...words, { noun: nounOf(hints), attribute: attribute === 0 ? null : attribute }]
        : words
    })
  const readFixed = (at: number): { line: RawLine; next: number } | null => {
    const objects = memory[at]!
    if (objects > 2) return null
    const place = (index: number) => ({
      preposition: memory[at + 1 + index]!,
      attribute: memory[at + 3 + index]!,
      hints: memory[at + 5 + index]!,
    })
    return {
      line: { action: memory[at + 7]!, tokens: tokensOf([place(0), place(1)], objects) },
      next: at + FIXED_LINE_BYTES,
    }
  }
  const readShort = (at: number): { line: RawLine; next: number } | null => {
    const objects = memory[at]! >> 6
    const length = SHORT_LINE_BYTES[objects]
    if (length === undefined) return null
    const place = (from: number, data: number) => ({
      preposition: (memory[from]! & 0x3f) === 0 ? 0 : memory[from]! | 0xc0,
      attribute: memory[data]!,
      hints: memory[data + 1]!,
    })
    const places = [place(at, at + 2), ...(objects === 2 ? [place(at + 4, at + 5)] : [])]
    return { line: { action: memory[at + 1]!, tokens: tokensOf(places, objects) }, next: at + length }
  }
  return (
    readLines(machine, entries, verbsOf, readFixed) ??
    readLines(machine, entries, verbsOf, readFixed, 1) ??
    readLines(machine, entries, verbsOf, readShort)
  )
}

function nounOf(hints: number): 'held' | 'many' | 'any' {
  if ((hints & PLACE_HELD) !== 0 && (hints & PLACE_IN_ROOM) === 0) return 'held'
  return (hints & PLACE_MANY) !== 0 ? 'many' : 'any'
}
