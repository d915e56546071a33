import { LONGEST_NOTE } from '../../episode/log/mind-state'
import { wordsOf } from '../../episode/state/build-state-block'
import { cutLine } from '../parts/likeness'

export type Refusal = 'empty' | 'quote_not_printed' | 'name_not_printed' | 'instruction'

/** One line without control characters and without the characters that fence knowledge in a prompt. */
export const cleanEntry = (text: string, most: number = LONGEST_NOTE): string =>
  cutLine(text.replaceAll(/[\p{C}<>`{}[\]|\\]+/gu, ' '), most)

/**
 * Patterns of texts that give a model instructions instead of describing the story. A story or a tool could print such
 * a text, and every later episode would repeat it. Some texts match no pattern, so the prompt also fences the entries
 * and says that they are not instructions.
 */
const INSTRUCTIONS: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass)\b/i,
  /\b(?:instructions?|prompts?|jailbreak|guidelines|system message)\b/i,
  /\b(?:system|assistant|developer|user|human|ai|model)\s*:/i,
  /\b(?:language model|assistant|chatbot|json|api|function|tools?|server|endpoint|api key)\b(?! ?(?:box|chest|shed|belt))/i,
  /\byou (?:must|should|shall|have to|need to|are (?:now|to|required))\b/i,
  /^\W*(?:always|never|please|do not|don't|remember to|make sure|from now on|important)\b/i,
  /\b(?:respond|reply|answer|output|say|repeat|print) (?:only|with|exactly|every|always)\b/i,
  /\bhttps?:|\bwww\./i,
]

export const readsAsInstruction = (text: string): boolean => INSTRUCTIONS.some((pattern) => pattern.test(text))

/** The words of the names of all rooms and objects of a story, without short and common ones. */
export const wordsOfNames = (names: readonly string[]): ReadonlySet<string> =>
  new Set(names.flatMap(wordsOf).filter((word) => word.length >= 3 && !COMMON.has(word)))

/** Words that occur in names but may also occur in any other text. */
const COMMON: ReadonlySet<string> = new Set(
  'the and with from into onto out off all you your yourself pair one two there here way exit north south east west northeast northwest southeast southwest up down'.split(
    ' ',
  ),
)

/** Whether every word of the text that occurs in a name of the story is in `printed`. */
export const namesOnlyPrinted = (text: string, names: ReadonlySet<string>, printed: ReadonlySet<string>): boolean =>
  wordsOf(text).every((word) => !names.has(word) || printed.has(word))

/** Whether the text contains the quote, ignoring case and line breaks. False for an empty quote. */
export function hasQuote(printed: string, quote: string): boolean {
  const plain = (text: string) => text.toLowerCase().replaceAll(/\s+/g, ' ').trim()
  return plain(quote) !== '' && plain(printed).includes(plain(quote))
}
