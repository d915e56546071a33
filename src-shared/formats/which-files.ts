/** What tells files of other programs from logs of ours, without the means to read them. */

export const ARCHIVE = /\.eval$/i

/** Whether a text begins with a step of TALES. */
export const isTales = (text: string): boolean => /^\{[^\n]*"Feedback"\s*:/.test(text)

/** Characters that a first line of TALES has before its feedback, by far. */
export const BEGINNING = 1 << 20

/** Whether a file may hold recordings of other programs, by its name and its beginning. */
export const mayHoldRecordings = (name: string, beginning: string): boolean =>
  ARCHIVE.test(name) || /\.json$/i.test(name) || isTales(beginning)
