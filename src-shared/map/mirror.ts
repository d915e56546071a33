import type { LocationSurvey } from './location-survey'

/**
 * The disguise `mirror`: east and west change places in all that the player reads and says, so that a known route leads
 * elsewhere while every puzzle stays (docs/knowledge.md). Each function is its own inverse: what it puts in has the
 * length and case of what it takes out, and no condition depends on which of the two it is.
 */

/** East and west as whole words, with their endings. Names such as Eastwood and Midwest stay. */
const WORD =
  /(?<![\p{L}\p{N}])((?:north|south)-?)?(east|west)(?=(?:ern(?:ers?|most)?|erly|wards?(?:ly)?|bound|most)?(?![\p{L}\p{N}]))/giu

/** `northeast` and its kin as a dictionary stores them: a story understands `northe` too. */
const CUT_WORD = /(?<![\p{L}\p{N}])(north|south)(eas?|wes?|[ew])(?![\p{L}\p{N}])/giu

/** In a command, also in one of several: `e.e.open door`. */
const SHORT_IN_COMMAND = /(?<![\p{L}\p{N}'’-])([ns])?([ew])(?![\p{L}\p{N}'’-])/giu

/** Not in `e.g.`, `i.e.` and `per se`. */
const SHORT_IN_TEXT = /(?<![\p{L}\p{N}'’-]|\p{L}\.|\bper )([ns])?([ew])(?![\p{L}\p{N}'’-]|\.\p{L})/giu

/** A text of the story as the player of a mirrored episode reads it, or back. */
export const mirrorText = (text: string): string => swapLong(text).replace(SHORT_IN_TEXT, swap)

/** A command of such a player as the story receives it, or back. */
export const mirrorCommand = (command: string): string => swapLong(command).replace(SHORT_IN_COMMAND, swap)

/** The object with its name mirrored. */
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

/** East and west differ in their first two letters. */
const swap = (_all: string, before: string | undefined, word: string): string =>
  `${before ?? ''}${OTHER[word[0]!]}${OTHER_SECOND[word[1] ?? ''] ?? ''}${word.slice(2)}`

const OTHER: Readonly<Record<string, string>> = { e: 'w', w: 'e', E: 'W', W: 'E' }
const OTHER_SECOND: Readonly<Record<string, string>> = { a: 'e', e: 'a', A: 'E', E: 'A' }
