import type { LocationSurvey } from './location-survey'

/**
 * The disguise `mirror`: east and west change places in everything that the player reads and says, so that known routes
 * lead elsewhere while all puzzles remain (docs/knowledge.md). Each function is its own inverse: replacements keep
 * length and case, and no condition distinguishes the two words.
 */

/** East and west as whole words, with their endings. Names such as Eastwood and Midwest remain. */
const WORD =
  /(?<![\p{L}\p{N}])((?:north|south)-?)?(east|west)(?=(?:ern(?:ers?|most)?|erly|wards?(?:ly)?|bound|most)?(?![\p{L}\p{N}]))/giu

/** Forms such as `northe`, which a story understands too, because its dictionary truncates words. */
const CUT_WORD = /(?<![\p{L}\p{N}])(north|south)(eas?|wes?|[ew])(?![\p{L}\p{N}])/giu

/** Abbreviations in a command, or in several: `e.e.open door`. */
const SHORT_IN_COMMAND = /(?<![\p{L}\p{N}'’-])([ns])?([ew])(?![\p{L}\p{N}'’-])/giu

/** Abbreviations, except in `e.g.`, `i.e.` and `per se`. */
const SHORT_IN_TEXT = /(?<![\p{L}\p{N}'’-]|\p{L}\.|\bper )([ns])?([ew])(?![\p{L}\p{N}'’-]|\.\p{L})/giu

/** Converts a text between the story's form and that of the player of a mirrored episode. */
export const mirrorText = (text: string): string => swapLong(text).replace(SHORT_IN_TEXT, swap)

/** Converts a command between the form of the player of a mirrored episode and the story's. */
export const mirrorCommand = (command: string): string => swapLong(command).replace(SHORT_IN_COMMAND, swap)

export const mirrorName = <Named extends { readonly name: string }>(named: Named): Named => ({
  ...named,
  name: mirrorText(named.name),
})

export const mirrorSurvey = (survey: LocationSurvey): LocationSurvey => ({
  ...survey,
  exits:
    survey.exits?.map(({ direction, to, door }) => ({
      direction: mirrorCommand(direction),
      to,
      door: door && mirrorName(door),
    })) ?? null,
})

const swapLong = (text: string): string => text.replace(WORD, swap).replace(CUT_WORD, swap)

/** Exchanges the first two letters, in which east and west differ. */
const swap = (_all: string, before: string | undefined, word: string): string =>
  `${before ?? ''}${OTHER[word[0]!]}${OTHER_SECOND[word[1] ?? ''] ?? ''}${word.slice(2)}`

const OTHER: Readonly<Record<string, string>> = { e: 'w', w: 'e', E: 'W', W: 'E' }
const OTHER_SECOND: Readonly<Record<string, string>> = { a: 'e', e: 'a', A: 'E', E: 'A' }
