import { headOf } from './lexicon'
import type { TriedCommands, Memory } from './memory'

type Words = Pick<Memory, 'unknownWords' | 'wordings'>

/** Names of a thing for the parser, best first: as understood before, in full, its head noun, its first word. */
export function phrasesFor(name: string, { unknownWords, wordings }: Words): readonly string[] {
  const full = name
    .toLowerCase()
    .replace(/^(?:the|an?|some|your) /, '')
    .replace(/[^a-z0-9' -]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const head = headOf(full)
  const proven = wordings.get(name)
  const phrases = new Set([
    ...(proven === undefined ? [] : [proven]),
    full.includes(' of ') ? head : full,
    head,
    ...(unknownWords.has(head) ? [full.split(' ')[0] ?? full] : []),
  ])
  return [...phrases].filter((phrase) => phrase !== '' && phrase.split(' ').every((word) => !unknownWords.has(word)))
}

/** The best name of a thing; its head noun if every name has an unknown word. */
export const phraseFor = (name: string, words: Words): string => phrasesFor(name, words)[0] ?? headOf(name)

export const NOT_UNDERSTOOD: ReadonlySet<string> = new Set(['unknown_word', 'not_visible', 'ambiguous'])

/** The command with the first name that the parser has not rejected; null if it rejected all. */
export function firstWording(template: string, name: string, words: Words, attempts: TriedCommands): string | null {
  const commands = phrasesFor(name, words).map((phrase) => template.replace('{}', phrase))
  return commands.find((command) => !NOT_UNDERSTOOD.has(attempts.get(command)?.outcome ?? '')) ?? null
}
