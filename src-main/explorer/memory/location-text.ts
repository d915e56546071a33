import { type Direction, DIRECTIONS } from '@shared/map/direction'
import { isKnownNoun, MEASURES, wordsOf } from './lexicon'

/** Directions in a text. "West of the house" is a position, not a way. */
const WAY =
  /\b(?:(north|south)-?(east|west)|(north|south|east|west))(?:ern|ward|wards|erly)?\b(?! (?:of|side|end|bank|wall|edge|part|corner)\b)/gi
const UP =
  /\b(?:lead\w*|go(?:es)?|climb\w*|stair\w*|steps|ladder|path|slope\w*|ascend\w*|continu\w*|passage|way|and|or)\b[^.]{0,40}?\b(?:up|upward|upwards)\b|\bclimb (?:the|up)/i
const DOWN =
  /\b(?:lead\w*|go(?:es)?|climb\w*|stair\w*|steps|ladder|path|slope\w*|descend\w*|continu\w*|passage|way|and|or|hole)\b[^.]{0,40}?\b(?:down|downward|downwards)\b|\bdescend/i
const INSIDE = /\b(?:leads?|goes|opens|go) (?:in|inside)\b(?! the (?:direction|middle))/i
const VERTICAL: readonly (readonly [Direction, RegExp])[] = [
  ['up', /\babove you\b/i],
  ['down', /\bbelow you\b/i],
]
const EVERYWHERE =
  /\b(?:passage|path|exit|door|corridor|tunnel|way|road|opening|trail)\w* [^.]{0,30}?\b(?:all|every|many|several) (?:directions?|sides?)\b/i
const COMPASS = DIRECTIONS.slice(0, 8)
const CLOSED_OFF =
  /\b(?:no exit|cannot|can't|impossible|impassable|boarded|nailed|too (?:steep|narrow|deep)|blocked by|prevent\w*|but not|(?:points?|looks?|looking|gaz\w+) out|overlook\w*|view (?:of|to))\b/i
const GLOOMY = /\bdark(?:ness)?\b|\bgloom/i

interface Ways {
  readonly open: ReadonlySet<Direction>
  /** Mentioned as closed, or without a clear sign that there is an exit. */
  readonly doubtful: ReadonlySet<Direction>
  /** Mentioned together with darkness; also in `open`. */
  readonly gloomy: ReadonlySet<Direction>
}

/** The directions that a description mentions. */
export function readWays(text: string): Ways {
  const open = new Set<Direction>()
  const doubtful = new Set<Direction>()
  const gloomy = new Set<Direction>()
  for (const sentence of sentencesOf(text)) {
    for (const clause of sentence.split(/[,;]| and a /)) {
      const leadingOn = GLOOMY.test(clause) ? gloomy : open
      const into = CLOSED_OFF.test(clause) ? doubtful : leadingOn
      for (const [, first, second, single] of clause.matchAll(WAY)) {
        const found = DIRECTIONS.find((name) => name === (single ?? `${first}${second}`).toLowerCase())
        if (found) into.add(found)
      }
      if (UP.test(clause)) into.add('up')
      if (DOWN.test(clause)) into.add('down')
      if (INSIDE.test(clause)) into.add('in')
    }
    if (EVERYWHERE.test(sentence)) for (const direction of COMPASS) doubtful.add(direction)
    for (const [direction, sign] of VERTICAL) if (sign.test(sentence)) doubtful.add(direction)
  }
  for (const direction of gloomy) open.add(direction)
  for (const direction of open) doubtful.delete(direction)
  return { open, doubtful, gloomy }
}

/** Known nouns in sentences that also name a direction. */
export function readSignposts(text: string): readonly string[] {
  return sentencesOf(text).flatMap((sentence) =>
    sentence.search(WAY) < 0 && !DOWN.test(sentence) && !UP.test(sentence) ? [] : wordsOf(sentence).filter(isKnownNoun),
  )
}

/** Nouns of the text that are in the lexicon, as a player would type them. */
export function readNouns(text: string): readonly string[] {
  const phrases = sentencesOf(text)
    .flatMap((sentence) => sentence.split(/[,;]/))
    .filter((clause) => !SHUT_FOR_GOOD.test(clause))
    .flatMap((clause) => {
      const words = wordsOf(LEADS.test(clause) ? clause.replace(DESTINATION, ' ') : clause)
      return words.flatMap((spoken, index) => {
        // "three buttons" becomes "button", because a command names one of them.
        const word = isKnownNoun(spoken) ? spoken : spoken.replace(/s$/, '')
        const before = words[index - 1] ?? ''
        if (!isKnownNoun(word) || before === 'no' || (MEASURES.has(word) && words[index + 1] === 'of')) return []
        return [before === '' || FUNCTION_WORDS.has(before) || before.endsWith('ing') ? word : `${before} ${word}`]
      })
    })
  return mergeNouns(phrases)
}

/** In "a path leads to the house" the house is elsewhere. */
const LEADS = /\b(?:leads?|goes|go|runs?|opens?|wanders?|heads?|winds?|path|track|road|ways?|passages?)\b/i
const DESTINATION = /\b(?:in)?to (?:the|an?) (?:[a-z'-]+ ?)+/gi

const SHUT_FOR_GOOD = /\b(?:boarded|nailed|bricked|painted)\b/i

/** Drops adjectives, unless they distinguish things with the same noun or are part of the noun. */
export function mergeNouns(phrases: readonly string[]): readonly string[] {
  const headIn = (phrase: string) => phrase.split(' ').at(-1) ?? phrase
  return [...new Set(phrases.map(headIn))].flatMap((head) => {
    const adjectived = [...new Set(phrases)].filter((phrase) => phrase !== head && headIn(phrase) === head)
    return adjectived.length > 1 || COMPOUND.has(adjectived[0] ?? '') ? adjectived : [head]
  })
}

const COMPOUND = new Set(['trap door'])
export const FUNCTION_WORDS = new Set(
  'a an the some of to in on at by for with from into onto and or but is are was were be been has have had your his her its their my this that these those which who there here it you he she they as than then so not no one two three several many few all both each any'.split(
    ' ',
  ),
)

const isTitle = (line: string, name: string) =>
  line
    .trim()
    .toLowerCase()
    .replace(/[,(].*$/, '')
    .trim() === name.toLowerCase()
export const hasTitle = (text: string, name: string): boolean => text.split('\n').some((line) => isTitle(line, name))

/** The text after the line with the location's name; the whole text if there is no such line. */
export function descriptionOf(text: string, name: string): string {
  const lines = text.split('\n')
  return lines
    .slice(lines.findIndex((line) => isTitle(line, name)) + 1)
    .join('\n')
    .trim()
}

export const sentencesOf = (text: string): string[] => text.replace(/\s+/g, ' ').match(/[^.!?]+[.!?]*/g) ?? []

/** The first line that looks like a heading: short, capitalized, no full stop. It names the location. Null if none. */
export function readTitle(text: string): string | null {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.find((line) => /^[A-Z][A-Za-z'’ -]{2,39}$/.test(line) && line.split(' ').length <= 6) ?? null
}
