import type { GrammarLine, GrammarToken } from '../environment'
import type { Machine } from '../zmachine/machine'

/** The addresses at which the lines of a verb begin and must end; `end` is null for the last verb. */
export interface VerbEntry {
  readonly number: number
  readonly address: number
  readonly end: number | null
}

export interface RawLine {
  readonly action: number
  readonly tokens: readonly GrammarToken[]
}

/** Reads all entries in one format; null if a line is invalid or `padding` bytes do not separate the entries. */
export function readLines(
  machine: Machine,
  entries: readonly VerbEntry[],
  verbsOf: (number: number) => readonly string[],
  readLine: (address: number) => { readonly line: RawLine; readonly next: number } | null,
  padding = 0,
): GrammarLine[] | null {
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
    if (end !== null && at + padding !== end) return null
  }
  return lines
}

/** Groups the dictionary's words by a number in their data bytes. `numberOf` returns null for words without one. */
export function groupWords(
  machine: Machine,
  numberOf: (data: number) => number | null,
): ReadonlyMap<number, readonly string[]> {
  const groups = new Map<number, string[]>()
  for (const entry of machine.dictionary.addresses()) {
    const number = numberOf(entry + machine.dictionary.encodedBytes)
    if (number === null) continue
    const group = groups.get(number) ?? []
    group.push(machine.text.decode(entry).text)
    groups.set(number, group)
  }
  return groups
}
