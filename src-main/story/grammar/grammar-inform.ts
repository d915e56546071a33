import type { GrammarLine, GrammarToken } from '../environment'
import type { Machine } from '../zmachine/machine'
import { groupWords, readLines, type RawLine, type VerbEntry } from './grammar-tables'

const VERB_FLAG = 0x01
const PREPOSITION_FLAG = 0x08
const GV1_LINE_BYTES = 8
const GV1_MAX_TOKENS = 6
const GV1_FIRST_PREPOSITION = 0xb0
const GV1_FIRST_ATTRIBUTE = 0x80
/** GV2: ends a line. */
const END_OF_LINE = 0x0f
const MAX_TOKENS = 32
/** GV2 token types, in the low four bits of the first byte. Bit 4 marks an alternative to the previous token. */
const TYPE = { elementary: 1, preposition: 2, noun: 3, attribute: 4, scope: 5, routine: 6 } as const
const IS_ALTERNATIVE = 0x10

/**
 * Indexed by Inform's number: noun, held, multi, multiheld, multiexcept, multiinside, creature, special, number, topic.
 */
const NOUNS = ['any', 'held', 'many', 'held', 'held', 'many', 'creature', 'text', 'number', 'text'] as const

/** Decodes Inform's grammar versions 2 (three bytes per token) and 1 (eight bytes per line); null for others. */
export function decodeInformGrammar(machine: Machine, entries: readonly VerbEntry[]): GrammarLine[] | null {
  const { memory } = machine
  const verbs = groupWords(machine, (data) => ((memory[data]! & VERB_FLAG) === 0 ? null : memory[data + 1]!))
  const verbsOf = (number: number) => verbs.get(number) ?? []
  const version2 = readLines(machine, entries, verbsOf, (at) => readVersion2(machine, at))
  if (version2 !== null) return version2
  const prepositions = groupWords(machine, (data) =>
    (memory[data]! & PREPOSITION_FLAG) === 0 ? null : memory[data + 2]!,
  )
  return readLines(machine, entries, verbsOf, (at) => readVersion1(machine, at, prepositions))
}

function readVersion2(machine: Machine, at: number): { line: RawLine; next: number } | null {
  const { memory } = machine
  const action = machine.readWord(at) & 0x3ff
  const tokens: GrammarToken[] = []
  let next = at + 2
  for (; memory[next] !== END_OF_LINE; next += 3) {
    const type = memory[next]! & 0x0f
    const data = machine.readWord(next + 1)
    if (type < TYPE.elementary || type > TYPE.routine || tokens.length > MAX_TOKENS || next + 3 >= machine.story.length)
      return null
    if (type !== TYPE.preposition) {
      tokens.push(nounToken(type, data))
      continue
    }
    if (data < machine.dictionary.dictionary.firstEntry || data >= machine.story.length) return null
    const word = machine.text.decode(data).text
    const before = tokens.at(-1)
    if ((memory[next]! & IS_ALTERNATIVE) !== 0 && before !== undefined && 'prepositions' in before)
      tokens[tokens.length - 1] = { prepositions: [...before.prepositions, word] }
    else tokens.push({ prepositions: [word] })
  }
  return { line: { action, tokens }, next: next + 1 }
}

function nounToken(type: number, data: number): GrammarToken {
  if (type === TYPE.elementary) return { noun: NOUNS[data] ?? 'text', attribute: null }
  if (type === TYPE.attribute) return { noun: 'any', attribute: data }
  // Only a noun with a filter is certainly at hand: a routine may accept anything, and a scope may be elsewhere.
  return { noun: type === TYPE.noun ? 'any' : 'text', attribute: null }
}

function readVersion1(
  machine: Machine,
  at: number,
  prepositions: ReadonlyMap<number, readonly string[]>,
): { line: RawLine; next: number } | null {
  const { memory } = machine
  let nouns = memory[at]!
  if (nouns > GV1_MAX_TOKENS) return null
  const tokens: GrammarToken[] = []
  for (let index = 0; index < GV1_MAX_TOKENS; index++) {
    const token = memory[at + 1 + index]!
    if (token >= GV1_FIRST_PREPOSITION) {
      const words = prepositions.get(token)
      // Infocom's lines have eight bytes too; only Inform's prepositions distinguish the formats.
      if (words === undefined) return null
      tokens.push({ prepositions: words })
      continue
    }
    // Zeros fill the line after the last noun, and zero is also the token of a plain noun.
    if (nouns === 0) break
    nouns--
    if (token >= GV1_FIRST_ATTRIBUTE) tokens.push({ noun: 'any', attribute: token - GV1_FIRST_ATTRIBUTE })
    else if (token >= 48) tokens.push({ noun: 'text', attribute: null })
    else tokens.push({ noun: token >= 16 ? 'any' : (NOUNS[token] ?? 'text'), attribute: null })
  }
  return { line: { action: memory[at + 7]!, tokens }, next: at + GV1_LINE_BYTES }
}
